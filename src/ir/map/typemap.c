#include "ir/map/typemap.h"

void ir_typemap_init(ir_typemap *t, lathe_ctx *ctx, LLVMContextRef llvm) {
    *t = (ir_typemap){.ctx = ctx, .llvm = llvm};
    map_init(&t->types, ctx);
}

void ir_typemap_free(ir_typemap *t) {
    map_free(&t->types);
    vec_free(t->ctx, &t->stack);
    vec_free(t->ctx, &t->parts);
}

void ir_typemap_set_namer(ir_typemap *t, ir_typemap_name_fn *name, void *data) {
    t->name = name;
    t->name_data = data;
}

void ir_typemap_set_remapper(ir_typemap *t, ir_typemap_own_fn *own, void *data) {
    t->own = own;
    t->own_data = data;
}

static void remember(ir_typemap *t, LLVMTypeRef from, LLVMTypeRef to) {
    map_set(&t->types, from, (map_word){.p = to});
    map_set(&t->types, to, (map_word){.p = to});
}

bool ir_typemap_set(ir_typemap *t, LLVMTypeRef from, LLVMTypeRef to) {
    map_word *other = map_find(&t->types, to);
    if (map_find(&t->types, from) || (other && other->p != to)) {
        ctx_fail(t->ctx, LATHE_INTERNAL, "type map: a type is mapped twice");
        return false;
    }
    remember(t, from, to);
    return ctx_ok(t->ctx);
}

static unsigned part_count(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMTargetExtTypeKind ? 0 : LLVMGetNumContainedTypes(type);
}

static bool is_named_struct(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMStructTypeKind && !LLVMIsLiteralStruct(type);
}

static LLVMTypeRef copy_named(ir_typemap *t, LLVMTypeRef type, unsigned count, bool dependent) {
    const char *name = t->name ? t->name(t->name_data, type, dependent) : NULL;
    if (!name && !dependent)
        return type;
    if (!name)
        name = LLVMGetStructName(type);
    LLVMTypeRef copy = LLVMStructCreateNamed(t->llvm, name ? name : "");
    if (!LLVMIsOpaqueStruct(type))
        LLVMStructSetBody(copy, t->parts.at, count, LLVMIsPackedStruct(type));
    return copy;
}

/* t->parts holds the mapped parts. */
static LLVMTypeRef rebuild(ir_typemap *t, LLVMTypeRef type, unsigned count, bool changed) {
    if (is_named_struct(type))
        return copy_named(t, type, count, changed);
    if (!changed)
        return type;
    LLVMTypeRef *parts = t->parts.at;
    switch (LLVMGetTypeKind(type)) {
    case LLVMArrayTypeKind:
        return LLVMArrayType2(parts[0], LLVMGetArrayLength2(type));
    case LLVMVectorTypeKind:
        return LLVMVectorType(parts[0], LLVMGetVectorSize(type));
    case LLVMScalableVectorTypeKind:
        return LLVMScalableVectorType(parts[0], LLVMGetVectorSize(type));
    case LLVMFunctionTypeKind:
        return LLVMFunctionType(parts[0], parts + 1, count - 1, LLVMIsFunctionVarArg(type));
    default:
        return LLVMStructTypeInContext(t->llvm, parts, count, LLVMIsPackedStruct(type));
    }
}

/* Finishes the type on top of the stack, or pushes the parts that must be finished before it. */
static void step(ir_typemap *t, LLVMTypeRef type) {
    unsigned count = part_count(type);
    bool begun = map_find(&t->types, type) != NULL;
    LLVMTypeRef own = t->own && !begun ? t->own(t->own_data, type) : NULL;
    if (own) {
        t->stack.len--;
        remember(t, type, own);
        return;
    }
    vec_clear(&t->parts);
    if (!vec_reserve(t->ctx, &t->parts, (size_t)count + 1) || !map_put(&t->types, type))
        return;
    LLVMGetSubtypes(type, t->parts.at);
    bool changed = false, waiting = false;
    for (unsigned i = 0; i < count; i++) {
        LLVMTypeRef part = t->parts.at[i];
        map_word *known = map_find(&t->types, part);
        if (!known) {
            vec_push(t->ctx, &t->stack, part);
            waiting = true;
        } else if (known->p) { /* a part under way can only be the type itself: keep it */
            t->parts.at[i] = known->p;
            changed |= known->p != part;
        }
    }
    if (waiting)
        return;
    t->stack.len--;
    remember(t, type, rebuild(t, type, count, changed));
}

LLVMTypeRef ir_typemap_get(ir_typemap *t, LLVMTypeRef type) {
    map_word *known = map_find(&t->types, type);
    if (known && known->p)
        return known->p;
    if (part_count(type) == 0 && LLVMGetTypeKind(type) != LLVMStructTypeKind)
        return type;
    vec_push(t->ctx, &t->stack, type);
    while (t->stack.len && ctx_tick(t->ctx, 1)) {
        LLVMTypeRef top = vec_last(&t->stack);
        known = map_find(&t->types, top);
        if (known && known->p)
            t->stack.len--;
        else
            step(t, top);
    }
    vec_clear(&t->stack);
    known = map_find(&t->types, type);
    return known && known->p ? known->p : type;
}
