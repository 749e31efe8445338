#include "ir/edit/phi.h"

#include "ir/edit/edit_carry.h"

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
