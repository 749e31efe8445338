/* ir-test-clone-functions: internal functions get their parameters in reverse and an unused i32.
 *
 * Needs: nothing.
 * Keeps: behaviour, names, linkage, debug information.
 * Breaks: signatures and calls of the functions it changes.
 * Declines when: the function is not internal or private, is used other than by direct calls of its
 *        own type, is variadic, makes or is the target of a musttail call, or has a parameter
 *        whose place matters (sret, nest, inalloca, preallocated, swift parameters).
 */
#include "ir/attr.h"
#include "passes/passes.h"

#include "base/vec.h"
#include "ir/edit/call.h"
#include "ir/edit/signature.h"
#include "ir/value.h"

#include <string.h>

static bool has_placed_param(LLVMValueRef fn) {
    static const char *const kinds[] = {"sret",      "nest",       "inalloca",  "preallocated",
                                        "swiftself", "swifterror", "swiftasync"};
    for (unsigned p = 1; p <= LLVMCountParams(fn); p++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (ir_attr_get(fn, p, kinds[k]))
                return true;
    return false;
}

static bool touches_musttail(LLVMValueRef fn) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (ir_is_musttail(LLVMGetUser(u)))
            return true;
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (ir_is_musttail(inst))
                return true;
    return false;
}

static bool is_candidate(LLVMValueRef fn) {
    LLVMLinkage linkage = LLVMGetLinkage(fn);
    return !LLVMIsDeclaration(fn) &&
           (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) &&
           !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)) && ir_calls_all_direct(fn) &&
           !has_placed_param(fn) && !touches_musttail(fn);
}

/* data: the number of old parameters. */
static bool reversed_args(void *data, LLVMValueRef call, LLVMBuilderRef b, LLVMValueRef *args,
                          uint32_t *attrs_from) {
    (void)b;
    unsigned count = *(unsigned *)data;
    for (unsigned i = 0; i < count; i++) {
        args[count - 1 - i] = LLVMGetOperand(call, i);
        attrs_from[count - 1 - i] = i;
    }
    LLVMContextRef c = LLVMGetValueContext(call);
    args[count] = LLVMConstInt(LLVMInt32TypeInContext(c), 0, false);
    return true;
}

static LLVMTypeRef reversed_type(lathe_module *m, LLVMTypeRef old, LLVMTypeRef *params) {
    unsigned count = LLVMCountParamTypes(old);
    LLVMGetParamTypes(old, params);
    for (unsigned i = 0; i < count / 2; i++) {
        LLVMTypeRef t = params[i];
        params[i] = params[count - 1 - i];
        params[count - 1 - i] = t;
    }
    params[count] = LLVMInt32TypeInContext(m->llvm_ctx);
    return LLVMFunctionType(LLVMGetReturnType(old), params, count + 1, false);
}

static void reverse(lathe_module *m, LLVMValueRef fn) {
    unsigned count = LLVMCountParams(fn);
    VEC(ir_param_source) params = {0};
    VEC(LLVMTypeRef) types = {0};
    for (unsigned i = 0; i < count; i++)
        vec_push(m->ctx, &params, (ir_param_source){count - 1 - i, NULL});
    if (vec_reserve(m->ctx, &types, (size_t)count + 1) && ctx_ok(m->ctx)) {
        ir_signature to = {.type = reversed_type(m, LLVMGlobalGetValueType(fn), types.at),
                           .params = params.at};
        LLVMValueRef new = ir_function_resign(m, fn, &to);
        if (new && ir_calls_rewrite(m->ctx, fn, new, reversed_args, &count)) {
            ir_function_retire(fn, new);
            ctx_count(m->ctx, "functions cloned", 1);
        } else {
            ctx_fail(m->ctx, LATHE_INTERNAL, "cannot change the signature of '%s'",
                     LLVMGetValueName(new ? new : fn));
        }
    }
    vec_free(m->ctx, &params);
    vec_free(m->ctx, &types);
}

lathe_status ir_test_clone_functions(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    VEC(LLVMValueRef) chosen = {0};
    ir_each_function (fn, m->llvm)
        if (is_candidate(fn))
            vec_push(m->ctx, &chosen, fn);
    for (size_t i = 0; i < chosen.len && ctx_tick(m->ctx, 1); i++)
        reverse(m, chosen.at[i]);
    vec_free(m->ctx, &chosen);
    return m->ctx->status;
}
