/* Mapped pointers in the program: the rewriting. */
#include "dtrans/transform/base.h"
#include "dtrans/transform/pointers.h"
#include "ir/attr.h"
#include "ir/edit/call.h"
#include "ir/edit/edit_carry.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>

/* What is said of memory that parameters point to does not hold of integers; facts about the
 * loaded pointer neither. */
static const char *const function_facts[] = {"memory", "allockind"};
static const char *const loaded_facts[] = {"nonnull", "align", "dereferenceable",
                                           "dereferenceable_or_null"};

/* After the parameters have got their new types the body sees the old ones through casts. They
 * belong to no line, so that a debugger stops after them, where the parameters are described. */
static void convert_parameters(LLVMBuilderRef builder, LLVMValueRef old, LLVMValueRef new) {
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(new));
    for (unsigned i = 0; i < LLVMCountParams(old); i++) {
        LLVMValueRef from = LLVMGetParam(old, i), to = LLVMGetParam(new, i);
        if (!ir_is_pointer(from) || LLVMTypeOf(from) == LLVMTypeOf(to))
            continue;
        LLVMPositionBuilderBeforeInstrAndDbgRecords(builder, first);
        LLVMSetCurrentDebugLocation2(builder, NULL);
        LLVMReplaceAllUsesWith(from, LLVMBuildIntToPtr(builder, to, LLVMTypeOf(from), ""));
    }
}

void dtrans_pointers_prototypes(DTransOptBase *b) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(b->m->llvm_ctx);
    for (size_t i = 0; i < b->pointers.casts.len && ctx_tick(b->ctx, 1); i++) {
        const dtrans_cast *cast = &b->pointers.casts.at[i];
        if (cast->kind != CAST_FUNCTION)
            continue;
        LLVMValueRef new = ir_valuemap_resign(&b->values, cast->at, cast->type);
        for (size_t k = 0; k < sizeof function_facts / sizeof *function_facts; k++)
            ir_attr_remove(new, IR_AT_FUNCTION, function_facts[k]);
        convert_parameters(builder, cast->at, new);
    }
    LLVMDisposeBuilder(builder);
}

LLVMValueRef dtrans_retype_load(LLVMBuilderRef b, LLVMValueRef load, LLVMTypeRef type) {
    LLVMValueRef new = LLVMBuildLoad2(b, type, LLVMGetOperand(load, 0), "");
    LLVMSetAlignment(new, LLVMGetAlignment(load));
    LLVMSetVolatile(new, LLVMGetVolatile(load));
    ir_carry_inst(load, new);
    for (size_t i = 0; i < sizeof loaded_facts / sizeof *loaded_facts; i++)
        LLVMSetMetadata(new, ir_md_kind(LLVMGetTypeContext(type), loaded_facts[i]), NULL);
    return new;
}

void dtrans_retype_address(lathe_ctx *ctx, LLVMBuilderRef b, LLVMValueRef gep, LLVMTypeRef type) {
    VEC(LLVMValueRef) indices = {0};
    for (int i = 1; i < LLVMGetNumOperands(gep); i++)
        vec_push(ctx, &indices, LLVMGetOperand(gep, (unsigned)i));
    LLVMValueRef new =
        LLVMBuildGEPWithNoWrapFlags(b, type, LLVMGetOperand(gep, 0), indices.at,
                                    (unsigned)indices.len, "", LLVMGEPGetNoWrapFlags(gep));
    vec_free(ctx, &indices);
    ir_carry_and_replace(gep, new);
}

void dtrans_retype_variable(LLVMBuilderRef b, LLVMValueRef variable, LLVMTypeRef type) {
    LLVMValueRef new = LLVMBuildArrayAlloca(b, type, LLVMGetOperand(variable, 0), "");
    LLVMSetAlignment(new, LLVMGetAlignment(variable));
    ir_carry_and_replace(variable, new);
}

static void apply_load(DTransOptBase *b, const dtrans_cast *cast) {
    LLVMValueRef new = dtrans_retype_load(b->pointers.builder, cast->at, cast->type);
    ir_replace_inst(cast->at,
                    LLVMBuildIntToPtr(b->pointers.builder, new, LLVMTypeOf(cast->at), ""));
}

static void apply_address(DTransOptBase *b, const dtrans_cast *cast) {
    dtrans_retype_address(b->ctx, b->pointers.builder, cast->at, cast->type);
}

static void apply_operand(DTransOptBase *b, const dtrans_cast *cast) {
    LLVMValueRef pointer = LLVMGetOperand(cast->at, 0);
    LLVMSetOperand(cast->at, 0, LLVMBuildPtrToInt(b->pointers.builder, pointer, cast->type, ""));
}

static void apply_variable(DTransOptBase *b, const dtrans_cast *cast) {
    dtrans_retype_variable(b->pointers.builder, cast->at, cast->type);
}

/* Arguments whose types differ, and in `from` which keep their attributes. */
static bool convert_arguments(DTransOptBase *b, const dtrans_cast *cast, LLVMValueRef *args,
                              uint32_t *from) {
    unsigned fixed = LLVMCountParamTypes(cast->type), count = LLVMGetNumArgOperands(cast->at);
    vec_clear(&b->pointers.params);
    if (!vec_reserve(b->ctx, &b->pointers.params, (size_t)fixed + 1))
        return false;
    LLVMGetParamTypes(cast->type, b->pointers.params.at);
    for (unsigned i = 0; i < count; i++) {
        args[i] = LLVMGetOperand(cast->at, i);
        from[i] = i;
        if (i >= fixed || LLVMTypeOf(args[i]) == b->pointers.params.at[i])
            continue;
        args[i] = LLVMBuildPtrToInt(b->pointers.builder, args[i], b->pointers.params.at[i], "");
        from[i] = IR_NONE;
    }
    return true;
}

static void rebuild_call(DTransOptBase *b, const dtrans_cast *cast, LLVMValueRef *args,
                         uint32_t *from) {
    LLVMValueRef old = cast->at;
    ir_call_plan plan = {cast->type, LLVMGetCalledValue(old), args, LLVMGetNumArgOperands(old),
                         from};
    LLVMValueRef new = ir_call_rebuild(b->ctx, b->pointers.builder, old, &plan);
    if (!new)
        return;
    for (size_t i = 0; i < sizeof function_facts / sizeof *function_facts; i++)
        ir_attr_remove(new, IR_AT_FUNCTION, function_facts[i]);
    if (LLVMTypeOf(new) != LLVMTypeOf(old)) {
        LLVMPositionBuilderBefore(b->pointers.builder, old);
        new = LLVMBuildIntToPtr(b->pointers.builder, new, LLVMTypeOf(old), "");
    }
    ir_replace_inst(old, new);
}

static void apply_call(DTransOptBase *b, const dtrans_cast *cast) {
    VEC(LLVMValueRef) args = {0};
    VEC(uint32_t) from = {0};
    size_t count = (size_t)LLVMGetNumArgOperands(cast->at) + 1;
    if (vec_reserve(b->ctx, &args, count) && vec_reserve(b->ctx, &from, count) &&
        convert_arguments(b, cast, args.at, from.at))
        rebuild_call(b, cast, args.at, from.at);
    vec_free(b->ctx, &args);
    vec_free(b->ctx, &from);
}

static void apply_cast(DTransOptBase *b, const dtrans_cast *cast) {
    static void (*const how[])(DTransOptBase *, const dtrans_cast *) = {
        [CAST_LOAD] = apply_load,       [CAST_STORE] = apply_operand,
        [CAST_ADDRESS] = apply_address, [CAST_VARIABLE] = apply_variable,
        [CAST_CALL] = apply_call,       [CAST_RETURN] = apply_operand,
        [CAST_FUNCTION] = NULL,
    };
    if (!how[cast->kind])
        return;
    LLVMPositionBuilderBefore(b->pointers.builder, cast->at);
    how[cast->kind](b, cast);
}

/* The verifier does not compare a call with the function it calls. */
static void check_calls(DTransOptBase *b, LLVMValueRef fn) {
    ir_each_user (call, fn)
        if (ir_is_call_of(call, fn) &&
            LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn))
            ctx_fail(b->ctx, LATHE_INTERNAL, "%s: a call does not fit '%s'", b->hooks->name,
                     LLVMGetValueName(fn));
}

void dtrans_pointers_apply(DTransOptBase *b) {
    b->pointers.builder = LLVMCreateBuilderInContext(b->m->llvm_ctx);
    for (size_t i = 0; i < b->pointers.casts.len && ctx_tick(b->ctx, 1); i++)
        apply_cast(b, &b->pointers.casts.at[i]);
    for (size_t i = 0; i < b->pointers.casts.len && ctx_ok(b->ctx); i++)
        if (b->pointers.casts.at[i].kind == CAST_FUNCTION)
            check_calls(b, map_get(&b->values.values, b->pointers.casts.at[i].at));
    LLVMDisposeBuilder(b->pointers.builder);
}
