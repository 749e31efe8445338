#include "ckpt/threadlocal.h"

#include "ir/value.h"

static void forget_thread(LLVMValueRef global) {
    for (LLVMUseRef next, u = LLVMGetFirstUse(global); u; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef user = LLVMGetUser(u);
        if (!ir_calls_named(user, "llvm.threadlocal.address"))
            continue;
        LLVMReplaceAllUsesWith(user, global);
        LLVMInstructionEraseFromParent(user);
        next = LLVMGetFirstUse(global); /* other uses are new */
    }
    LLVMSetThreadLocal(global, false);
}

void ckpt_join_threads(lathe_module *m) {
    ir_each_global (global, m->llvm)
        if (LLVMIsThreadLocal(global) && !LLVMIsDeclaration(global))
            forget_thread(global);
}
