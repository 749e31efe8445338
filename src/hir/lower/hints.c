/* Metadata of branches: how likely their ways are, and what was said about a loop. */
#include "hir/lower/lowerer.h"

#include <string.h>

static unsigned kind_of(hir_lowerer *l, const char *name) {
    return LLVMGetMDKindIDInContext(l->m->llvm_ctx, name, (unsigned)strlen(name));
}

enum { MAX_PROFILE = 6 };

/* !{!"branch_weights", …, a, b} with the last two the other way round; NULL if it is not of that
 * form. */
static LLVMValueRef swapped_weights(hir_lowerer *l, LLVMValueRef node) {
    LLVMValueRef operands[MAX_PROFILE];
    LLVMMetadataRef parts[MAX_PROFILE];
    unsigned count = LLVMGetMDNodeNumOperands(node);
    if (count < 3 || count > MAX_PROFILE)
        return NULL;
    LLVMGetMDNodeOperands(node, operands);
    for (unsigned i = 0; i < count; i++)
        parts[i] = LLVMValueAsMetadata(operands[i]);
    LLVMMetadataRef swap = parts[count - 1];
    parts[count - 1] = parts[count - 2];
    parts[count - 2] = swap;
    return LLVMMetadataAsValue(l->m->llvm_ctx, LLVMMDNodeInContext2(l->m->llvm_ctx, parts, count));
}

void hir_l_carry_weights(hir_lowerer *l, LLVMValueRef from, LLVMValueRef to, bool swapped) {
    unsigned unpredictable = kind_of(l, "unpredictable"), prof = kind_of(l, "prof");
    LLVMValueRef weights = LLVMGetMetadata(from, prof);
    if (LLVMGetMetadata(from, unpredictable))
        LLVMSetMetadata(to, unpredictable, LLVMGetMetadata(from, unpredictable));
    if (weights && swapped)
        weights = swapped_weights(l, weights);
    if (weights)
        LLVMSetMetadata(to, prof, weights);
}

/* The loop's start has two predecessors: the block before the loop, and the latch. */
LLVMValueRef hir_l_back_branch(const HLLoop *loop) {
    if (!loop->header)
        return NULL;
    LLVMValueRef last = NULL;
    static const char name[] = "llvm.loop";
    LLVMContextRef ctx = LLVMGetTypeContext(loop->iv_type);
    unsigned kind = LLVMGetMDKindIDInContext(ctx, name, sizeof name - 1);
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(loop->header)); use;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsATerminatorInst(user) && LLVMGetMetadata(user, kind))
            return user;
        if (loop->counted && LLVMIsATerminatorInst(user) &&
            LLVMGetInstructionParent(user) == loop->counted)
            last = user;
    }
    return last;
}

void hir_l_carry_loop(hir_lowerer *l, const HLLoop *loop, LLVMValueRef to) {
    unsigned kind = kind_of(l, "llvm.loop");
    LLVMValueRef from = hir_l_back_branch(loop);
    if (!from)
        return;
    if (LLVMGetMetadata(from, kind) && !loop->is_other)
        LLVMSetMetadata(to, kind, LLVMGetMetadata(from, kind));
    if (LLVMGetNumSuccessors(from) == 2 && LLVMGetNumSuccessors(to) == 2)
        hir_l_carry_weights(l, from, to, LLVMGetSuccessor(from, 0) == loop->header);
}
