/* Objects of a struct whose initializer has another LLVM type. */
#include "base/limits.h"
#include "dtrans/transform/layout_init.h"

#include "ir/size.h"
#include "ir/value.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEPTH = 64,   /* of structs and arrays that are built in the new struct's shape */
    MAX_ROW = 1024,   /* elements of an array that is put together from scalars */
    MAX_FILLS = 4096, /* paddings in one object; the rest stay zero */
};

/* A part of the initializer and where it stands in the declared type. */
typedef struct piece {
    LLVMValueRef value;
    uint64_t offset;
} piece;

/* A scalar, or elements [first, first + count) of an array of scalars, in an object. */
typedef struct leaf {
    LLVMValueRef value;
    uint64_t first, count; /* count 0: the value as a whole */
    uint64_t object, to;   /* number of the object, and offset in the new one */
} leaf;

/* Bytes of the old struct that stay together. */
typedef struct unit {
    uint64_t begin, end;
} unit;

/* An object that is not blank. */
typedef struct object {
    uint64_t number;
    LLVMValueRef value;
} object;

/* A type on both sides of the change. */
typedef struct pair {
    LLVMTypeRef old, new;
    uint64_t offset; /* new */
} pair;

/* One initializer being cut and put together again.
 *
 * Invariants:
 *  1. Leaves stand in the order of their objects; zero and undefined bytes have none.
 *  2. Bytes of the new object without a leaf or a fill are zero.
 */
typedef struct lookalike {
    const DTransInfo *info;
    const dtrans_layouts *l; /* NULL: any struct may change */
    LLVMTargetDataRef target;
    lathe_ctx *ctx;
    LLVMTypeRef type, to; /* the struct, old and new */
    uint64_t size, new_size;
    uint64_t count; /* objects */
    VEC(piece) work;
    VEC(leaf) leaves;
    VEC(leaf) fills;          /* of every object */
    VEC(leaf) mine;           /* of the object under way, by offset */
    size_t next;              /* in mine */
    VEC(LLVMValueRef) values; /* of the constants under way, the innermost last */
    VEC(object) objects;
    VEC(pair) pairs;
    VEC(bool) mapped; /* elements of a new struct */
} lookalike;

static bool is_blank(LLVMValueRef c) {
    return LLVMIsNull(c) || LLVMIsUndef(c);
}

/* Whether parts of the type may move against each other. Unions never change. */
static bool may_change(const lookalike *k, LLVMTypeRef type) {
    if (k->l)
        return dtrans_is_remapped(k->l, type);
    LLVMTypeRef element = ir_below_arrays(type);
    uint32_t known = dtrans_type_of(k->info, element);
    return ir_is_struct(element) &&
           (known == IR_NONE || !k->info->types.at[known].layout->is_union);
}

/* Narrows the unit to the element that holds the byte, or to the gap after it: then false. */
static bool enter_struct(const lookalike *k, LLVMTypeRef *type, uint64_t offset, unit *u) {
    unsigned i = ir_element_at(k->target, *type, offset - u->begin);
    LLVMTypeRef element = LLVMStructGetTypeAtIndex(*type, i);
    uint64_t begin = u->begin + ir_offset_of(k->target, *type, i);
    uint64_t end = begin + ir_abi_size(k->target, element);
    if (offset < end) {
        *u = (unit){begin, end};
        *type = element;
        return true;
    }
    if (i + 1 < LLVMCountStructElementTypes(*type))
        u->end = u->begin + ir_offset_of(k->target, *type, i + 1);
    u->begin = end;
    return false;
}

static unit unit_at(const lookalike *k, uint64_t offset) {
    LLVMTypeRef type = k->type;
    unit u = {0, k->size};
    while (may_change(k, type)) {
        if (ir_is_struct(type)) {
            if (!enter_struct(k, &type, offset, &u))
                break;
            continue;
        }
        type = LLVMGetElementType(type);
        uint64_t step = ir_abi_size(k->target, type);
        u.begin += (offset - u.begin) / step * step;
        u.end = u.begin + step;
    }
    return u;
}

/* Keeps a leaf that lies inside the unit; what was padding or is deleted goes. */
static bool place(lookalike *k, leaf part, uint64_t offset, unit u) {
    if (!k->l)
        return true;
    uint64_t to;
    switch (dtrans_new_offset(k->l, k->type, u.begin, &to)) {
    case DTRANS_KEPT:
        part.to = to + (offset - u.begin);
        vec_push(k->ctx, &k->leaves, part);
        return true;
    case DTRANS_BROKEN:
        return false;
    default:
        return true;
    }
}

static bool cut_scalar(lookalike *k, piece p) {
    uint64_t offset = p.offset % k->size;
    unit u = unit_at(k, offset);
    if (ir_abi_size(k->target, LLVMTypeOf(p.value)) > u.end - offset)
        return false;
    return place(k, (leaf){.value = p.value, .object = p.offset / k->size}, offset, u);
}

/* An array of scalars may lie over many fields, if each of its elements lies in one. */
static bool cut_array(lookalike *k, piece p) {
    LLVMTypeRef type = LLVMTypeOf(p.value);
    uint64_t count = LLVMGetArrayLength2(type), fitting;
    uint64_t step = ir_abi_size(k->target, LLVMGetElementType(type));
    for (uint64_t i = 0; i < count && ctx_tick(k->ctx, 1); i += fitting ? fitting : 1) {
        uint64_t at = p.offset + i * step, offset = at % k->size;
        unit u = unit_at(k, offset);
        fitting = (u.end - offset) / step;
        if (fitting > count - i)
            fitting = count - i;
        leaf part = {p.value, i, fitting == count ? 0 : fitting, at / k->size, 0};
        LLVMValueRef element = fitting ? NULL : LLVMGetAggregateElement(p.value, (unsigned)i);
        if (fitting ? !place(k, part, offset, u) : !element || !is_blank(element))
            return false;
    }
    return true;
}

/* The last part is pushed first, so that leaves come in order. */
static bool push_parts(lookalike *k, piece p) {
    LLVMTypeRef type = LLVMTypeOf(p.value);
    bool whole = ir_is_struct(type);
    uint64_t count = whole ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
    uint64_t step = whole ? 0 : ir_abi_size(k->target, LLVMGetElementType(type));
    for (uint64_t i = count; i-- > 0 && ctx_tick(k->ctx, 1);) {
        LLVMValueRef part = LLVMGetAggregateElement(p.value, (unsigned)i);
        uint64_t at = whole ? ir_offset_of(k->target, type, (unsigned)i) : i * step;
        if (!part)
            return false;
        if (!is_blank(part))
            vec_push(k->ctx, &k->work, (piece){part, p.offset + at});
    }
    return true;
}

static bool cut(lookalike *k, LLVMValueRef init) {
    bool good = true;
    if (!is_blank(init))
        vec_push(k->ctx, &k->work, (piece){init, 0});
    while (good && k->work.len && ctx_tick(k->ctx, 1)) {
        piece p = vec_pop(&k->work);
        LLVMTypeRef type = LLVMTypeOf(p.value);
        if (ir_is_struct(type) || ir_is_struct(ir_below_arrays(type)) ||
            (ir_is_array(type) && ir_is_array(LLVMGetElementType(type))))
            good = push_parts(k, p);
        else
            good = ir_is_array(type) ? cut_array(k, p) : cut_scalar(k, p);
    }
    return good && ctx_ok(k->ctx);
}

/* A struct that ends in an array without a size may go on beyond its own. */
static bool is_open_ended(LLVMTypeRef type) {
    for (;;) {
        if (ir_is_array(type)) {
            if (LLVMGetArrayLength2(type) == 0)
                return true;
            type = LLVMGetElementType(type);
        } else if (ir_is_struct(type) && LLVMCountStructElementTypes(type)) {
            type = LLVMStructGetTypeAtIndex(type, LLVMCountStructElementTypes(type) - 1);
        } else {
            return false;
        }
    }
}

/* False if the declared type cannot be one or more objects of the struct. */
static bool lookalike_init(lookalike *k, const DTransInfo *info, LLVMTypeRef declared,
                           uint32_t type) {
    *k = (lookalike){.info = info, .ctx = info->ctx, .target = ir_layout(info->m)};
    k->type = info->types.at[type].llvm;
    if (!ir_has_fixed_size(declared) || !ir_has_fixed_size(k->type))
        return false;
    k->size = ir_abi_size(k->target, k->type);
    uint64_t size = ir_abi_size(k->target, declared);
    if (!k->size || size < k->size || size % k->size)
        return false;
    k->count = size / k->size;
    return k->count == 1 || !is_open_ended(k->type);
}

static void lookalike_free(lookalike *k) {
    vec_free(k->ctx, &k->work);
    vec_free(k->ctx, &k->leaves);
    vec_free(k->ctx, &k->fills);
    vec_free(k->ctx, &k->mine);
    vec_free(k->ctx, &k->values);
    vec_free(k->ctx, &k->objects);
    vec_free(k->ctx, &k->pairs);
    vec_free(k->ctx, &k->mapped);
}

bool dtrans_can_cut(const DTransInfo *info, LLVMTypeRef declared, LLVMValueRef init,
                    uint32_t type) {
    lookalike k;
    if (!lookalike_init(&k, info, declared, type))
        return false;
    bool good = !init || cut(&k, init);
    lookalike_free(&k);
    return good;
}

static LLVMValueRef repeat_byte(const dtrans_layouts *l, LLVMTypeRef type, uint64_t count) {
    VEC(char) bytes = {0};
    LLVMValueRef result = LLVMConstNull(type);
    if (vec_reserve(l->info->ctx, &bytes, count + 1)) {
        memset(bytes.at, l->fill, count);
        result = LLVMConstDataArray(LLVMGetElementType(type), bytes.at, count);
    }
    vec_free(l->info->ctx, &bytes);
    return result;
}

static bool is_byte(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

LLVMValueRef dtrans_filler(const dtrans_layouts *l, LLVMTypeRef type) {
    if (l->fill && ir_is_array(type) && is_byte(LLVMGetElementType(type)))
        return repeat_byte(l, type, LLVMGetArrayLength2(type));
    if (l->fill && LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64)
        return LLVMConstInt(type, l->fill * UINT64_C(0x0101010101010101), false);
    return LLVMConstNull(type);
}

static void fill_struct(lookalike *k, pair p) {
    const dtrans_change *change = dtrans_change_of(k->l, p.old);
    unsigned old_count = LLVMCountStructElementTypes(p.old);
    unsigned new_count = LLVMCountStructElementTypes(p.new);
    vec_clear(&k->mapped);
    for (unsigned i = 0; i < new_count; i++)
        vec_push(k->ctx, &k->mapped, false);
    if (k->mapped.len < new_count)
        return;
    for (unsigned i = 0; i < old_count; i++) {
        uint32_t to = change ? change->element[i] : i;
        if (to == IR_NONE)
            continue;
        pair inner = {LLVMStructGetTypeAtIndex(p.old, i), LLVMStructGetTypeAtIndex(p.new, to),
                      p.offset + ir_offset_of(k->target, p.new, to)};
        vec_push(k->ctx, &k->pairs, inner);
        k->mapped.at[to] = true;
    }
    for (unsigned i = 0; i < new_count; i++)
        if (!k->mapped.at[i])
            vec_push(k->ctx, &k->fills,
                     (leaf){.value = dtrans_filler(k->l, LLVMStructGetTypeAtIndex(p.new, i)),
                            .to = p.offset + ir_offset_of(k->target, p.new, i)});
}

/* Finds the padding of the new struct's own making, at any depth. */
static void find_fills(lookalike *k) {
    if (k->l->fill)
        vec_push(k->ctx, &k->pairs, (pair){k->type, k->to, 0});
    while (k->pairs.len && k->fills.len < MAX_FILLS && ctx_tick(k->ctx, 1)) {
        pair p = vec_pop(&k->pairs);
        if (p.old == p.new)
            continue;
        if (ir_is_struct(p.old)) {
            fill_struct(k, p);
        } else if (ir_is_array(p.old) && LLVMGetArrayLength2(p.old) <= DTRANS_MAX_SPELLED) {
            LLVMTypeRef old = LLVMGetElementType(p.old), new = LLVMGetElementType(p.new);
            uint64_t step = ir_abi_size(k->target, new);
            for (uint64_t i = 0; i < LLVMGetArrayLength2(p.old); i++)
                vec_push(k->ctx, &k->pairs, (pair){old, new, p.offset + i * step});
        }
    }
}

static LLVMValueRef slice(lookalike *k, const leaf *part) {
    LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(part->value));
    if (part->count == 1)
        return LLVMGetAggregateElement(part->value, (unsigned)part->first);
    if (LLVMIsAConstantDataArray(part->value)) {
        size_t length;
        const char *bytes = LLVMGetRawDataValues(part->value, &length);
        size_t step = length / LLVMGetArrayLength2(LLVMTypeOf(part->value));
        return LLVMConstDataArray(type, bytes + part->first * step, part->count * step);
    }
    size_t base = k->values.len;
    for (uint64_t i = 0; i < part->count; i++)
        vec_push(k->ctx, &k->values,
                 LLVMGetAggregateElement(part->value, (unsigned)(part->first + i)));
    LLVMValueRef result = LLVMConstArray2(type, k->values.at + base, k->values.len - base);
    k->values.len = base;
    return result;
}

static int by_place(const void *a, const void *b) {
    uint64_t x = ((const leaf *)a)->to, y = ((const leaf *)b)->to;
    return (x > y) - (x < y);
}

/* Gathers what one object is made of: its leaves, from `first` on, and the fills. */
static size_t gather(lookalike *k, uint64_t object, size_t first) {
    vec_clear(&k->mine);
    k->next = 0;
    for (; first < k->leaves.len && k->leaves.at[first].object == object; first++) {
        leaf part = k->leaves.at[first];
        if (part.count)
            part.value = slice(k, &part);
        if (!is_blank(part.value))
            vec_push(k->ctx, &k->mine, part);
    }
    for (size_t i = 0; i < k->fills.len; i++)
        vec_push(k->ctx, &k->mine, k->fills.at[i]);
    if (k->mine.len)
        qsort(k->mine.at, k->mine.len, sizeof *k->mine.at, by_place);
    return first;
}

static LLVMValueRef shape(lookalike *k, LLVMTypeRef type, uint64_t offset, unsigned depth);

static LLVMValueRef shape_parts(lookalike *k, LLVMTypeRef type, uint64_t offset, unsigned depth) {
    bool whole = ir_is_struct(type);
    uint64_t count = whole ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
    size_t base = k->values.len;
    LLVMValueRef result = NULL, part = NULL;
    for (uint64_t i = 0; i < count; i++) {
        LLVMTypeRef inner =
            whole ? LLVMStructGetTypeAtIndex(type, (unsigned)i) : LLVMGetElementType(type);
        uint64_t at =
            whole ? ir_offset_of(k->target, type, (unsigned)i) : i * ir_abi_size(k->target, inner);
        part = shape(k, inner, offset + at, depth + 1);
        if (!part || !vec_push(k->ctx, &k->values, part))
            break;
    }
    if (k->values.len - base == count)
        result = whole ? LLVMConstNamedStruct(type, k->values.at + base, (unsigned)count)
                       : LLVMConstArray2(LLVMGetElementType(type), k->values.at + base, count);
    k->values.len = base;
    return result;
}

/* The object's bytes from `offset` on as a constant of the type; NULL if the leaves are others. */
static LLVMValueRef shape(lookalike *k, LLVMTypeRef type, uint64_t offset, unsigned depth) {
    const leaf *next = k->next < k->mine.len ? &k->mine.at[k->next] : NULL;
    if (!next || next->to >= offset + ir_abi_size(k->target, type))
        return LLVMConstNull(type);
    LLVMValueRef fitting =
        next->to == offset ? dtrans_fit_constant(k->ctx, next->value, type) : NULL;
    if (fitting) {
        k->next++;
        return fitting;
    }
    if (depth == MAX_DEPTH || (ir_is_array(type) && LLVMGetArrayLength2(type) > MAX_ROW) ||
        !(ir_is_array(type) || ir_is_struct(type)))
        return NULL;
    return shape_parts(k, type, offset, depth);
}

static void pad(lookalike *k, uint64_t bytes) {
    LLVMTypeRef byte = LLVMInt8TypeInContext(k->info->m->llvm_ctx);
    if (bytes)
        vec_push(k->ctx, &k->values, LLVMConstNull(LLVMArrayType2(byte, bytes)));
}

static LLVMValueRef pack(lookalike *k, size_t base) {
    LLVMValueRef result =
        LLVMConstStructInContext(k->info->m->llvm_ctx, k->values.at + base,
                                 (unsigned)(k->values.len - base), /*Packed=*/true);
    k->values.len = base;
    return result;
}

/* The object under way: in the new struct's shape, else its leaves one after the other. */
static LLVMValueRef build_object(lookalike *k) {
    LLVMValueRef object = shape(k, k->to, 0, 0);
    if (object && k->next == k->mine.len)
        return object;
    size_t base = k->values.len;
    uint64_t end = 0;
    for (size_t i = 0; i < k->mine.len; i++) {
        const leaf *part = &k->mine.at[i];
        pad(k, part->to - end);
        vec_push(k->ctx, &k->values, part->value);
        end = part->to + ir_abi_size(k->target, LLVMTypeOf(part->value));
    }
    pad(k, k->new_size - end);
    return pack(k, base);
}

/* Objects that are zero but for their fills. */
static LLVMValueRef blank_objects(lookalike *k, LLVMValueRef blank, uint64_t count) {
    size_t base = k->values.len;
    if (count == 1)
        return blank;
    if (LLVMIsNull(blank) || count > DTRANS_MAX_SPELLED)
        return LLVMConstNull(LLVMArrayType2(k->to, count));
    for (uint64_t i = 0; i < count; i++)
        vec_push(k->ctx, &k->values, blank);
    LLVMValueRef result =
        LLVMConstArray2(LLVMTypeOf(blank), k->values.at + base, k->values.len - base);
    k->values.len = base;
    return result;
}

static LLVMValueRef build_blank(lookalike *k) {
    gather(k, 0, k->leaves.len);
    return build_object(k);
}

static void build_objects(lookalike *k) {
    for (size_t i = 0; i < k->leaves.len && ctx_tick(k->ctx, 1);) {
        object o = {.number = k->leaves.at[i].object};
        i = gather(k, o.number, i);
        o.value = build_object(k);
        vec_push(k->ctx, &k->objects, o);
    }
}

/* Whether the objects are of one type, and not so few that most of an array would be blank. */
static bool is_table(const lookalike *k, LLVMValueRef blank) {
    uint64_t blanks = k->count - k->objects.len;
    LLVMTypeRef type = LLVMTypeOf(blanks ? blank : k->objects.at[0].value);
    for (size_t i = 0; i < k->objects.len; i++)
        if (LLVMTypeOf(k->objects.at[i].value) != type)
            return false;
    return blanks <= k->objects.len + DTRANS_MAX_SPELLED;
}

static LLVMValueRef build_table(lookalike *k, LLVMValueRef blank) {
    size_t next = 0;
    for (uint64_t i = 0; i < k->count && ctx_tick(k->ctx, 1); i++) {
        bool has = next < k->objects.len && k->objects.at[next].number == i;
        vec_push(k->ctx, &k->values, has ? k->objects.at[next++].value : blank);
    }
    return LLVMConstArray2(LLVMTypeOf(k->objects.at[0].value), k->values.at, k->values.len);
}

static LLVMValueRef build_sequence(lookalike *k, LLVMValueRef blank) {
    uint64_t end = 0;
    for (size_t i = 0; i < k->objects.len && ctx_tick(k->ctx, 1); i++) {
        object o = k->objects.at[i];
        if (o.number > end)
            vec_push(k->ctx, &k->values, blank_objects(k, blank, o.number - end));
        vec_push(k->ctx, &k->values, o.value);
        end = o.number + 1;
    }
    if (k->count > end)
        vec_push(k->ctx, &k->values, blank_objects(k, blank, k->count - end));
    return pack(k, 0);
}

static LLVMValueRef build(lookalike *k) {
    find_fills(k);
    LLVMValueRef blank = build_blank(k);
    build_objects(k);
    if (!ctx_ok(k->ctx) || k->objects.len == 0)
        return blank_objects(k, blank, k->count);
    if (k->count == 1)
        return k->objects.at[0].value;
    return is_table(k, blank) ? build_table(k, blank) : build_sequence(k, blank);
}

static bool remap(lookalike *k, LLVMValueRef init, dtrans_image *out) {
    dtrans_image image = {k->count == 1 ? k->to : LLVMArrayType2(k->to, k->count), init};
    if (init && LLVMIsUndef(init)) {
        image.init = LLVMIsPoison(init) ? LLVMGetPoison(image.type) : LLVMGetUndef(image.type);
    } else if (init) {
        if (!cut(k, init))
            return false;
        image.init = build(k);
        image.type = LLVMTypeOf(image.init);
    }
    if (!ctx_ok(k->ctx))
        return false;
    *out = image;
    return true;
}

bool dtrans_remap_lookalike(const dtrans_layouts *l, LLVMTypeRef declared, LLVMValueRef init,
                            uint32_t type, dtrans_image *out) {
    lookalike k;
    if (!lookalike_init(&k, l->info, declared, type))
        return false;
    k.l = l;
    k.to = dtrans_new_type(l, k.type);
    k.new_size = ir_abi_size(k.target, k.to);
    bool good = remap(&k, init, out);
    lookalike_free(&k);
    return good;
}
