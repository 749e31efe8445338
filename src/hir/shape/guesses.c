/* What is guessed of nests until it is settled: see hir_hoist_loads. The call that stands for it
 * reads and writes nothing, so that it is in nobody's way, and each is another. */
#include "hir/shape/shape.h"

#include "base/vec.h"
#include "ir/attr.h"
#include "ir/value.h"

#include <string.h>

static const char name[] = "lathe.kept";
/* Blocks between the call and the nest: what guards loads, and what LLVM's passes leave. */
enum { MAX_STEPS = 16 };

LLVMValueRef hir_guess_function(lathe_module *m) {
    LLVMValueRef fn = LLVMGetNamedFunction(m->llvm, name);
    if (fn)
        return fn;
    fn = LLVMAddFunction(m->llvm, name,
                         LLVMFunctionType(LLVMInt1TypeInContext(m->llvm_ctx), NULL, 0, true));
    static const char *const promises[] = {"memory", "nounwind", "willreturn"};
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
        ir_attr_add(fn, IR_AT_FUNCTION, promises[i], 0);
    return fn;
}

static bool is_guess(LLVMValueRef value) {
    const char *callee = LLVMIsACallInst(value) ? ir_callee_name(value) : NULL;
    return callee && strcmp(callee, name) == 0;
}

/* The only block that leads to it. */
static LLVMBasicBlockRef block_before(LLVMBasicBlockRef bb) {
    LLVMBasicBlockRef before = NULL;
    ir_each_user (user, LLVMBasicBlockAsValue(bb)) {
        if (!LLVMIsATerminatorInst(user) || before)
            return NULL;
        before = LLVMGetInstructionParent(user);
    }
    return before;
}

LLVMValueRef hir_guess_before(LLVMBasicBlockRef bb, bool *holds) {
    for (int i = 0; i < MAX_STEPS && bb; i++) {
        LLVMBasicBlockRef before = block_before(bb);
        LLVMValueRef branch = before ? LLVMGetBasicBlockTerminator(before) : NULL;
        if (branch && LLVMIsABranchInst(branch) && LLVMIsConditional(branch) &&
            is_guess(LLVMGetCondition(branch))) {
            *holds = LLVMGetSuccessor(branch, 0) == bb;
            return LLVMGetCondition(branch);
        }
        bb = before;
    }
    return NULL;
}

bool hir_settle_guesses(lathe_module *m, LLVMValueRef fn, LLVMValueRef call, bool holds) {
    LLVMValueRef guess = LLVMGetNamedFunction(m->llvm, name);
    VEC(LLVMValueRef) calls = {0};
    bool any;
    if (!guess)
        return false;
    ir_each_user (user, guess)
        if (is_guess(user) && (!call || user == call) &&
            LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == fn)
            vec_push(m->ctx, &calls, user);
    for (size_t i = 0; i < calls.len; i++)
        ir_replace_inst(calls.at[i], LLVMConstInt(LLVMTypeOf(calls.at[i]), holds, false));
    any = calls.len != 0;
    vec_free(m->ctx, &calls);
    if (!LLVMGetFirstUse(guess))
        LLVMDeleteFunction(guess);
    return any;
}
