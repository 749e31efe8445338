#include "ir/edit/edit_body.h"

bool ir_body_can_copy(LLVMValueRef fn) {
    ir_each_block (bb, fn) {
        for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u))
            if (LLVMIsABlockAddress(LLVMGetUser(u)))
                return false;
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (!last || LLVMIsAIndirectBrInst(last))
            return false;
    }
    return true;
}
