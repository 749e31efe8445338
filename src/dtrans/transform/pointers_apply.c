/* Mapped pointers in the program: the rewriting. */
#include "dtrans/transform/base.h"
#include "dtrans/transform/pointers.h"
#include "ir/attr.h"
#include "ir/edit/call.h"
#include "ir/edit/edit_carry.h"
#include "ir/value.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* What is said of memory behind pointer parameters does not hold of integers; facts about the
 * loaded pointer neither. */
static const char *const function_facts[] = {"memory", "allockind"};
static const char *const loaded_facts[] = {"nonnull", "align", "dereferenceable",
                                           "dereferenceable_or_null"};

/* After the parameters have got their new types the body sees the old ones through casts. They
 * belong to no line, so that a debugger stops behind them, where the parameters are described. */
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

static void apply_load(DTransOptBase *b, LLVMBuilderRef builder, const dtrans_cast *cast) {
    LLVMValueRef old = cast->at;
    LLVMPositionBuilderBefore(builder, old);
    LLVMValueRef new = LLVMBuildLoad2(builder, cast->type, LLVMGetOperand(old, 0), "");
    LLVMSetAlignment(new, LLVMGetAlignment(old));
    LLVMSetVolatile(new, LLVMGetVolatile(old));
    ir_carry_inst(old, new);
    for (size_t i = 0; i < sizeof loaded_facts / sizeof *loaded_facts; i++)
        LLVMSetMetadata(new, ir_md_kind(b->m->llvm_ctx, loaded_facts[i]), NULL);
    ir_replace_inst(old, LLVMBuildIntToPtr(builder, new, LLVMTypeOf(old), ""));
}

static void apply_address(DTransOptBase *b, LLVMBuilderRef builder, const dtrans_cast *cast) {
    VEC(LLVMValueRef) indices = {0};
    for (int i = 1; i < LLVMGetNumOperands(cast->at); i++)
        vec_push(b->ctx, &indices, LLVMGetOperand(cast->at, (unsigned)i));
    LLVMPositionBuilderBefore(builder, cast->at);
    LLVMValueRef new =
        LLVMBuildGEPWithNoWrapFlags(builder, cast->type, LLVMGetOperand(cast->at, 0), indices.at,
                                    (unsigned)indices.len, "", LLVMGEPGetNoWrapFlags(cast->at));
    if (LLVMIsAInstruction(new))
        ir_carry_inst(cast->at, new);
    vec_free(b->ctx, &indices);
    ir_replace_inst(cast->at, new);
}

static void apply_operand(LLVMBuilderRef builder, const dtrans_cast *cast) {
    LLVMPositionBuilderBefore(builder, cast->at);
    LLVMValueRef pointer = LLVMGetOperand(cast->at, 0);
    LLVMSetOperand(cast->at, 0, LLVMBuildPtrToInt(builder, pointer, cast->type, ""));
}

static void apply_variable(LLVMBuilderRef builder, const dtrans_cast *cast) {
    LLVMPositionBuilderBefore(builder, cast->at);
    LLVMValueRef new = LLVMBuildArrayAlloca(builder, cast->type, LLVMGetOperand(cast->at, 0), "");
    LLVMSetAlignment(new, LLVMGetAlignment(cast->at));
    ir_carry_inst(cast->at, new);
    ir_replace_inst(cast->at, new);
}

/* Arguments whose types differ, and in `from` which keep their attributes. */
static bool convert_arguments(DTransOptBase *b, LLVMBuilderRef builder, const dtrans_cast *cast,
                              LLVMValueRef *args, uint32_t *from) {
    unsigned fixed = LLVMCountParamTypes(cast->type), count = LLVMGetNumArgOperands(cast->at);
    vec_clear(&b->pointers.params);
    if (!vec_reserve(b->ctx, &b->pointers.params, (size_t)fixed + 1))
        return false;
    LLVMGetParamTypes(cast->type, b->pointers.params.at);
    LLVMPositionBuilderBefore(builder, cast->at);
    for (unsigned i = 0; i < count; i++) {
        args[i] = LLVMGetOperand(cast->at, i);
        from[i] = i;
        if (i >= fixed || LLVMTypeOf(args[i]) == b->pointers.params.at[i])
            continue;
        args[i] = LLVMBuildPtrToInt(builder, args[i], b->pointers.params.at[i], "");
        from[i] = IR_NONE;
    }
    return true;
}

static void rebuild_call(DTransOptBase *b, LLVMBuilderRef builder, const dtrans_cast *cast,
                         LLVMValueRef *args, uint32_t *from) {
    LLVMValueRef old = cast->at;
    ir_call_plan plan = {cast->type, LLVMGetCalledValue(old), args, LLVMGetNumArgOperands(old),
                         from};
    LLVMValueRef new = ir_call_rebuild(b->ctx, builder, old, &plan);
    if (!new)
        return;
    for (size_t i = 0; i < sizeof function_facts / sizeof *function_facts; i++)
        ir_attr_remove(new, IR_AT_FUNCTION, function_facts[i]);
    if (LLVMTypeOf(new) != LLVMTypeOf(old)) {
        LLVMPositionBuilderBefore(builder, old);
        new = LLVMBuildIntToPtr(builder, new, LLVMTypeOf(old), "");
    }
    ir_replace_inst(old, new);
}

static void apply_call(DTransOptBase *b, LLVMBuilderRef builder, const dtrans_cast *cast) {
    VEC(LLVMValueRef) args = {0};
    VEC(uint32_t) from = {0};
    size_t count = (size_t)LLVMGetNumArgOperands(cast->at) + 1;
    if (vec_reserve(b->ctx, &args, count) && vec_reserve(b->ctx, &from, count) &&
        convert_arguments(b, builder, cast, args.at, from.at))
        rebuild_call(b, builder, cast, args.at, from.at);
    vec_free(b->ctx, &args);
    vec_free(b->ctx, &from);
}

static void apply_cast(DTransOptBase *b, LLVMBuilderRef builder, const dtrans_cast *cast) {
    switch (cast->kind) {
    case CAST_LOAD:
        apply_load(b, builder, cast);
        break;
    case CAST_STORE:
    case CAST_RETURN:
        apply_operand(builder, cast);
        break;
    case CAST_ADDRESS:
        apply_address(b, builder, cast);
        break;
    case CAST_VARIABLE:
        apply_variable(builder, cast);
        break;
    case CAST_CALL:
        apply_call(b, builder, cast);
        break;
    case CAST_FUNCTION:
        break;
    }
}

/* The verifier does not compare a call with the function it calls. */
static void check_calls(DTransOptBase *b, LLVMValueRef fn) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (ir_is_call_of(call, fn) &&
            LLVMGetCalledFunctionType(call) != LLVMGlobalGetValueType(fn))
            ctx_fail(b->ctx, LATHE_INTERNAL, "%s: a call does not fit '%s'", b->hooks->name,
                     LLVMGetValueName(fn));
    }
}

void dtrans_pointers_apply(DTransOptBase *b) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(b->m->llvm_ctx);
    for (size_t i = 0; i < b->pointers.casts.len && ctx_tick(b->ctx, 1); i++)
        apply_cast(b, builder, &b->pointers.casts.at[i]);
    for (size_t i = 0; i < b->pointers.casts.len && ctx_ok(b->ctx); i++)
        if (b->pointers.casts.at[i].kind == CAST_FUNCTION)
            check_calls(b, map_get(&b->values.values, b->pointers.casts.at[i].at));
    LLVMDisposeBuilder(builder);
}
