/* What the OpenMP runtime promises about the iterations that it hands out: of a loop that starts at
 * a number and goes up, each thread gets iterations from that number on. A thread that gets none
 * may find anything there, but then it runs none. */
#include "hir/build/builder.h"
#include "ir/value.h"

#include <string.h>

/* Arguments of __kmpc_for_static_init_4 and _8. */
enum { LEAST_INDEX = 4, STEP_INDEX = 7 };

static bool hands_out(LLVMValueRef call, LLVMValueRef variable) {
    const char *name = LLVMIsACallInst(call) ? ir_callee_name(call) : NULL;
    return name &&
           (!strcmp(name, "__kmpc_for_static_init_4") ||
            !strcmp(name, "__kmpc_for_static_init_8")) &&
           LLVMGetNumArgOperands(call) > STEP_INDEX &&
           LLVMGetOperand(call, LEAST_INDEX) == variable &&
           LLVMIsAConstantInt(LLVMGetOperand(call, STEP_INDEX)) &&
           LLVMConstIntGetSExtValue(LLVMGetOperand(call, STEP_INDEX)) > 0;
}

/* The variable gets that constant, and then what the runtime writes, and is read. */
static bool is_handed_out(LLVMValueRef variable, int64_t *first) {
    bool given = false, stored = false;
    ir_each_user (user, variable) {
        LLVMValueRef value = LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 0) : NULL;
        if (value && !stored && LLVMIsAConstantInt(value)) {
            *first = LLVMConstIntGetSExtValue(value);
            stored = true;
        } else if (!given && hands_out(user, variable)) {
            given = true;
        } else if (!LLVMIsALoadInst(user) &&
                   !(LLVMIsACallInst(user) && LLVMIsAIntrinsicInst(user))) {
            return false;
        }
    }
    return given && stored;
}

bool hir_b_first_of_thread(LLVMValueRef v, int64_t *first) {
    LLVMValueRef variable = LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL;
    return variable && LLVMIsAAllocaInst(variable) &&
           LLVMGetAllocatedType(variable) == LLVMTypeOf(v) && is_handed_out(variable, first);
}
