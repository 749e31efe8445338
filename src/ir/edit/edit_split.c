#include "ir/edit/edit_split.h"

#include "ir/analyses.h"
#include "ir/llvmx.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>

static bool is_pad(LLVMValueRef inst) {
    return LLVMIsALandingPadInst(inst) || LLVMIsAFuncletPadInst(inst) ||
           LLVMIsACatchSwitchInst(inst);
}

static bool is_deoptimize(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) &&
           LLVMGetIntrinsicID(callee) == ir_intrinsic_id("llvm.experimental.deoptimize");
}

bool ir_can_split_before(LLVMValueRef inst) {
    if (LLVMIsAPHINode(inst) || is_pad(inst))
        return false;
    LLVMValueRef before = LLVMGetPreviousInstruction(inst);
    return !before || !LLVMIsACallInst(before) ||
           (LLVMGetTailCallKind(before) != LLVMTailCallKindMustTail && !is_deoptimize(before));
}

bool ir_split_blocks(lathe_module *m, LLVMValueRef *before, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!ir_can_split_before(before[i]))
            return false;
    /* From the end, so that little moves where a block is split at many points. */
    for (size_t i = count; i-- > 0 && ctx_tick(m->ctx, 1);) {
        ir_analyses_forget(m, ir_function_of(before[i]));
        llvmx_split_block(before[i]);
    }
    return ctx_ok(m->ctx);
}

LLVMBasicBlockRef ir_split_block(lathe_module *m, LLVMValueRef before) {
    return ir_split_blocks(m, &before, 1) ? LLVMGetInstructionParent(before) : NULL;
}

bool ir_can_split_edge(LLVMValueRef terminator, unsigned index) {
    if (!LLVMIsABranchInst(terminator) && !LLVMIsASwitchInst(terminator) &&
        !LLVMIsAInvokeInst(terminator))
        return false;
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetSuccessor(terminator, index));
    while (first && LLVMIsAPHINode(first))
        first = LLVMGetNextInstruction(first);
    return first && !is_pad(first);
}

LLVMBasicBlockRef ir_split_edge(lathe_module *m, LLVMValueRef terminator, unsigned index) {
    if (!ir_can_split_edge(terminator, index))
        return NULL;
    LLVMBasicBlockRef from = LLVMGetInstructionParent(terminator);
    LLVMBasicBlockRef to = LLVMGetSuccessor(terminator, index);
    LLVMBasicBlockRef middle = LLVMInsertBasicBlockInContext(m->llvm_ctx, to, "edge");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    LLVMPositionBuilderAtEnd(b, middle);
    LLVMValueRef jump = LLVMBuildBr(b, to);
    LLVMInstructionSetDebugLoc(jump, LLVMInstructionGetDebugLoc(terminator));
    LLVMSetSuccessor(terminator, index, middle);
    ir_analyses_forget(m, LLVMGetBasicBlockParent(from));
    llvmx_redirect_phis(to, from, middle);
    LLVMDisposeBuilder(b);
    return middle;
}
