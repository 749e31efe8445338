#include "ckpt/select.h"

#include "ckpt/refuse.h"

#include <string.h>

bool ckpt_is_directive(LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst) || LLVMGetNumArgOperands(inst) != 0)
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    return LLVMIsAFunction(callee) && (strcmp(LLVMGetValueName(callee), "checkpoint") == 0 ||
                                       strcmp(LLVMGetValueName(callee), "lathe_checkpoint") == 0);
}

void ckpt_add_point(ckpt_fn *f, LLVMValueRef call, bool directive) {
    ckpt_point p = {.call = call,
                    .directive = directive,
                    .number = (uint32_t)f->points.len + 1,
                    .place = ckpt_place_of(f->m, &f->mem, call)};
    vec_push(f->m->ctx, &f->points, p);
}

void ckpt_find_points(ckpt_fn *f, const ckpt_options *options) {
    (void)options;
    ir_each_block (bb, f->fn)
        ir_each_inst (inst, bb)
            if (ckpt_is_directive(inst))
                ckpt_add_point(f, inst, true);
}
