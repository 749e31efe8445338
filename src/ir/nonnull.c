#include "ir/nonnull.h"

#include "ir/analyses.h"
#include "ir/attr.h"
#include "ir/module.h"
#include "ir/value.h"

#include <string.h>

enum {
    MAX_USES = 64,  /* of a pointer that are looked at */
    MAX_STEPS = 64, /* between two instructions of a block */
    MAX_DEPTH = 3   /* of values a pointer is chosen from */
};

bool ir_null_is_valid(LLVMValueRef fn) {
    return ir_attr_get(fn, IR_AT_FUNCTION, "null_pointer_is_valid") != NULL;
}

/* Within one block, near enough. */
static bool comes_before(LLVMValueRef first, LLVMValueRef second) {
    LLVMValueRef at = first;
    for (int steps = 0; at && steps < MAX_STEPS; steps++, at = LLVMGetNextInstruction(at))
        if (at == second)
            return true;
    return false;
}

static bool may_end_early(LLVMValueRef inst) {
    return LLVMIsACallInst(inst) || LLVMIsATerminatorInst(inst) || LLVMIsAFenceInst(inst);
}

/* Whether `later` runs whenever `first` of the same block has run. */
static bool surely_follows(LLVMValueRef first, LLVMValueRef later) {
    LLVMValueRef at = LLVMGetNextInstruction(first);
    for (int steps = 0; at && steps < MAX_STEPS; steps++, at = LLVMGetNextInstruction(at)) {
        if (at == later)
            return true;
        if (may_end_early(at))
            return false;
    }
    return false;
}

static bool block_dominates(lathe_module *m, LLVMBasicBlockRef a, LLVMBasicBlockRef b) {
    const ir_dom *dom = ir_dom_of(m, LLVMGetBasicBlockParent(b));
    return dom && ir_dominates(dom, ir_cfg_number(dom->cfg, a), ir_cfg_number(dom->cfg, b));
}

/* Whether an instruction runs on every way through `at`. */
static bool runs_with(lathe_module *m, LLVMValueRef inst, LLVMValueRef at) {
    LLVMBasicBlockRef a = LLVMGetInstructionParent(inst), b = LLVMGetInstructionParent(at);
    if (a == b)
        return comes_before(inst, at) || surely_follows(at, inst);
    return block_dominates(m, a, b);
}

/* A copy or setting of some bytes. */
static bool is_transfer(LLVMValueRef call, LLVMValueRef address) {
    LLVMValueRef length = LLVMIsAMemIntrinsic(call) ? LLVMGetOperand(call, 2) : NULL;
    return length && LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) &&
           (LLVMGetOperand(call, 0) == address ||
            (!LLVMIsAMemSetInst(call) && LLVMGetOperand(call, 1) == address));
}

/* Volatile accesses may be meant for any address. */
static bool is_access(LLVMValueRef user, LLVMValueRef address) {
    if (LLVMIsALoadInst(user))
        return !LLVMGetVolatile(user);
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 1) == address && !LLVMGetVolatile(user);
    if (LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user))
        return LLVMGetOperand(user, 0) == address && !LLVMGetVolatile(user);
    return LLVMIsACallInst(user) && is_transfer(user, address);
}

static bool is_inbounds(LLVMValueRef v) {
    bool gep = LLVMIsAGetElementPtrInst(v) ||
               (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
    return gep && ir_is_pointer(v) && (LLVMGEPGetNoWrapFlags(v) & LLVMGEPFlagInBounds);
}

/* From null, such a computation leads to null or to poison, neither of which can be accessed. */
static bool is_accessed(lathe_module *m, LLVMValueRef pointer, LLVMValueRef at, int depth) {
    int seen = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u && seen < MAX_USES;
         u = LLVMGetNextUse(u), seen++) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user) || ir_function_of(user) != ir_function_of(at))
            continue;
        if (is_access(user, pointer) && runs_with(m, user, at))
            return true;
        if (depth && is_inbounds(user) && LLVMGetOperand(user, 0) == pointer &&
            is_accessed(m, user, at, depth - 1))
            return true;
    }
    return false;
}

static bool is_variable(LLVMValueRef pointer) {
    return LLVMIsAAllocaInst(pointer) ||
           (LLVMIsAGlobalValue(pointer) && LLVMGetLinkage(pointer) != LLVMExternalWeakLinkage &&
            !LLVMIsAGlobalAlias(pointer) && !LLVMIsAGlobalIFunc(pointer));
}

/* What a chain of address computations inside one object begins with. */
static LLVMValueRef root_of(LLVMValueRef pointer) {
    for (int depth = 0; depth < MAX_STEPS && is_inbounds(pointer); depth++)
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

bool ir_is_object(lathe_module *m, LLVMValueRef pointer, LLVMValueRef at) {
    return is_variable(root_of(pointer)) ||
           (!ir_null_is_valid(ir_function_of(at)) && is_accessed(m, pointer, at, 1));
}

static bool has_mark(LLVMValueRef load, const char *name) {
    unsigned kind = ir_md_kind(LLVMGetTypeContext(LLVMTypeOf(load)), name);
    return LLVMHasMetadata(load) && LLVMGetMetadata(load, kind);
}

/* Memory at null would be where the pointer may lead, unless it is marked otherwise. */
static bool is_marked(LLVMValueRef pointer, bool null_is_valid) {
    static const char *const marks[] = {"nonnull", "dereferenceable", "byval", "sret"};
    size_t count = null_is_valid ? 1 : sizeof marks / sizeof *marks;
    for (size_t i = 0; i < count; i++)
        if (LLVMIsALoadInst(pointer) ? has_mark(pointer, marks[i])
            : LLVMIsACallInst(pointer)
                ? ir_attr_of_call(pointer, LLVMAttributeReturnIndex, marks[i]) != NULL
            : LLVMIsAArgument(pointer) ? ir_attr_of_param(pointer, marks[i]) != NULL
                                       : false)
            return true;
    return false;
}

/* The block that is only entered if the test has found the pointer not to be null. */
static LLVMBasicBlockRef guarded_block(LLVMValueRef test, LLVMValueRef branch) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(test);
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
        LLVMGetSuccessor(branch, 0) == LLVMGetSuccessor(branch, 1))
        return NULL;
    return p == LLVMIntNE   ? LLVMGetSuccessor(branch, 0)
           : p == LLVMIntEQ ? LLVMGetSuccessor(branch, 1)
                            : NULL;
}

static bool has_one_way_in(lathe_module *m, LLVMBasicBlockRef bb) {
    const ir_cfg *cfg = ir_cfg_of(m, LLVMGetBasicBlockParent(bb));
    uint32_t b = cfg ? ir_cfg_number(cfg, bb) : IR_NONE;
    return b != IR_NONE && cfg->pred_start[b + 1] - cfg->pred_start[b] == 1;
}

static bool guards(lathe_module *m, LLVMValueRef test, LLVMValueRef at) {
    for (LLVMUseRef u = LLVMGetFirstUse(test); u; u = LLVMGetNextUse(u)) {
        LLVMBasicBlockRef bb = guarded_block(test, LLVMGetUser(u));
        if (bb && has_one_way_in(m, bb) && block_dominates(m, bb, LLVMGetInstructionParent(at)))
            return true;
    }
    return false;
}

static bool is_tested(lathe_module *m, LLVMValueRef pointer, LLVMValueRef at) {
    int seen = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u && seen < MAX_USES;
         u = LLVMGetNextUse(u), seen++) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAICmpInst(user) && ir_function_of(user) == ir_function_of(at) &&
            LLVMIsAConstantPointerNull(LLVMGetOperand(user, LLVMGetOperand(user, 0) == pointer)) &&
            guards(m, user, at))
            return true;
    }
    return false;
}

/* A struct has no bytes if all its members have none; of one with a scalar that is known. */
static bool has_bytes(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    unsigned count = kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : 0;
    for (unsigned i = 0; i < count; i++) {
        LLVMTypeKind inner = LLVMGetTypeKind(LLVMStructGetTypeAtIndex(type, i));
        if (inner != LLVMStructTypeKind && inner != LLVMArrayTypeKind)
            return true;
    }
    return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind ||
           kind == LLVMDoubleTypeKind || kind == LLVMFloatTypeKind;
}

/* By an inbounds computation from null, only null can be reached. */
static bool is_moved_away(LLVMValueRef pointer) {
    if (!LLVMIsAInstruction(pointer) || !is_inbounds(pointer) ||
        ir_null_is_valid(ir_function_of(pointer)) || LLVMGetNumIndices(pointer) != 1)
        return false;
    LLVMValueRef index = LLVMGetOperand(pointer, 1);
    return LLVMIsAConstantInt(index) && !LLVMIsNull(index) &&
           has_bytes(LLVMGetGEPSourceElementType(pointer));
}

static bool is_nonnull(lathe_module *m, LLVMValueRef pointer, LLVMValueRef at, int depth);

static bool is_chosen_from_nonnull(lathe_module *m, LLVMValueRef v, LLVMValueRef at, int depth) {
    if (!depth)
        return false;
    if (LLVMIsASelectInst(v))
        return is_nonnull(m, LLVMGetOperand(v, 1), at, depth - 1) &&
               is_nonnull(m, LLVMGetOperand(v, 2), at, depth - 1);
    if (!LLVMIsAPHINode(v) || LLVMCountIncoming(v) > MAX_USES)
        return false;
    for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
        if (!is_nonnull(m, LLVMGetIncomingValue(v, i),
                        LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(v, i)), depth - 1))
            return false;
    return true;
}

static bool is_nonnull(lathe_module *m, LLVMValueRef pointer, LLVMValueRef at, int depth) {
    if (ir_is_object(m, pointer, at) || is_marked(pointer, ir_null_is_valid(ir_function_of(at))) ||
        is_moved_away(pointer))
        return true;
    bool inside = LLVMIsAInstruction(pointer) || LLVMIsAArgument(pointer);
    return inside && (is_tested(m, pointer, at) || is_chosen_from_nonnull(m, pointer, at, depth));
}

bool ir_is_nonnull(lathe_module *m, LLVMValueRef pointer, LLVMValueRef at) {
    return is_nonnull(m, pointer, at, MAX_DEPTH);
}
