#include "ir/typewalk.h"

#include "ir/value.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

bool ir_is_compound(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind:
    case LLVMFunctionTypeKind:
        return true;
    default:
        return false;
    }
}

static void push_type(ir_typewalk *w, LLVMTypeRef type) {
    if (ir_is_compound(type))
        vec_push(w->m->ctx, &w->type_work, type);
}

/* Pushed last to first, so that the first is looked at first. */
static void push_struct(ir_typewalk *w, LLVMTypeRef type) {
    vec_push(w->m->ctx, &w->structs, type);
    for (unsigned i = LLVMCountStructElementTypes(type); i-- > 0;)
        push_type(w, LLVMStructGetTypeAtIndex(type, i));
}

static void push_signature(ir_typewalk *w, LLVMTypeRef type) {
    unsigned count = LLVMCountParamTypes(type);
    size_t first = w->type_work.len;
    if (!vec_reserve(w->m->ctx, &w->type_work, first + count + 1))
        return;
    LLVMGetParamTypes(type, w->type_work.at + first);
    for (unsigned i = 0; i < count / 2; i++) {
        LLVMTypeRef swapped = w->type_work.at[first + i];
        w->type_work.at[first + i] = w->type_work.at[first + count - 1 - i];
        w->type_work.at[first + count - 1 - i] = swapped;
    }
    w->type_work.len += count;
    push_type(w, LLVMGetReturnType(type));
}

static void push_inner(ir_typewalk *w, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        push_struct(w, type);
        break;
    case LLVMFunctionTypeKind:
        push_signature(w, type);
        break;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind:
        push_type(w, LLVMGetElementType(type));
        break;
    default:
        break;
    }
}

static void see_type(ir_typewalk *w, LLVMTypeRef type) {
    if (type == w->last || !ir_is_compound(type))
        return;
    w->last = type;
    push_type(w, type);
    while (w->type_work.len && ctx_tick(w->m->ctx, 1)) {
        LLVMTypeRef next = vec_pop(&w->type_work);
        map_word *place = map_put(&w->types, next);
        if (!place || place->u)
            continue;
        place->u = 1;
        push_inner(w, next);
    }
}

/* Constants that hold types of their own; numbers, strings and symbols do not. */
static bool is_compound_constant(LLVMValueKind kind) {
    switch (kind) {
    case LLVMConstantExprValueKind:
    case LLVMConstantStructValueKind:
    case LLVMConstantArrayValueKind:
    case LLVMConstantVectorValueKind:
    case LLVMConstantAggregateZeroValueKind:
    case LLVMUndefValueValueKind:
    case LLVMPoisonValueValueKind:
        return true;
    default:
        return false;
    }
}

static void push_constant(ir_typewalk *w, LLVMValueRef value) {
    if (value && is_compound_constant(LLVMGetValueKind(value)))
        vec_push(w->m->ctx, &w->constant_work, value);
}

static void open_constant(ir_typewalk *w, LLVMValueRef constant) {
    see_type(w, LLVMTypeOf(constant));
    if (LLVMIsAConstantExpr(constant) && LLVMGetConstOpcode(constant) == LLVMGetElementPtr)
        see_type(w, LLVMGetGEPSourceElementType(constant));
    for (int i = LLVMGetNumOperands(constant); i-- > 0;)
        push_constant(w, LLVMGetOperand(constant, (unsigned)i));
}

static void see_constant(ir_typewalk *w, LLVMValueRef value) {
    push_constant(w, value);
    while (w->constant_work.len && ctx_tick(w->m->ctx, 1)) {
        LLVMValueRef next = vec_pop(&w->constant_work);
        map_word *place = map_put(&w->constants, next);
        if (!place || place->u)
            continue;
        place->u = 1;
        open_constant(w, next);
    }
}

static void see_type_attributes(ir_typewalk *w) {
    for (size_t i = 0; i < w->attributes.len; i++)
        if (LLVMIsTypeAttribute(w->attributes.at[i])) {
            LLVMTypeRef type = LLVMGetTypeAttributeValue(w->attributes.at[i]);
            if (type)
                see_type(w, type);
        }
}

static void see_function_attributes(ir_typewalk *w, LLVMValueRef fn) {
    unsigned count = LLVMCountParams(fn);
    for (unsigned i = 0; i <= count; i++) {
        w->attributes.len = LLVMGetAttributeCountAtIndex(fn, i);
        if (w->attributes.len == 0 || !vec_reserve(w->m->ctx, &w->attributes, w->attributes.len))
            continue;
        LLVMGetAttributesAtIndex(fn, i, w->attributes.at);
        see_type_attributes(w);
    }
    w->attributes.len = 0;
}

/* Type attributes stand on pointer arguments only. */
static void see_call(ir_typewalk *w, LLVMValueRef call) {
    see_type(w, LLVMGetCalledFunctionType(call));
    unsigned count = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < count; i++) {
        if (!ir_is_pointer(LLVMGetOperand(call, i)))
            continue;
        unsigned attributes = LLVMGetCallSiteAttributeCount(call, i + 1);
        if (attributes == 0 || !vec_reserve(w->m->ctx, &w->attributes, attributes))
            continue;
        w->attributes.len = attributes;
        LLVMGetCallSiteAttributes(call, i + 1, w->attributes.at);
        see_type_attributes(w);
    }
    w->attributes.len = 0;
}

/* Only plain nodes hold constants of types that are named nowhere else. As a value, a node around a
 * single constant is that constant. */
static void push_node(ir_typewalk *w, LLVMMetadataRef md) {
    if (md && LLVMGetMetadataKind(md) == LLVMMDTupleMetadataKind)
        map_put(&w->nodes, md);
    if (!md || LLVMGetMetadataKind(md) != LLVMConstantAsMetadataMetadataKind)
        return;
    LLVMValueRef constant;
    LLVMGetMDNodeOperands(LLVMMetadataAsValue(w->m->llvm_ctx, md), &constant);
    see_constant(w, constant);
}

static void see_nodes(ir_typewalk *w) {
    for (size_t i = 0; i < w->nodes.len && ctx_tick(w->m->ctx, 1); i++) {
        ir_md_operands(w->m, w->nodes.at[i].key.p, &w->operands);
        for (size_t k = 0; k < w->operands.len; k++) {
            LLVMValueRef operand = w->operands.at[k];
            if (operand && LLVMGetValueKind(operand) == LLVMMetadataAsValueValueKind)
                push_node(w, LLVMValueAsMetadata(operand));
            else
                see_constant(w, operand);
        }
    }
}

/* What optimised code is full of, and what holds numbers and names only. */
static void list_numeric_kinds(ir_typewalk *w) {
    static const char *const names[] = {"tbaa",  "tbaa.struct", "prof",    "llvm.loop",
                                        "range", "alias.scope", "noalias", "llvm.access.group"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned length = (unsigned)strlen(names[i]);
        unsigned kind = LLVMGetMDKindIDInContext(w->m->llvm_ctx, names[i], length);
        if (kind < 64)
            w->numeric_kinds |= UINT64_C(1) << kind;
    }
}

static void push_entries(ir_typewalk *w, LLVMValueMetadataEntry *entries, size_t count) {
    for (size_t i = 0; i < count; i++) {
        unsigned kind = LLVMValueMetadataEntriesGetKind(entries, (unsigned)i);
        if (kind >= 64 || !(w->numeric_kinds >> kind & 1))
            push_node(w, LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i));
    }
    LLVMDisposeValueMetadataEntries(entries);
}

static void see_attached(ir_typewalk *w, LLVMValueRef inst) {
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(inst, &count);
    push_entries(w, entries, count);
}

static void see_global_metadata(ir_typewalk *w, LLVMValueRef global) {
    size_t count;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    push_entries(w, entries, count);
}

static void see_named_metadata(ir_typewalk *w) {
    for (LLVMNamedMDNodeRef n = LLVMGetFirstNamedMetadata(w->m->llvm); n && ctx_tick(w->m->ctx, 1);
         n = LLVMGetNextNamedMetadata(n)) {
        size_t length;
        const char *name = LLVMGetNamedMetadataName(n, &length);
        unsigned count = LLVMGetNamedMetadataNumOperands(w->m->llvm, name);
        if (!count || !vec_reserve(w->m->ctx, &w->operands, count))
            continue;
        LLVMGetNamedMetadataOperands(w->m->llvm, name, w->operands.at);
        for (unsigned i = 0; i < count; i++)
            push_node(w, LLVMValueAsMetadata(w->operands.at[i]));
    }
}

static void see_inst(ir_typewalk *w, LLVMValueRef inst) {
    see_type(w, LLVMTypeOf(inst));
    if (LLVMHasMetadata(inst))
        see_attached(w, inst);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMGetElementPtr:
        see_type(w, LLVMGetGEPSourceElementType(inst));
        break;
    case LLVMAlloca:
        see_type(w, LLVMGetAllocatedType(inst));
        break;
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr:
        see_call(w, inst);
        break;
    default:
        break;
    }
    unsigned count = (unsigned)LLVMGetNumOperands(inst);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(inst, i);
        if (operand && is_compound_constant(LLVMGetValueKind(operand)))
            see_constant(w, operand);
    }
}

static void see_function(ir_typewalk *w, LLVMValueRef fn) {
    see_type(w, LLVMGlobalGetValueType(fn));
    see_function_attributes(w, fn);
    see_global_metadata(w, fn);
    if (LLVMHasPrefixData(fn))
        see_constant(w, LLVMGetPrefixData(fn));
    if (LLVMHasPrologueData(fn))
        see_constant(w, LLVMGetPrologueData(fn));
    ir_each_block (bb, fn) {
        if (!ctx_tick(w->m->ctx, 1))
            return;
        ir_each_inst (inst, bb)
            see_inst(w, inst);
    }
}

static void see_globals(ir_typewalk *w) {
    ir_each_global (g, w->m->llvm) {
        if (!ctx_tick(w->m->ctx, 1))
            return;
        see_type(w, LLVMGlobalGetValueType(g));
        see_constant(w, LLVMGetInitializer(g));
        see_global_metadata(w, g);
    }
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(w->m->llvm); a && ctx_tick(w->m->ctx, 1);
         a = LLVMGetNextGlobalAlias(a)) {
        see_type(w, LLVMGlobalGetValueType(a));
        see_constant(w, LLVMAliasGetAliasee(a));
    }
    for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(w->m->llvm); i && ctx_tick(w->m->ctx, 1);
         i = LLVMGetNextGlobalIFunc(i))
        see_type(w, LLVMGlobalGetValueType(i));
}

bool ir_typewalk_init(ir_typewalk *w, lathe_module *m) {
    *w = (ir_typewalk){.m = m};
    map_init(&w->types, m->ctx);
    map_init(&w->constants, m->ctx);
    map_init(&w->nodes, m->ctx);
    list_numeric_kinds(w);
    see_globals(w);
    ir_each_function (fn, m->llvm) {
        if (!ctx_tick(m->ctx, 1))
            break;
        see_function(w, fn);
    }
    see_named_metadata(w);
    see_nodes(w);
    return ctx_ok(m->ctx);
}

void ir_typewalk_free(ir_typewalk *w) {
    vec_free(w->m->ctx, &w->attributes);
    vec_free(w->m->ctx, &w->operands);
    vec_free(w->m->ctx, &w->constant_work);
    vec_free(w->m->ctx, &w->type_work);
    vec_free(w->m->ctx, &w->structs);
    map_free(&w->constants);
    map_free(&w->types);
    map_free(&w->nodes);
}
