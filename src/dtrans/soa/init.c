/* A variable's initializer, taken apart: the values of each field in all elements. */
#include "dtrans/soa/soa.h"

#include "dtrans/transform/init.h"

static LLVMTypeRef field_type(const soa_shape *shape, uint32_t element) {
    return LLVMStructGetTypeAtIndex(shape->whole, element);
}

static uint64_t element_count(const soa *s, const soa_array *a) {
    return LLVMABISizeOfType(s->visitor.target, LLVMGlobalGetValueType(a->object)) /
           s->info->types.at[a->type].size;
}

LLVMValueRef soa_field_variable(soa *s, const soa_array *a, const soa_shape *shape,
                                uint32_t element, const char *name) {
    LLVMTypeRef type = LLVMArrayType2(field_type(shape, element), element_count(s, a));
    LLVMValueRef g = LLVMAddGlobal(s->info->m->llvm, type, name);
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetGlobalConstant(g, LLVMIsGlobalConstant(a->object));
    LLVMSetAlignment(g, LLVMABIAlignmentOfType(s->visitor.target, type));
    return g;
}

/* One scalar of an initializer. */
typedef struct piece {
    uint64_t offset;
    LLVMValueRef value;
} piece;

typedef VEC(piece) piece_list;

/* Cuts a constant into scalars in order of their offsets, but fields of the struct itself stay
 * whole; zero and undefined parts are left out. */
static void cut(soa *s, LLVMValueRef whole, LLVMTypeRef struct_type, piece_list *out) {
    piece_list work = {0};
    lathe_ctx *ctx = s->info->ctx;
    LLVMTargetDataRef target = s->visitor.target;
    vec_push(ctx, &work, (piece){0, whole});
    while (work.len && ctx_tick(ctx, 1)) {
        piece p = vec_pop(&work);
        LLVMTypeRef type = LLVMTypeOf(p.value);
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (LLVMIsNull(p.value) || LLVMIsAUndefValue(p.value))
            continue;
        bool is_struct = kind == LLVMStructTypeKind;
        if ((!is_struct && kind != LLVMArrayTypeKind) ||
            (is_struct && !LLVMIsLiteralStruct(type) && type != struct_type)) {
            vec_push(ctx, out, p);
            continue;
        }
        bool element = type == struct_type;
        uint64_t parts = is_struct ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
        uint64_t step = is_struct ? 0 : LLVMABISizeOfType(target, LLVMGetElementType(type));
        for (uint64_t i = 0; i < parts; i++) {
            unsigned n = (unsigned)(element ? i : parts - 1 - i);
            uint64_t at = is_struct ? LLVMOffsetOfElement(target, type, n) : n * step;
            piece part = {p.offset + at, LLVMGetAggregateElement(p.value, n)};
            bool empty = LLVMIsNull(part.value) || LLVMIsAUndefValue(part.value);
            if (element && !empty)
                vec_push(ctx, out, part);
            else if (!element)
                vec_push(ctx, &work, part);
        }
    }
    vec_free(ctx, &work);
}

typedef VEC(LLVMValueRef) value_list;

static void add_gap(soa *s, value_list *values, uint64_t bytes) {
    LLVMTypeRef byte = LLVMInt8TypeInContext(s->info->m->llvm_ctx);
    if (bytes)
        vec_push(s->info->ctx, values, LLVMConstNull(LLVMArrayType2(byte, bytes)));
}

/* The scalars of one field, packed, with zeroes between. */
static LLVMValueRef field_image(soa *s, const soa_shape *shape, uint32_t element, uint64_t count,
                                const piece_list *pieces) {
    LLVMTargetDataRef target = s->visitor.target;
    uint64_t whole = LLVMABISizeOfType(target, shape->whole), end = 0;
    uint64_t begin = LLVMOffsetOfElement(target, shape->whole, element);
    uint64_t size = LLVMABISizeOfType(target, field_type(shape, element));
    value_list values = {0};
    for (size_t i = 0; i < pieces->len; i++) {
        uint64_t inside = pieces->at[i].offset % whole;
        if (inside < begin || inside >= begin + size)
            continue;
        uint64_t at = pieces->at[i].offset / whole * size + inside - begin;
        add_gap(s, &values, at - end);
        vec_push(s->info->ctx, &values, pieces->at[i].value);
        end = at + LLVMABISizeOfType(target, LLVMTypeOf(pieces->at[i].value));
    }
    add_gap(s, &values, count * size - end);
    LLVMValueRef image =
        LLVMConstStructInContext(s->info->m->llvm_ctx, values.at, (unsigned)values.len, true);
    vec_free(s->info->ctx, &values);
    return image;
}

/* An array of the field's type if every scalar is one, NULL if not. */
static LLVMValueRef field_array(soa *s, const soa_shape *shape, uint32_t element, uint64_t count,
                                const piece_list *pieces) {
    LLVMTypeRef type = field_type(shape, element);
    uint64_t whole = LLVMABISizeOfType(s->visitor.target, shape->whole);
    uint64_t begin = LLVMOffsetOfElement(s->visitor.target, shape->whole, element);
    uint64_t size = LLVMABISizeOfType(s->visitor.target, type);
    value_list values = {0};
    bool fits = true;
    for (uint64_t i = 0; i < count; i++)
        vec_push(s->info->ctx, &values, LLVMConstNull(type));
    for (size_t i = 0; i < pieces->len && values.len == count; i++) {
        uint64_t inside = pieces->at[i].offset % whole, n = pieces->at[i].offset / whole;
        if (inside < begin || inside >= begin + size)
            continue;
        fits &= inside == begin && LLVMTypeOf(pieces->at[i].value) == type && n < count;
        if (fits)
            values.at[n] = pieces->at[i].value;
    }
    LLVMValueRef all = fits ? LLVMConstArray2(type, values.at, values.len) : NULL;
    vec_free(s->info->ctx, &values);
    return all;
}

/* A variable whose type has to follow its contents takes the place of the array. */
static void retype(soa *s, soa_array *a, uint32_t element, LLVMValueRef image) {
    LLVMValueRef old = a->fields[element];
    LLVMValueRef new = LLVMAddGlobal(s->info->m->llvm, LLVMTypeOf(image), "");
    LLVMSetLinkage(new, LLVMInternalLinkage);
    LLVMSetGlobalConstant(new, LLVMIsGlobalConstant(old));
    LLVMSetAlignment(new, LLVMGetAlignment(old));
    LLVMReplaceAllUsesWith(old, new);
    size_t length;
    const char *name = LLVMGetValueName2(old, &length);
    char *kept = arena_strndup(&s->mem, name, length);
    LLVMDeleteGlobal(old);
    if (kept)
        LLVMSetValueName2(new, kept, length);
    LLVMSetInitializer(new, image);
    a->fields[element] = new;
}

void soa_initialize(soa *s, soa_array *a) {
    const soa_shape *shape = soa_shape_of(s, a->type);
    LLVMValueRef init = LLVMGetInitializer(a->object);
    uint64_t count = element_count(s, a);
    dtrans_image image = {NULL, NULL};
    piece_list pieces = {0};
    if (!LLVMIsNull(init) && !LLVMIsAUndefValue(init) &&
        !dtrans_remap_initializer(&s->base->layouts, LLVMGlobalGetValueType(a->object), init,
                                  a->type, &image))
        ctx_fail(s->info->ctx, LATHE_INTERNAL, "an initializer cannot be taken apart");
    if (image.init)
        cut(s, image.init, shape->whole, &pieces);
    for (uint32_t i = 0; i < shape->count && ctx_ok(s->info->ctx); i++) {
        uint32_t element = shape->order[i];
        LLVMValueRef values = field_array(s, shape, element, count, &pieces);
        if (values)
            LLVMSetInitializer(a->fields[element], values);
        else
            retype(s, a, element, field_image(s, shape, element, count, &pieces));
    }
    vec_free(s->info->ctx, &pieces);
}
