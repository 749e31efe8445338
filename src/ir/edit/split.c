/* LLVM-C can move instructions between blocks, but not the debug records that stand with them, and
 * cannot change the blocks a PHI names. LLVM's own block splitter does both. The one pass that
 * offers it bare is lower-guard-intrinsic, which splits at each call of llvm.experimental.guard: so
 * guards mark the places, the pass splits, and the branches to deoptimization are taken out.
 */
#include "ir/edit/split.h"

#include "base/vec.h"
#include "ir/analyses.h"
#include "ir/attr.h"
#include "ir/edit/phi.h"
#include "ir/llvmpasses.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

static const char guard_name[] = "llvm.experimental.guard";
static const char deopt_name[] = "llvm.experimental.deoptimize";

static bool is_pad(LLVMValueRef inst) {
    return LLVMIsALandingPadInst(inst) || LLVMIsAFuncletPadInst(inst) ||
           LLVMIsACatchSwitchInst(inst);
}

static bool is_deoptimize(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) &&
           LLVMGetIntrinsicID(callee) == ir_intrinsic_id(deopt_name);
}

bool ir_can_split_before(LLVMValueRef inst) {
    if (LLVMIsAPHINode(inst) || is_pad(inst))
        return false;
    LLVMValueRef before = LLVMGetPreviousInstruction(inst);
    return !before || !LLVMIsACallInst(before) ||
           (LLVMGetTailCallKind(before) != LLVMTailCallKindMustTail && !is_deoptimize(before));
}

static void insert_guard(LLVMBuilderRef b, LLVMValueRef guard, LLVMValueRef before) {
    LLVMContextRef c = LLVMGetValueContext(before);
    LLVMValueRef yes = LLVMConstInt(LLVMInt1TypeInContext(c), 1, false);
    LLVMOperandBundleRef deopt = LLVMCreateOperandBundle("deopt", strlen("deopt"), NULL, 0);
    LLVMPositionBuilderBeforeInstrAndDbgRecords(b, before);
    LLVMBuildCallWithOperandBundles(b, LLVMGlobalGetValueType(guard), guard, &yes, 1, &deopt, 1,
                                    "");
    LLVMDisposeOperandBundle(deopt);
}

enum { NAME_ROOM = 128 };

static void name_after(LLVMBasicBlockRef block, LLVMBasicBlockRef old) {
    static const char suffix[] = ".split";
    size_t length, most = NAME_ROOM - sizeof suffix;
    const char *name = LLVMGetValueName2(LLVMBasicBlockAsValue(old), &length);
    char text[NAME_ROOM];
    if (length > most)
        length = most;
    memcpy(text, name, length);
    memcpy(text + length, suffix, sizeof suffix);
    LLVMSetValueName2(LLVMBasicBlockAsValue(block), text, length ? length + sizeof suffix - 1 : 0);
}

/* Turns `br i1 true, new, deopt` into `br new`. */
static void drop_guard_branch(LLVMBuilderRef b, LLVMValueRef first) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(first);
    LLVMValueRef branch = LLVMGetUser(LLVMGetFirstUse(LLVMBasicBlockAsValue(block)));
    LLVMBasicBlockRef deopt = LLVMGetSuccessor(branch, 1);
    LLVMPositionBuilderBefore(b, branch);
    LLVMValueRef jump = LLVMBuildBr(b, block);
    LLVMInstructionSetDebugLoc(jump, LLVMInstructionGetDebugLoc(first));
    LLVMInstructionEraseFromParent(branch);
    LLVMDeleteBasicBlock(deopt);
}

static void delete_unused(LLVMModuleRef m, unsigned id) {
    LLVMValueRef next;
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = next) {
        next = LLVMGetNextFunction(fn);
        if (LLVMGetIntrinsicID(fn) == id && !LLVMGetFirstUse(fn))
            LLVMDeleteFunction(fn);
    }
}

static bool run_splitter(lathe_module *m) {
    return ir_run_llvm(m, &(ir_llvm_run){.passes = "function(lower-guard-intrinsic)",
                                         .doing = "blocks cannot be split"});
}

typedef VEC(LLVMValueRef) function_list;

/* LLVM runs no pass on an optnone function, so those that are to be split lose the mark for the
 * while. */
static void lift_optnone(lathe_ctx *ctx, LLVMValueRef fn, function_list *lifted) {
    if (ir_attr_get(fn, IR_AT_FUNCTION, "optnone") && vec_push(ctx, lifted, fn))
        ir_attr_remove(fn, IR_AT_FUNCTION, "optnone");
}

static void restore_optnone(lathe_ctx *ctx, function_list *lifted) {
    for (size_t i = 0; i < lifted->len; i++)
        ir_attr_add(lifted->at[i], IR_AT_FUNCTION, "optnone", 0);
    vec_free(ctx, lifted);
}

static bool may_split(lathe_module *m, LLVMValueRef *before, size_t count) {
    LLVMValueRef guard = LLVMGetNamedFunction(m->llvm, guard_name);
    if (guard && LLVMGetFirstUse(guard))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!ir_can_split_before(before[i]))
            return false;
    return true;
}

/* Whether the pass did its work at this place. */
static bool was_split(LLVMValueRef first, LLVMBasicBlockRef from) {
    return LLVMGetInstructionParent(first) != from && !LLVMGetPreviousInstruction(first);
}

static bool split_at_guards(lathe_module *m, LLVMBuilderRef b, LLVMValueRef *before, size_t count,
                            LLVMBasicBlockRef *from) {
    unsigned guard_id = ir_intrinsic_id(guard_name);
    LLVMValueRef guard = LLVMGetIntrinsicDeclaration(m->llvm, guard_id, NULL, 0);
    for (size_t i = 0; i < count; i++) {
        from[i] = LLVMGetInstructionParent(before[i]);
        insert_guard(b, guard, before[i]);
    }
    bool ok = run_splitter(m);
    for (size_t i = 0; ok && i < count; i++) {
        if (!was_split(before[i], from[i])) {
            ctx_fail(m->ctx, LATHE_INTERNAL, "a block was not split");
            return false;
        }
        drop_guard_branch(b, before[i]);
        name_after(LLVMGetInstructionParent(before[i]), from[i]);
    }
    delete_unused(m->llvm, guard_id);
    delete_unused(m->llvm, ir_intrinsic_id(deopt_name));
    return ok;
}

bool ir_split_blocks(lathe_module *m, LLVMValueRef *before, size_t count) {
    if (!may_split(m, before, count) || !ctx_tick(m->ctx, count + 1))
        return false;
    VEC(LLVMBasicBlockRef) from = {0};
    function_list lifted = {0};
    for (size_t i = 0; i < count; i++)
        lift_optnone(m->ctx, ir_function_of(before[i]), &lifted);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    bool ok = ctx_ok(m->ctx);
    if (ok && count)
        ok = vec_reserve(m->ctx, &from, count) && split_at_guards(m, b, before, count, from.at);
    LLVMDisposeBuilder(b);
    vec_free(m->ctx, &from);
    restore_optnone(m->ctx, &lifted);
    return ok;
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
    ir_phis_redirect_one(m->ctx, b, to, from, middle);
    LLVMDisposeBuilder(b);
    return ctx_ok(m->ctx) ? middle : NULL;
}
