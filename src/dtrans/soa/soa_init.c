/* A variable's initializer, split by fields: the values of each field in all elements. */
#include "dtrans/soa/soa.h"

#include "dtrans/transform/layout_init.h"
#include "ir/size.h"

#include <stdlib.h>

static uint64_t element_count(const soa *s, const soa_array *a) {
    return ir_abi_size(s->visitor.target, LLVMGlobalGetValueType(a->object)) /
           s->info->types.at[a->type].size;
}

LLVMValueRef soa_part_variable(soa *s, const soa_array *a, const soa_part *part, const char *name) {
    LLVMTypeRef type = LLVMArrayType2(part->type, element_count(s, a));
    LLVMValueRef g = LLVMAddGlobal(s->info->m->llvm, type, name);
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetGlobalConstant(g, LLVMIsGlobalConstant(a->object));
    LLVMSetAlignment(g, ir_abi_align(s->visitor.target, type));
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
        uint64_t step = is_struct ? 0 : ir_abi_size(target, LLVMGetElementType(type));
        for (uint64_t i = 0; i < parts; i++) {
            unsigned n = (unsigned)(element ? i : parts - 1 - i);
            uint64_t at = is_struct ? ir_offset_of(target, type, n) : n * step;
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

static int by_offset(const void *left, const void *right) {
    const piece *a = left, *b = right;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

static uint64_t member_offset(const soa *s, const soa_shape *shape, uint32_t element) {
    const soa_part *part = &shape->parts[shape->part[element]];
    return part->count == 1 ? 0
                            : ir_offset_of(s->visitor.target, part->type, shape->member[element]);
}

/* The pieces of one part in order, with their offsets in its array. */
static void list_part(soa *s, const soa_shape *shape, uint32_t part, const piece_list *pieces,
                      piece_list *out) {
    LLVMTargetDataRef target = s->visitor.target;
    uint64_t whole = ir_abi_size(target, shape->whole);
    for (size_t i = 0; i < pieces->len; i++) {
        uint64_t inside = pieces->at[i].offset % whole, n = pieces->at[i].offset / whole;
        uint32_t element = ir_element_at(target, shape->whole, inside);
        if (shape->part[element] != part)
            continue;
        inside -= ir_offset_of(target, shape->whole, element);
        inside += member_offset(s, shape, element);
        vec_push(s->info->ctx, out,
                 (piece){n * shape->parts[part].size + inside, pieces->at[i].value});
    }
    if (out->len)
        qsort(out->at, out->len, sizeof *out->at, by_offset);
}

/* The scalars of one part, packed, with zeroes between. */
static LLVMValueRef part_image(soa *s, const soa_part *part, uint64_t count,
                               const piece_list *pieces) {
    value_list values = {0};
    uint64_t end = 0;
    for (size_t i = 0; i < pieces->len; i++) {
        add_gap(s, &values, pieces->at[i].offset - end);
        vec_push(s->info->ctx, &values, pieces->at[i].value);
        end =
            pieces->at[i].offset + ir_abi_size(s->visitor.target, LLVMTypeOf(pieces->at[i].value));
    }
    add_gap(s, &values, count * part->size - end);
    LLVMValueRef image =
        LLVMConstStructInContext(s->info->m->llvm_ctx, values.at, (unsigned)values.len, true);
    vec_free(s->info->ctx, &values);
    return image;
}

/* Puts a scalar into its position among those of all elements; false if it is not a whole member.
 */
static bool put_value(const soa *s, const soa_part *part, const piece *p, value_list *values) {
    uint64_t inside = p->offset % part->size, n = p->offset / part->size;
    bool lone = part->count == 1;
    uint32_t member = lone ? 0 : ir_element_at(s->visitor.target, part->type, inside);
    uint64_t begin = lone ? 0 : ir_offset_of(s->visitor.target, part->type, member);
    LLVMTypeRef type = lone ? part->type : LLVMStructGetTypeAtIndex(part->type, member);
    if (inside != begin || LLVMTypeOf(p->value) != type || n >= values->len / part->count)
        return false;
    values->at[n * part->count + member] = p->value;
    return true;
}

/* An array of the part's type if every scalar is a member of it, NULL if not. */
static LLVMValueRef part_array(soa *s, const soa_part *part, uint64_t count,
                               const piece_list *pieces) {
    bool lone = part->count == 1, fits = true;
    value_list values = {0};
    for (uint64_t i = 0; i < count * part->count; i++)
        vec_push(s->info->ctx, &values,
                 LLVMConstNull(
                     lone ? part->type
                          : LLVMStructGetTypeAtIndex(part->type, (unsigned)(i % part->count))));
    fits = values.len == count * part->count;
    for (size_t i = 0; i < pieces->len && fits; i++)
        fits = put_value(s, part, &pieces->at[i], &values);
    for (uint64_t n = 0; n < count && fits && !lone; n++)
        values.at[n] = LLVMConstNamedStruct(part->type, &values.at[n * part->count], part->count);
    LLVMValueRef all = fits ? LLVMConstArray2(part->type, values.at, count) : NULL;
    vec_free(s->info->ctx, &values);
    return all;
}

/* A variable whose type has to follow its contents replaces the array. */
static void retype(soa *s, soa_array *a, uint32_t part, LLVMValueRef image) {
    LLVMValueRef old = a->parts[part];
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
    a->parts[part] = new;
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
        ctx_fail(s->info->ctx, LATHE_INTERNAL, "an initializer cannot be split by fields");
    if (image.init)
        cut(s, image.init, shape->whole, &pieces);
    for (uint32_t i = 0; i < shape->count && ctx_ok(s->info->ctx); i++) {
        piece_list own = {0};
        uint32_t number = shape->order[i];
        const soa_part *part = &shape->parts[number];
        list_part(s, shape, number, &pieces, &own);
        LLVMValueRef values = part_array(s, part, count, &own);
        if (values)
            LLVMSetInitializer(a->parts[number], values);
        else
            retype(s, a, number, part_image(s, part, count, &own));
        vec_free(s->info->ctx, &own);
    }
    vec_free(s->info->ctx, &pieces);
}
