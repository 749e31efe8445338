#include "passes/ptr_touch.h"

#include "ir/size.h"
#include "ir/structs.h"

#include <string.h>

typedef struct finder {
    ptr_touches *t;
    ptr_graph *g;
    lathe_module *m;
    LLVMTargetDataRef layout;
} finder;

static void add(finder *f, LLVMValueRef inst, LLVMValueRef address, LLVMValueRef length,
                LLVMTypeRef type) {
    ptr_touch touch = {.inst = inst, .address = address, .length = length};
    if (!length && ir_has_fixed_size(type))
        touch.size = ir_store_size(f->layout, type);
    touch.class = ptr_class_of_operand(f->g, f->m, address);
    vec_push(f->g->ctx, &f->t->at, touch);
}

static void add_call(finder *f, LLVMValueRef call) {
    LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(call));
    if (!callee || !LLVMGetIntrinsicID(callee))
        return;
    const char *name = LLVMGetValueName(callee);
    bool copies = str_starts_with(name, "llvm.memcpy.") || str_starts_with(name, "llvm.memmove.");
    if (!copies && !str_starts_with(name, "llvm.memset."))
        return;
    LLVMValueRef length = LLVMGetOperand(call, 2);
    add(f, call, LLVMGetOperand(call, 0), length, NULL);
    if (copies)
        add(f, call, LLVMGetOperand(call, 1), length, NULL);
}

static void visit(finder *f, LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
        add(f, inst, LLVMGetOperand(inst, 0), NULL, LLVMTypeOf(inst));
        break;
    case LLVMStore:
        add(f, inst, LLVMGetOperand(inst, 1), NULL, LLVMTypeOf(LLVMGetOperand(inst, 0)));
        break;
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
        add(f, inst, LLVMGetOperand(inst, 0), NULL, LLVMTypeOf(LLVMGetOperand(inst, 1)));
        break;
    case LLVMCall:
        add_call(f, inst);
        break;
    default:
        break;
    }
}

void ptr_touches_find(ptr_touches *t, ptr_graph *g, lathe_module *m) {
    finder f = {t, g, m, ir_layout(m)};
    ir_each_function (fn, m->llvm) {
        if (LLVMGetLinkage(fn) == LLVMAvailableExternallyLinkage)
            continue;
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(m->ctx, 1))
                    visit(&f, inst);
    }
    for (size_t i = 0; i < t->at.len; i++)
        t->at.at[i].class = ptr_find(g, t->at.at[i].class);
}
