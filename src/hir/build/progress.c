/* Whether a loop can be left elsewhere, and whether it may run forever. */
#include "hir/build/counts.h"
#include "hir/shape/shape.h"
#include "ir/attr.h"
#include "ir/value.h"

static bool returns(LLVMValueRef inst) {
    return !LLVMIsACallInst(inst) || ir_call_returns(inst);
}

bool hir_b_is_left_here_only(hir_builder *b, const hir_exit_test *t) {
    const ir_loop *l = &b->loops->loops[t->loop];
    if (l->exiting.count != 1 || b->facts[t->loop].may_end_before)
        return false;
    for (uint32_t i = 0; i < l->blocks.count; i++) {
        if (b->loops->innermost[l->blocks.at[i]] != t->loop)
            return false;
        ir_each_inst (inst, b->cfg->blocks[l->blocks.at[i]])
            if (!returns(inst))
                return false;
    }
    return ctx_tick(b->ctx, l->blocks.count);
}

/* A call that may write does what nobody here knows of: print, or wait for someone. */
static bool writes_nothing(LLVMValueRef call) {
    const uint64_t all_writes = 0xaaaaaaaaaaaaaaaa;
    uint64_t memory;
    return LLVMGetNumOperandBundles(call) == 0 && ir_call_memory(call, &memory) &&
           (memory & all_writes) == 0;
}

static bool is_unseen(LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
    case LLVMStore:
        return !LLVMGetVolatile(inst) && LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic;
    case LLVMCall:
        return writes_nothing(inst);
    case LLVMFence:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMVAArg:
    case LLVMInvoke:
    case LLVMCallBr:
        return false;
    default:
        return true;
    }
}

bool hir_b_must_progress(hir_builder *b, uint32_t loop) {
    const ir_loop *l = &b->loops->loops[loop];
    return l->latches.count == 1 && hir_branch_progresses(b->h->m, hir_b_end(b, l->latches.at[0]));
}

static bool is_promised(hir_builder *b, uint32_t loop) {
    return ir_attr_get(b->h->fn, IR_AT_FUNCTION, "mustprogress") || hir_b_must_progress(b, loop);
}

bool hir_b_makes_progress(hir_builder *b, uint32_t loop) {
    const ir_loop *l = &b->loops->loops[loop];
    if (!is_promised(b, loop))
        return false;
    for (uint32_t i = 0; i < l->blocks.count; i++)
        ir_each_inst (inst, b->cfg->blocks[l->blocks.at[i]])
            if (!is_unseen(inst))
                return false;
    return ctx_tick(b->ctx, l->blocks.count);
}
