#include "ir/edit/call.h"

#include "base/vec.h"
#include "ir/edit/edit_carry.h"

static LLVMValueRef build_callbr(lathe_ctx *ctx, LLVMBuilderRef b, LLVMValueRef call,
                                 const ir_call_plan *p, LLVMOperandBundleRef *bundles,
                                 unsigned bundle_count) {
    VEC(LLVMBasicBlockRef) dests = {0};
    unsigned count = LLVMGetCallBrNumIndirectDests(call);
    for (unsigned i = 0; i < count; i++)
        vec_push(ctx, &dests, LLVMGetCallBrIndirectDest(call, i));
    LLVMValueRef built =
        !ctx_ok(ctx)
            ? NULL
            : LLVMBuildCallBr(b, p->type, p->callee, LLVMGetCallBrDefaultDest(call), dests.at,
                              count, p->args, p->arg_count, bundles, bundle_count, "");
    vec_free(ctx, &dests);
    return built;
}

static LLVMValueRef build_bare(lathe_ctx *ctx, LLVMBuilderRef b, LLVMValueRef call,
                               const ir_call_plan *p, LLVMOperandBundleRef *bundles,
                               unsigned bundle_count) {
    if (LLVMIsACallBrInst(call))
        return build_callbr(ctx, b, call, p, bundles, bundle_count);
    if (LLVMIsAInvokeInst(call))
        return LLVMBuildInvokeWithOperandBundles(b, p->type, p->callee, p->args, p->arg_count,
                                                 LLVMGetNormalDest(call), LLVMGetUnwindDest(call),
                                                 bundles, bundle_count, "");
    LLVMValueRef built = LLVMBuildCallWithOperandBundles(b, p->type, p->callee, p->args,
                                                         p->arg_count, bundles, bundle_count, "");
    LLVMSetTailCallKind(built, LLVMGetTailCallKind(call));
    return built;
}

static void carry_attrs(LLVMValueRef call, LLVMValueRef built, const ir_call_plan *p) {
    LLVMAttributeIndex fn = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    ir_carry_call_attrs(call, fn, built, fn);
    if (LLVMTypeOf(call) == LLVMTypeOf(built) || !p->attrs_from)
        ir_carry_call_attrs(call, LLVMAttributeReturnIndex, built, LLVMAttributeReturnIndex);
    for (unsigned i = 0; i < p->arg_count; i++) {
        uint32_t from = p->attrs_from ? p->attrs_from[i] : i;
        if (from != IR_NONE)
            ir_carry_call_attrs(call, from + 1, built, i + 1);
    }
}

LLVMValueRef ir_call_rebuild(lathe_ctx *ctx, LLVMBuilderRef b, LLVMValueRef call,
                             const ir_call_plan *plan) {
    VEC(LLVMOperandBundleRef) bundles = {0};
    unsigned count = LLVMGetNumOperandBundles(call);
    if (count && !vec_reserve(ctx, &bundles, count))
        return NULL;
    for (unsigned i = 0; i < count; i++)
        bundles.at[bundles.len++] = LLVMGetOperandBundleAtIndex(call, i);
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef built = build_bare(ctx, b, call, plan, bundles.at, count);
    if (built) {
        LLVMSetInstructionCallConv(built, LLVMGetInstructionCallConv(call));
        carry_attrs(call, built, plan);
        ir_carry_inst(call, built);
    }
    for (size_t i = 0; i < bundles.len; i++)
        LLVMDisposeOperandBundle(bundles.at[i]);
    vec_free(ctx, &bundles);
    return built;
}

static bool is_direct_call(LLVMValueRef fn, LLVMValueRef user) {
    if (!LLVMIsAInstruction(user) || !ir_is_call_site(user) || LLVMGetCalledValue(user) != fn ||
        LLVMGetCalledFunctionType(user) != LLVMGlobalGetValueType(fn))
        return false;
    int count = LLVMGetNumOperands(user), uses = 0;
    for (int i = 0; i < count; i++)
        uses += LLVMGetOperand(user, (unsigned)i) == fn;
    return uses == 1;
}

enum { CONSTANT_DEPTH = 16 };

/* Constants live on in the context when nothing uses them any more. Deeper ones count as used. */
static bool is_dead_constant(LLVMValueRef user, unsigned depth) {
    if (!LLVMIsConstant(user) || LLVMIsAGlobalValue(user) || LLVMIsABlockAddress(user))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(user); u; u = LLVMGetNextUse(u))
        if (depth == CONSTANT_DEPTH || !is_dead_constant(LLVMGetUser(u), depth + 1))
            return false;
    return true;
}

bool ir_calls_all_direct(LLVMValueRef fn) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (!is_direct_call(fn, LLVMGetUser(u)) && !is_dead_constant(LLVMGetUser(u), 0))
            return false;
    return true;
}

typedef struct rewriter {
    lathe_ctx *ctx;
    LLVMBuilderRef b;
    LLVMValueRef to;
    unsigned old_params, new_params;
    ir_call_args_fn *fill;
    void *data;
} rewriter;

static bool rewrite_call(rewriter *w, LLVMValueRef call) {
    VEC(LLVMValueRef) args = {0};
    VEC(uint32_t) from = {0};
    unsigned given = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < w->new_params; i++) {
        vec_push(w->ctx, &args, NULL);
        vec_push(w->ctx, &from, IR_NONE);
    }
    for (unsigned i = w->old_params; i < given; i++) {
        vec_push(w->ctx, &args, LLVMGetOperand(call, i));
        vec_push(w->ctx, &from, i);
    }
    LLVMPositionBuilderBeforeInstrAndDbgRecords(w->b, call);
    LLVMValueRef built = NULL;
    if (ctx_ok(w->ctx) && w->fill(w->data, call, w->b, args.at, from.at)) {
        ir_call_plan plan = {LLVMGlobalGetValueType(w->to), w->to, args.at, (unsigned)args.len,
                             from.at};
        built = ir_call_rebuild(w->ctx, w->b, call, &plan);
    }
    if (built) {
        if (LLVMTypeOf(built) == LLVMTypeOf(call))
            LLVMReplaceAllUsesWith(call, built);
        LLVMInstructionEraseFromParent(call);
    }
    vec_free(w->ctx, &args);
    vec_free(w->ctx, &from);
    return built;
}

bool ir_calls_rewrite(lathe_ctx *ctx, LLVMValueRef from, LLVMValueRef to, ir_call_args_fn *fill,
                      void *data) {
    VEC(LLVMValueRef) calls = {0};
    bool all = true;
    for (LLVMUseRef u = LLVMGetFirstUse(from); u; u = LLVMGetNextUse(u)) {
        if (is_direct_call(from, LLVMGetUser(u)))
            vec_push(ctx, &calls, LLVMGetUser(u));
        else if (!is_dead_constant(LLVMGetUser(u), 0))
            all = false;
    }
    rewriter w = {.ctx = ctx,
                  .b = LLVMCreateBuilderInContext(LLVMGetValueContext(from)),
                  .to = to,
                  .old_params = LLVMCountParams(from),
                  .new_params = LLVMCountParams(to),
                  .fill = fill,
                  .data = data};
    for (size_t i = 0; i < calls.len && ctx_tick(ctx, 1); i++)
        all &= rewrite_call(&w, calls.at[i]);
    LLVMDisposeBuilder(w.b);
    vec_free(ctx, &calls);
    return all && ctx_ok(ctx);
}
