#include "ir/edit/fit_calls.h"

#include "base/vec.h"
#include "ir/attr.h"
#include "ir/edit/call.h"
#include "ir/value.h"

typedef VEC(LLVMValueRef) call_list;

static unsigned width_of(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

static bool is_pointer_type(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == 0;
}

static bool is_in_register(LLVMTypeRef type) {
    unsigned width = width_of(type);
    return is_pointer_type(type) || (width && width <= 64);
}

/* Whether both are passed in the same way, apart from their types. */
static bool same_passing(LLVMValueRef call, LLVMValueRef fn, unsigned i) {
    static const char *const kinds[] = {"byval",        "sret",       "byref",     "inalloca",
                                        "preallocated", "nest",       "inreg",     "swifterror",
                                        "swiftself",    "swiftasync", "alignstack"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (ir_attr_get(call, i + 1, kinds[k]) != ir_attr_get(fn, i + 1, kinds[k]))
            return false;
    return true;
}

/* Whether the value is one of so many bits that was widened as the parameter says. */
static bool is_widened(LLVMValueRef value, unsigned bits, bool by_sign) {
    if (LLVMIsAConstantInt(value)) {
        int64_t number = LLVMConstIntGetSExtValue(value);
        int64_t half = INT64_C(1) << (bits - 1);
        return by_sign ? number >= -half && number < half : number >= 0 && number < 2 * half;
    }
    bool zeros = LLVMIsAZExtInst(value), sign = LLVMIsASExtInst(value);
    if (!zeros && !sign)
        return false;
    unsigned from = width_of(LLVMTypeOf(LLVMGetOperand(value, 0)));
    return from && (by_sign ? (sign ? from <= bits : from < bits) : zeros && from <= bits);
}

static bool narrows(LLVMValueRef fn, unsigned i, LLVMValueRef value, unsigned to) {
    if (to >= 32)
        return to == 32;
    bool by_sign = ir_attr_get(fn, i + 1, "signext");
    bool by_zeros = ir_attr_get(fn, i + 1, "zeroext");
    return (!by_sign && !by_zeros) || is_widened(value, to, by_sign);
}

static bool argument_fits(LLVMValueRef call, LLVMValueRef fn, unsigned i) {
    LLVMValueRef value = LLVMGetOperand(call, i);
    LLVMTypeRef from = LLVMTypeOf(value), to = LLVMTypeOf(LLVMGetParam(fn, i));
    if (!same_passing(call, fn, i))
        return false;
    if (from == to)
        return true;
    if (!is_in_register(from) || !is_in_register(to))
        return false;
    unsigned given = width_of(from), wanted = width_of(to);
    if (!given || !wanted)
        return (given ? given : wanted) == 64;
    return given > wanted && narrows(fn, i, value, wanted);
}

/* A result that nobody reads may be anything that comes in a register. */
static bool result_fits(LLVMValueRef call, LLVMValueRef fn) {
    LLVMTypeRef wanted = LLVMTypeOf(call);
    LLVMTypeRef made = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    if (wanted == made)
        return true;
    if (!LLVMGetFirstUse(call))
        return LLVMGetTypeKind(made) == LLVMVoidTypeKind || is_in_register(made);
    if (!is_in_register(wanted) || !is_in_register(made))
        return false;
    unsigned read = width_of(wanted), given = width_of(made);
    if (!read || !given)
        return (read ? read : given) == 64;
    return given > read && read == 32;
}

static bool fits(LLVMValueRef call, LLVMValueRef fn) {
    unsigned count = LLVMCountParams(fn);
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)) || LLVMGetNumArgOperands(call) != count ||
        LLVMGetInstructionCallConv(call) != LLVMGetFunctionCallConv(fn) || ir_is_musttail(call) ||
        !result_fits(call, fn))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!argument_fits(call, fn, i))
            return false;
    return true;
}

/* The same bits as a value of another type: upper ones are left out. */
static LLVMValueRef as_type(LLVMBuilderRef b, LLVMValueRef value, LLVMTypeRef to) {
    if (LLVMTypeOf(value) == to)
        return value;
    if (is_pointer_type(to))
        return LLVMBuildIntToPtr(b, value, to, "");
    if (ir_is_pointer(value))
        return LLVMBuildPtrToInt(b, value, to, "");
    return LLVMBuildTrunc(b, value, to, "");
}

/* The definition says how a narrow argument is widened. */
static void widen_argument(LLVMValueRef built, LLVMValueRef fn, unsigned i) {
    static const char *const kinds[] = {"signext", "zeroext"};
    for (size_t k = 0; k < 2; k++)
        if (ir_attr_get(fn, i + 1, kinds[k]))
            ir_attr_add(built, i + 1, kinds[k], 0);
}

/* What is said of a result does not hold of one of another type; void has no name either. */
static void forget_result(LLVMValueRef call) {
    static const char *const kinds[] = {"range", "nonnull", "noundef", "align", "dereferenceable"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        LLVMSetMetadata(call, ir_md_kind(LLVMGetValueContext(call), kinds[k]), NULL);
    LLVMSetValueName2(call, "", 0);
}

static void replace_call(LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef built) {
    if (LLVMGetFirstUse(call)) {
        LLVMPositionBuilderBeforeInstrAndDbgRecords(b, LLVMGetNextInstruction(built));
        LLVMReplaceAllUsesWith(call, as_type(b, built, LLVMTypeOf(call)));
    }
    LLVMInstructionEraseFromParent(call);
}

static void rewrite(lathe_ctx *ctx, LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef fn) {
    VEC(LLVMValueRef) args = {0};
    VEC(uint32_t) from = {0};
    LLVMPositionBuilderBeforeInstrAndDbgRecords(b, call);
    for (unsigned i = 0; i < LLVMCountParams(fn); i++) {
        LLVMValueRef value = LLVMGetOperand(call, i);
        LLVMTypeRef to = LLVMTypeOf(LLVMGetParam(fn, i));
        vec_push(ctx, &from, LLVMTypeOf(value) == to ? i : IR_NONE);
        vec_push(ctx, &args, as_type(b, value, to));
    }
    if (LLVMTypeOf(call) != LLVMGetReturnType(LLVMGlobalGetValueType(fn)))
        forget_result(call);
    ir_call_plan plan = {LLVMGlobalGetValueType(fn), fn, args.at, (unsigned)args.len, from.at};
    LLVMValueRef built = ctx_ok(ctx) ? ir_call_rebuild(ctx, b, call, &plan) : NULL;
    for (unsigned i = 0; built && i < args.len; i++)
        if (from.at[i] == IR_NONE)
            widen_argument(built, fn, i);
    if (built)
        replace_call(b, call, built);
    vec_free(ctx, &args);
    vec_free(ctx, &from);
}

/* A call by another type, seen from where it names the function that it calls. */
static bool is_misfit(LLVMUseRef use, LLVMValueRef fn) {
    LLVMValueRef call = LLVMGetUser(use);
    return ir_is_call_of(call, fn) &&
           LLVMGetOperandUse(call, (unsigned)LLVMGetNumOperands(call) - 1) == use &&
           LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn);
}

static void fit_calls_of(lathe_module *m, LLVMBuilderRef b, LLVMValueRef fn) {
    call_list calls = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (is_misfit(u, fn) && fits(LLVMGetUser(u), fn))
            vec_push(m->ctx, &calls, LLVMGetUser(u));
    for (size_t i = 0; i < calls.len && ctx_tick(m->ctx, 1); i++)
        rewrite(m->ctx, b, calls.at[i], fn);
    if (calls.len)
        ir_mark_changed(m);
    vec_free(m->ctx, &calls);
}

/* Narrow arguments on the stack are at the same address only where the low bytes come first. */
static bool is_known_machine(const lathe_module *m) {
    return LLVMByteOrder(ir_layout(m)) == LLVMLittleEndian && LLVMPointerSize(ir_layout(m)) == 8;
}

void ir_fit_calls(lathe_module *m) {
    if (!is_known_machine(m))
        return;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && LLVMGetLinkage(fn) != LLVMAvailableExternallyLinkage)
            fit_calls_of(m, b, fn);
    LLVMDisposeBuilder(b);
}

lathe_status ir_fit_calls_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params, (void)out;
    ir_begin_change(m);
    ir_fit_calls(m);
    return m->ctx->status;
}
