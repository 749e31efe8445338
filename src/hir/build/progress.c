/* Whether a loop can be left elsewhere, and whether it may run forever. */
#include "hir/build/counts.h"
#include "ir/attr.h"
#include "ir/md.h"
#include "ir/value.h"

#include <string.h>

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

static bool has_property(hir_builder *b, LLVMValueRef branch, const char *wanted) {
    ir_md_ops all = {0}, one = {0};
    LLVMMetadataRef node = ir_md_attached(branch, ir_md_kind(b->h->m->llvm_ctx, "llvm.loop"));
    bool found = false;
    ir_md_operands(b->h->m, node, &all);
    for (size_t i = 1; i < all.len && !found; i++) {
        ir_md_operands(b->h->m, ir_md_node_at(&all, i), &one);
        const char *text = ir_md_string_at(&one, 0);
        found = text && strcmp(text, wanted) == 0;
    }
    vec_free(b->ctx, &one);
    vec_free(b->ctx, &all);
    return found;
}

bool hir_b_must_progress(hir_builder *b, uint32_t loop) {
    const ir_loop *l = &b->loops->loops[loop];
    return l->latches.count == 1 &&
           has_property(b, hir_b_end(b, l->latches.at[0]), "llvm.loop.mustprogress");
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
