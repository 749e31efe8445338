#include "ckpt/select.h"

#include "ckpt/ckpt_refuse.h"
#include "ir/llvmx.h"

#include <string.h>

static bool calls_directive(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMGetNumArgOperands(call) == 0 && LLVMIsAFunction(callee) &&
           (strcmp(LLVMGetValueName(callee), "checkpoint") == 0 ||
            strcmp(LLVMGetValueName(callee), "lathe_checkpoint") == 0);
}

bool ckpt_is_directive(LLVMValueRef inst) {
    return LLVMIsACallInst(inst) && calls_directive(inst);
}

void ckpt_calm_directives(lathe_module *m) {
    ir_each_function (fn, m->llvm)
        ir_each_block (bb, fn) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
            if (last && LLVMIsAInvokeInst(last) && calls_directive(last))
                llvmx_invoke_to_call(last);
        }
}

bool ckpt_has_directive(LLVMValueRef fn) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (ckpt_is_directive(inst))
                return true;
    return false;
}

/* A function of the program's own that takes or gives something is another one. */
static bool is_usable(LLVMValueRef fn, LLVMTypeRef type) {
    return !fn || (LLVMIsAFunction(fn) && LLVMGlobalGetValueType(fn) == type);
}

void ckpt_build_directive(lathe_module *m, LLVMBuilderRef b) {
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(m->llvm_ctx), NULL, 0, false);
    const char *name = "checkpoint";
    if (!is_usable(LLVMGetNamedFunction(m->llvm, name), type))
        name = "lathe_checkpoint";
    LLVMValueRef fn = LLVMGetNamedFunction(m->llvm, name);
    if (!fn)
        fn = LLVMAddFunction(m->llvm, name, type);
    LLVMBuildCall2(b, type, fn, NULL, 0, "");
}

static LLVMValueRef end_of(LLVMBasicBlockRef bb) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
    LLVMValueRef test =
        LLVMIsABranchInst(last) && LLVMIsConditional(last) ? LLVMGetCondition(last) : NULL;
    bool own = test && LLVMIsACmpInst(test) && LLVMGetInstructionParent(test) == bb &&
               !LLVMGetNextUse(LLVMGetFirstUse(test));
    return own ? test : last;
}

void ckpt_add_directive(lathe_module *m, LLVMBasicBlockRef bb) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    LLVMPositionBuilderBefore(b, end_of(bb));
    ckpt_build_directive(m, b);
    LLVMDisposeBuilder(b);
}

static void add_point(ckpt_fn *f, LLVMValueRef call, bool directive) {
    ir_place where = ckpt_place_of(f->m, &f->mem, call);
    ckpt_point p = {.call = call,
                    .directive = directive,
                    .number = (uint32_t)f->points.len + 1,
                    .where = where,
                    .place = ckpt_place_text(&f->mem, &where)};
    vec_push(f->m->ctx, &f->points, p);
}

static bool is_directive(const void *user, LLVMValueRef inst) {
    (void)user;
    return ckpt_is_directive(inst);
}

void ckpt_find_points(ckpt_fn *f, ckpt_is_point *is_point, const void *user) {
    const ir_cfg *cfg = ckpt_cfg_now(f);
    for (uint32_t b = 0; cfg && b < cfg->count; b++)
        if (ir_cfg_reachable(cfg, b))
            ir_each_inst (inst, cfg->blocks[b])
                if (is_point(user, inst))
                    add_point(f, inst, ckpt_is_directive(inst));
}

void ckpt_find_directives(ckpt_fn *f) {
    ckpt_find_points(f, is_directive, NULL);
}
