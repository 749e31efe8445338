#include "ckpt/thunks.h"

#include "base/vec.h"
#include "ckpt/ckpt_reasons.h"
#include "ir/value.h"

#include <string.h>

typedef VEC(LLVMValueRef) value_list;

static bool is_call_of(LLVMValueRef user, LLVMValueRef fn) {
    return (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && LLVMGetCalledValue(user) == fn;
}

/* The first user that does more than call it; NULL if there is none. What handles the exceptions of
 * a function is named by it, and looked up in each process. */
static LLVMValueRef taker(LLVMValueRef fn) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAFunction(user))
            continue;
        if (!is_call_of(user, fn) || ir_call_passes(user, fn))
            return user;
    }
    return NULL;
}

static bool is_variadic(LLVMValueRef fn) {
    return LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn));
}

/* A thunk calls by the declared type, so that must be the whole of it; what it returns must not
 * have to be followed; and a weak function may not be there at all. */
static bool can_stand_for(LLVMValueRef fn, const lib_func *e) {
    bool stream = e->verdict == LIB_CKPT_STREAM && e->argument < LLVMCountParams(fn);
    return !is_variadic(fn) && LLVMGetLinkage(fn) != LLVMExternalWeakLinkage &&
           (e->verdict == LIB_CKPT_FINE || e->verdict == LIB_CKPT_CALLBACK ||
            e->verdict == LIB_CKPT_BEFORE || stream);
}

/* The address of one that needs nothing from its caller but its arguments: where it is saved, the
 * runtime saves the name. */
static bool can_be_named(LLVMValueRef fn, const lib_func *e) {
    return is_variadic(fn) && e->verdict == LIB_CKPT_FINE &&
           LLVMGetLinkage(fn) != LLVMExternalWeakLinkage && strcmp(e->name, "ioctl") != 0;
}

void ckpt_check_address(ckpt_refusals *r, LLVMValueRef fn, const lib_func *e) {
    LLVMValueRef user = taker(fn);
    if (!user || e->verdict == LIB_CKPT_REPLACED || can_stand_for(fn, e) || can_be_named(fn, e))
        return;
    bool located = LLVMIsAInstruction(user) || LLVMIsAGlobalVariable(user);
    if (e->verdict == LIB_CKPT_STREAM)
        ckpt_refuse(r, NULL, located ? user : NULL, CKPT_WHY_EXTERNAL_STREAM, e->name);
    else
        ckpt_refuse(r, NULL, located ? user : NULL, CKPT_WHY_FUNCTION_POINTER, e->name);
}

static void copy_attributes(LLVMValueRef from, LLVMValueRef thunk, LLVMValueRef call) {
    for (unsigned at = 0, n = LLVMCountParams(from); at <= n; at++) {
        LLVMAttributeRef attributes[64];
        unsigned count = LLVMGetAttributeCountAtIndex(from, at);
        if (count > sizeof attributes / sizeof *attributes)
            continue;
        LLVMGetAttributesAtIndex(from, at, attributes);
        for (unsigned i = 0; i < count; i++) {
            LLVMAddAttributeAtIndex(thunk, at, attributes[i]);
            LLVMAddCallSiteAttribute(call, at, attributes[i]);
        }
    }
}

static LLVMValueRef build(lathe_module *m, LLVMBuilderRef b, LLVMValueRef fn) {
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    unsigned count = LLVMCountParams(fn);
    value_list args = {0};
    str name;
    str_init(&name, m->ctx);
    str_printf(&name, "lathe.ckpt.%s", LLVMGetValueName(fn));
    LLVMValueRef thunk = LLVMAddFunction(m->llvm, str_text(&name), type);
    str_free(&name);
    LLVMSetLinkage(thunk, LLVMInternalLinkage);
    LLVMSetFunctionCallConv(thunk, LLVMGetFunctionCallConv(fn));
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(m->llvm_ctx, thunk, "entry"));
    for (unsigned i = 0; i < count; i++)
        vec_push(m->ctx, &args, LLVMGetParam(thunk, i));
    LLVMValueRef call = LLVMBuildCall2(b, type, fn, args.at, ctx_ok(m->ctx) ? count : 0, "");
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(fn));
    copy_attributes(fn, thunk, call);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, call);
    vec_free(m->ctx, &args);
    return thunk;
}

/* Constants cannot be replaced one use at a time, so all are replaced, and calls put back. */
void ckpt_make_thunk(lathe_module *m, LLVMBuilderRef b, LLVMValueRef fn) {
    value_list calls = {0};
    if (is_variadic(fn) || !taker(fn))
        return;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (is_call_of(LLVMGetUser(u), fn))
            vec_push(m->ctx, &calls, LLVMGetUser(u));
    LLVMTypeRef pointer = LLVMPointerTypeInContext(m->llvm_ctx, 0);
    LLVMValueRef stand_in = LLVMAddGlobal(m->llvm, pointer, "lathe.ckpt.stand-in");
    LLVMReplaceAllUsesWith(fn, stand_in);
    LLVMReplaceAllUsesWith(stand_in, build(m, b, fn));
    LLVMDeleteGlobal(stand_in);
    for (size_t i = 0; i < calls.len; i++)
        LLVMSetOperand(calls.at[i], (unsigned)LLVMGetNumOperands(calls.at[i]) - 1, fn);
    vec_free(m->ctx, &calls);
}
