/* ir-test-split-blocks, ir-test-split-edges, ir-test-rebuild-phis
 *
 * Needs: nothing.
 * Keeps: behaviour; debug records stay with their instructions.
 * Breaks: block numbers; static allocas in the second half of the entry block become dynamic.
 * Declines when: a block cannot be split in its second half, an edge not at all.
 */
#include "passes/passes.h"

#include "base/vec.h"
#include "ir/edit/edit_split.h"
#include "ir/edit/phi.h"

LLVMValueRef ir_middle_of(LLVMBasicBlockRef bb) {
    size_t count = 0;
    ir_each_inst (inst, bb)
        count++;
    LLVMValueRef at = LLVMGetFirstInstruction(bb);
    for (size_t i = 0; i < count / 2; i++)
        at = LLVMGetNextInstruction(at);
    return at;
}

/* The first place a block can be split at or behind its middle, NULL if there is none. */
static LLVMValueRef place_in(LLVMBasicBlockRef bb) {
    LLVMValueRef at = ir_middle_of(bb);
    while (at && !ir_can_split_before(at))
        at = LLVMGetNextInstruction(at);
    return at;
}

lathe_status ir_test_split_blocks(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    VEC(LLVMValueRef) places = {0};
    ir_each_function (fn, m->llvm)
        ir_each_block (bb, fn) {
            LLVMValueRef at = place_in(bb);
            if (at && ctx_tick(m->ctx, 1))
                vec_push(m->ctx, &places, at);
        }
    if (ctx_ok(m->ctx) && ir_split_blocks(m, places.at, places.len))
        ctx_count(m->ctx, "blocks split", places.len);
    vec_free(m->ctx, &places);
    return m->ctx->status;
}

lathe_status ir_test_split_edges(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    VEC(LLVMValueRef) terminators = {0};
    ir_each_function (fn, m->llvm)
        ir_each_block (bb, fn)
            vec_push(m->ctx, &terminators, LLVMGetBasicBlockTerminator(bb));
    for (size_t t = 0; t < terminators.len; t++) {
        unsigned count = LLVMGetNumSuccessors(terminators.at[t]);
        for (unsigned i = 0; i < count && ctx_tick(m->ctx, 1); i++)
            if (ir_split_edge(m, terminators.at[t], i))
                ctx_count(m->ctx, "edges split", 1);
    }
    vec_free(m->ctx, &terminators);
    return m->ctx->status;
}

typedef struct incoming {
    VEC(LLVMValueRef) values;
    VEC(LLVMBasicBlockRef) blocks;
} incoming;

/* With the entries in reverse, so that the text shows that it happened. */
static void rebuild_reversed(lathe_module *m, LLVMBuilderRef b, LLVMValueRef phi, incoming *in) {
    vec_clear(&in->values);
    vec_clear(&in->blocks);
    for (unsigned i = LLVMCountIncoming(phi); i-- > 0;) {
        vec_push(m->ctx, &in->values, LLVMGetIncomingValue(phi, i));
        vec_push(m->ctx, &in->blocks, LLVMGetIncomingBlock(phi, i));
    }
    if (ctx_tick(m->ctx, 1))
        ir_phi_rebuild(b, phi, in->values.at, in->blocks.at, (unsigned)in->values.len);
}

lathe_status ir_test_rebuild_phis(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    incoming in = {0};
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    ir_each_function (fn, m->llvm)
        ir_each_block (bb, fn)
            for (LLVMValueRef next, phi = LLVMGetFirstInstruction(bb); phi && LLVMIsAPHINode(phi);
                 phi = next) {
                next = LLVMGetNextInstruction(phi);
                rebuild_reversed(m, b, phi, &in);
            }
    LLVMDisposeBuilder(b);
    vec_free(m->ctx, &in.values);
    vec_free(m->ctx, &in.blocks);
    return m->ctx->status;
}
