#include "ir/edit/phi.h"

#include "base/vec.h"
#include "ir/edit/carry.h"

LLVMValueRef ir_phi_rebuild(LLVMBuilderRef b, LLVMValueRef phi, LLVMValueRef *values,
                            LLVMBasicBlockRef *blocks, unsigned count) {
    LLVMPositionBuilderBefore(b, phi);
    LLVMValueRef built = LLVMBuildPhi(b, LLVMTypeOf(phi), "");
    ir_carry_inst(phi, built);
    LLVMAddIncoming(built, values, blocks, count);
    LLVMReplaceAllUsesWith(phi, built);
    LLVMInstructionEraseFromParent(phi);
    return built;
}

typedef struct incoming {
    VEC(LLVMValueRef) values;
    VEC(LLVMBasicBlockRef) blocks;
} incoming;

/* Whether an entry was redirected. */
static bool read_redirected(lathe_ctx *ctx, LLVMValueRef phi, LLVMBasicBlockRef from,
                            LLVMBasicBlockRef to, incoming *in) {
    vec_clear(&in->values);
    vec_clear(&in->blocks);
    bool done = false;
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        bool hit = !done && block == from;
        vec_push(ctx, &in->values, LLVMGetIncomingValue(phi, i));
        vec_push(ctx, &in->blocks, hit ? to : block);
        done |= hit;
    }
    return done && ctx_tick(ctx, count);
}

bool ir_phis_redirect_one(lathe_ctx *ctx, LLVMBuilderRef b, LLVMBasicBlockRef block,
                          LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    incoming in = {0};
    LLVMValueRef next;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block); phi && LLVMIsAPHINode(phi);
         phi = next) {
        next = LLVMGetNextInstruction(phi);
        if (read_redirected(ctx, phi, from, to, &in))
            ir_phi_rebuild(b, phi, in.values.at, in.blocks.at, (unsigned)in.values.len);
    }
    vec_free(ctx, &in.values);
    vec_free(ctx, &in.blocks);
    return ctx_ok(ctx);
}
