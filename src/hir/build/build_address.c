/* Addresses: the pointer that an access starts from, and how far it goes from there.
 *
 * GEPs are followed to their root, split ones and pointer induction variables included, and leave
 * parts: so many times so many bytes. Parts with the stride of a type become a dimension each;
 * what is counted in bytes is given to the dimensions whose stride divides it. How the sum is cut
 * into dimensions never changes the sum, so that a cut that is not the programmer's is still
 * right. */
#include "hir/build/builder.h"

#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/value.h"

enum { MAX_CHAIN = 64, MAX_DIMENSIONS = 12 };

/* x + y * z, modulo 2^64. */
static int64_t wrapping_sum(int64_t x, int64_t y, int64_t z) {
    return (int64_t)((uint64_t)x + (uint64_t)y * (uint64_t)z);
}

static bool add_part(hir_address *a, hir_part part) {
    if (!part.index || a->part_count == HIR_MAX_PARTS)
        return false;
    a->parts[a->part_count++] = part;
    return true;
}

/* An index as a number of the index type; NULL if it is not an integer that can be extended. */
static CanonExpr *index_form(hir_builder *b, LLVMValueRef v, uint32_t block, bool *exact) {
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind ||
        hir_width(b->h, LLVMTypeOf(v)) == 0 ||
        hir_width(b->h, LLVMTypeOf(v)) > hir_width(b->h, b->index_type))
        return NULL;
    hir_form f = hir_b_extend(b, hir_b_form(b, v, block), b->index_type, true, block);
    *exact = f.nsw;
    return f.ce;
}

/* A step of a GEP into an aggregate; *type becomes what is there. */
static bool add_step(hir_builder *b, hir_address *a, LLVMValueRef index, LLVMTypeRef *type,
                     uint32_t block) {
    if (ir_is_struct(*type)) {
        unsigned element = (unsigned)LLVMConstIntGetZExtValue(index);
        a->offset = wrapping_sum(a->offset, 1, (int64_t)ir_offset_of(b->h->target, *type, element));
        *type = LLVMStructGetTypeAtIndex(*type, element);
        return true;
    }
    if (LLVMGetTypeKind(*type) != LLVMArrayTypeKind)
        return false;
    hir_part part = {.typed = true, .count = LLVMGetArrayLength2(*type)};
    *type = LLVMGetElementType(*type);
    part.stride = (int64_t)ir_abi_size(b->h->target, *type);
    part.index = index_form(b, index, block, &part.exact);
    return add_part(a, part);
}

/* Adds what one GEP does; false, and nothing is added, if that cannot be said. */
static bool add_gep(hir_builder *b, hir_address *a, LLVMValueRef gep, uint32_t block) {
    hir_address old = *a;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    int count = LLVMGetNumOperands(gep);
    if (!ir_has_fixed_size(type))
        return false;
    hir_part first = {.stride = (int64_t)ir_abi_size(b->h->target, type)};
    first.typed = first.stride > 1;
    first.index = index_form(b, LLVMGetOperand(gep, 1), block, &first.exact);
    bool done = add_part(a, first);
    for (int i = 2; done && i < count; i++)
        done = add_step(b, a, LLVMGetOperand(gep, (unsigned)i), &type, block);
    if (!done)
        *a = old;
    return done;
}

static void drop_constant_bytes(hir_address *a, uint32_t from) {
    uint32_t kept = from;
    for (uint32_t i = from; i < a->part_count; i++) {
        int64_t value;
        if (!a->parts[i].typed && hir_is_constant(a->parts[i].index, &value))
            a->offset = wrapping_sum(a->offset, value, a->parts[i].stride);
        else
            a->parts[kept++] = a->parts[i];
    }
    a->part_count = kept;
}

static void note_flags(hir_address *a, LLVMValueRef gep, uint32_t from) {
    LLVMGEPNoWrapFlags flags = LLVMGEPGetNoWrapFlags(gep);
    a->nusw &= (flags & (LLVMGEPFlagInBounds | LLVMGEPFlagNUSW)) != 0;
    a->inbounds &= (flags & LLVMGEPFlagInBounds) != 0;
    for (uint32_t i = from; i < a->part_count; i++)
        a->nusw &= a->parts[i].exact;
}

/* The GEP that moves a pointer in each iteration, as often as it has been done. */
static bool multiply_by_iv(hir_builder *b, hir_address *a, uint32_t from, int64_t bytes,
                           uint32_t level) {
    for (uint32_t i = from; i < a->part_count; i++) {
        hir_part *part = &a->parts[i];
        int64_t by;
        hir_blob blob = 0;
        if (!hir_is_constant(part->index, &by)) {
            by = 1;
            blob = hir_canon_as_blob(b->h, part->index);
            if (!blob)
                return false;
        }
        CanonExpr *ce = hir_canon_new(b->h, b->index_type);
        if (!ce || !hir_canon_add_iv(b->h, ce, level, by, blob))
            return false;
        part->index = ce;
    }
    if (bytes == 0)
        return true;
    CanonExpr *ce = hir_canon_new(b->h, b->index_type);
    hir_part part = {.index = ce, .stride = 1, .exact = true};
    return ce && hir_canon_add_iv(b->h, ce, level, bytes, 0) && add_part(a, part);
}

static bool add_pointer_iv(hir_builder *b, hir_address *a, LLVMValueRef phi, uint32_t loop) {
    const hir_induction *ind = hir_b_induction(b, phi);
    hir_address old = *a;
    uint32_t header = b->loops->loops[loop].header, from = a->part_count;
    if (!ind->is_pointer)
        return false;
    a->offset = 0;
    bool done = add_gep(b, a, ind->next, header);
    if (done) {
        drop_constant_bytes(a, from);
        int64_t bytes = a->offset;
        note_flags(a, ind->next, from);
        a->offset = old.offset;
        done = multiply_by_iv(b, a, from, bytes, b->facts[loop].level);
    }
    if (!done)
        *a = old;
    return done;
}

/* One step towards the root; false at the root. */
static bool follow(hir_builder *b, hir_address *a) {
    LLVMValueRef v = a->root, same;
    uint32_t from = a->part_count;
    if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr) {
        if (!add_gep(b, a, v, a->root_block))
            return false;
    } else if (!LLVMIsAInstruction(v) || !hir_b_in_scope(b, v, a->root_block)) {
        return false;
    } else if (LLVMIsAGetElementPtrInst(v)) {
        if (!ir_is_pointer(v) || !add_gep(b, a, v, hir_b_block_of(b, v)))
            return false;
        a->root_block = hir_b_block_of(b, v);
    } else if (LLVMIsAPHINode(v) && hir_b_in_region(b, hir_b_block_of(b, v)) &&
               (same = hir_b_phi_same(v))) {
        a->root_block = hir_b_block_of(b, v);
        a->root = same;
        return true;
    } else {
        uint32_t loop = LLVMIsAPHINode(v) ? hir_b_induction_loop(b, v) : IR_NONE;
        if (loop == IR_NONE || !add_pointer_iv(b, a, v, loop))
            return false;
        a->root = hir_b_induction(b, v)->start;
        a->root_block = hir_b_block_before(b, loop);
        return true;
    }
    note_flags(a, v, from);
    drop_constant_bytes(a, from);
    a->root = LLVMGetOperand(v, 0);
    return true;
}

/* As far as so many steps towards the root lead. */
static void address_in_steps(hir_builder *b, LLVMValueRef pointer, uint32_t block, int steps,
                             hir_address *out) {
    *out = (hir_address){.root = pointer, .root_block = block, .nusw = true, .inbounds = true};
    if (hir_width(b->h, LLVMTypeOf(pointer)) != hir_width(b->h, b->index_type))
        return;
    for (int i = 0; i < steps && follow(b, out); i++)
        continue;
}

void hir_b_address(hir_builder *b, LLVMValueRef pointer, uint32_t block, hir_address *out) {
    address_in_steps(b, pointer, block, MAX_CHAIN, out);
}

static CanonExpr *root_form(hir_builder *b, const hir_address *a) {
    return hir_b_self(b, a->root, a->root_block).ce;
}

CanonExpr *hir_b_address_sum(hir_builder *b, const hir_address *a) {
    CanonExpr *base = root_form(b, a);
    hir_blob pointer = base ? hir_canon_as_blob(b->h, base) : 0;
    hir_blob number = hir_blob_make(b->h, BLOB_PTRTOINT, b->index_type, &pointer, 1);
    CanonExpr *sum = hir_canon_blob(b->h, number);
    bool done = sum && hir_b_add_constant(b, sum, a->offset);
    for (uint32_t i = 0; done && i < a->part_count; i++) {
        CanonExpr *part = hir_canon_copy(b->h, a->parts[i].index);
        done = part && hir_canon_multiply_by(b->h, part, a->parts[i].stride) &&
               hir_canon_add(b->h, sum, part);
    }
    return done ? sum : NULL;
}

/* The dimensions of a reference under construction, the outermost first. */
typedef struct dims {
    hir_part at[MAX_DIMENSIONS];
    uint32_t count;
    bool no_wrap; /* of the sum, as the flags on the way say */
} dims;

/* The dimension with this stride, made if there is none; NULL if there are too many. */
static bool find_dim(hir_builder *b, dims *d, int64_t stride, uint64_t count, uint32_t *index) {
    uint32_t at = 0;
    while (at < d->count && d->at[at].stride > stride)
        at++;
    *index = at;
    if (at < d->count && d->at[at].stride == stride) {
        if (d->at[at].count == 0)
            d->at[at].count = count;
        return true;
    }
    CanonExpr *zero = hir_canon_constant(b->h, b->index_type, 0);
    if (d->count == MAX_DIMENSIONS || !zero)
        return false;
    for (uint32_t i = d->count++; i > at; i--)
        d->at[i] = d->at[i - 1];
    d->at[at] = (hir_part){.index = zero, .stride = stride, .count = count, .exact = true};
    return true;
}

static bool add_to_dim(hir_builder *b, dims *d, int64_t stride, uint64_t count, CanonExpr *index,
                       bool exact) {
    uint32_t at;
    if (!find_dim(b, d, stride, count, &at))
        return false;
    CanonExpr *sum = hir_canon_copy(b->h, d->at[at].index);
    if (!sum || !hir_canon_add(b->h, sum, index))
        return false;
    d->at[at].index = sum;
    d->at[at].exact &= exact;
    return true;
}

/* The strides that the type of a variable gives. */
static bool add_type_dims(hir_builder *b, dims *d, LLVMValueRef root) {
    LLVMTypeRef type = LLVMIsAAllocaInst(root)       ? LLVMGetAllocatedType(root)
                       : LLVMIsAGlobalVariable(root) ? LLVMGlobalGetValueType(root)
                                                     : NULL;
    uint32_t at;
    uint64_t count = 0;
    bool first = true;
    if (type && (!ir_has_fixed_size(type) || ir_abi_size(b->h->target, type) == 0))
        return true;
    while (type && LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
        if (!find_dim(b, d, (int64_t)ir_abi_size(b->h->target, type), count, &at))
            return false;
        d->at[at].count = first ? 0 : d->at[at].count;
        first = false;
        count = LLVMGetArrayLength2(type);
        type = LLVMGetElementType(type);
    }
    return !type || first || find_dim(b, d, (int64_t)ir_abi_size(b->h->target, type), count, &at);
}

static bool add_shape_dims(hir_builder *b, dims *d, LLVMValueRef root) {
    uint32_t at;
    hir_shape shape = hir_b_shape(b, root);
    if (shape.count == 0)
        return true;
    bool done = find_dim(b, d, (int64_t)shape.strides[shape.count], 0, &at);
    for (uint32_t i = shape.count; done && i > 0; i--)
        done = find_dim(b, d, (int64_t)shape.strides[i - 1], shape.sizes[i - 1], &at);
    return done;
}

/* A constant number of bytes goes to the dimensions from the outermost in; what lies before the
 * start to the nearest, so that x[i][j - 1] stays what it is. */
static bool add_offset(hir_builder *b, dims *d, int64_t offset, uint64_t access) {
    bool far = offset < -INT64_MAX / 4;
    for (uint32_t i = 0; i < d->count && offset && !far; i++) {
        int64_t stride = d->at[i].stride;
        int64_t by = offset >= 0 ? offset / stride : -((-offset + stride / 2) / stride);
        CanonExpr *sum = hir_canon_copy(b->h, d->at[i].index);
        if (!sum || !hir_b_add_constant(b, sum, by))
            continue;
        d->at[i].index = sum;
        offset -= by * stride;
    }
    int64_t last = d->count ? d->at[d->count - 1].stride : INT64_MAX;
    if (offset == 0 && (access == 0 || (uint64_t)last <= access))
        return true;
    int64_t unit = access && offset % (int64_t)access == 0 ? (int64_t)access : 1;
    if (unit >= last)
        unit = 1;
    CanonExpr *index = hir_canon_constant(b->h, b->index_type, offset / unit);
    return index && add_to_dim(b, d, unit, 0, index, true);
}

static int64_t term_unit(const dims *d, int64_t coefficient, int64_t access) {
    for (uint32_t i = 0; i < d->count; i++)
        if (coefficient % d->at[i].stride == 0)
            return d->at[i].stride;
    return access > 1 && coefficient % access == 0 ? access : 1;
}

/* Gives a sum of bytes to dimensions, term by term. */
static bool add_bytes(hir_builder *b, dims *d, const CanonExpr *bytes, bool exact, int64_t access,
                      int64_t *offset) {
    if (!hir_canon_is_plain(bytes))
        return add_to_dim(b, d, 1, 0, hir_canon_copy(b->h, bytes), exact);
    hir_each_term (t, bytes) {
        int64_t unit = term_unit(d, t.coefficient, access);
        CanonExpr *ce = hir_canon_new(b->h, b->index_type);
        if (!ce || !hir_canon_add_term(b->h, ce, t.level, t.coefficient / unit, t.blob) ||
            !add_to_dim(b, d, unit, 0, ce, exact))
            return false;
    }
    *offset = wrapping_sum(*offset, bytes->constant, 1);
    return true;
}

/* Whether the part steps through elements of an array whose rows are known otherwise. */
static bool is_flat(const dims *d, const hir_part *part) {
    if (!part->typed || part->count || part->stride <= 0)
        return false;
    for (uint32_t i = 0; i < d->count; i++)
        if (d->at[i].count && d->at[i].stride >= part->stride)
            return d->at[d->count - 1].stride == part->stride;
    return false;
}

/* Rows get what is a multiple of them. */
static bool add_flat(hir_builder *b, dims *d, const hir_part *part, bool exact, int64_t *offset) {
    CanonExpr *bytes = hir_canon_copy(b->h, part->index);
    if (!bytes || !hir_canon_is_plain(bytes) || !hir_canon_multiply_by(b->h, bytes, part->stride))
        return add_to_dim(b, d, part->stride, 0, part->index, exact);
    return add_bytes(b, d, bytes, exact, part->stride, offset);
}

static bool add_typed(hir_builder *b, dims *d, const hir_part *part, bool exact, int64_t *offset) {
    return is_flat(d, part) ? add_flat(b, d, part, exact, offset)
                            : add_to_dim(b, d, part->stride, part->count, part->index, exact);
}

/* Dimensions that only came in because a GEP starts with a 0 in the middle of a chain. */
static void drop_empty_dims(dims *d) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        int64_t value;
        bool empty = i > 0 && i + 1 < d->count && d->at[i].count == 0 &&
                     hir_is_constant(d->at[i].index, &value) && value == 0;
        if (!empty)
            d->at[kept++] = d->at[i];
    }
    d->count = kept;
}

static bool make_dims(hir_builder *b, const hir_address *a, int64_t access, dims *d) {
    int64_t offset = a->offset;
    bool done = add_type_dims(b, d, a->root) && add_shape_dims(b, d, a->root);
    d->no_wrap = a->nusw;
    for (uint32_t i = 0; done && i < a->part_count; i++)
        if (a->parts[i].typed && a->parts[i].stride > 0)
            done = add_typed(b, d, &a->parts[i], a->parts[i].exact && a->nusw, &offset);
    for (uint32_t i = 0; done && i < a->part_count; i++)
        if (!a->parts[i].typed && a->parts[i].stride == 1)
            done =
                add_bytes(b, d, a->parts[i].index, a->parts[i].exact && a->nusw, access, &offset);
    if (!done || !add_offset(b, d, offset, (uint64_t)access))
        return false;
    drop_empty_dims(d);
    return true;
}

/* Whether each subscript is proven to stay within its dimension, the outermost only if its size is
 * known; nothing is proven if that is all there is. */
static bool are_in_bounds(hir_builder *b, const dims *d, uint32_t block) {
    if (d->count == 1 && d->at[0].count == 0)
        return false;
    for (uint32_t i = 0; i < d->count; i++) {
        hir_range r;
        if (i == 0 && d->at[i].count == 0)
            continue;
        if (d->at[i].count == 0 || d->at[i].index->denominator != 1 ||
            !hir_b_sum_range(b, d->at[i].index, true, block, &r) || r.low < 0 ||
            r.high >= (hir_wide)d->at[i].count)
            return false;
    }
    return true;
}

static bool is_exact(hir_builder *b, const CanonExpr *ce, bool flags, uint32_t block) {
    hir_range r, type = hir_type_range(hir_width(b->h, ce->source), true);
    return ce->exact || flags || (hir_b_sum_range(b, ce, true, block, &r) && hir_range_in(r, type));
}

static RegDDRef *make_ref(hir_builder *b, hir_ref_kind kind, CanonExpr *base, const dims *d,
                          uint32_t block) {
    RegDDRef *ref = hir_ref_memory(b->h, kind, base, d->count);
    for (uint32_t i = 0; ref && i < d->count; i++) {
        uint32_t dimension = d->count - 1 - i;
        CanonExpr *ce = d->at[i].index;
        ce->exact = is_exact(b, ce, d->at[i].exact && kind == REF_MEMORY, block);
        ref->subscripts[dimension] = ce;
        ref->strides[dimension] = hir_blob_constant(b->h, b->index_type, d->at[i].stride);
        ref->sizes[dimension] = d->at[i].count;
    }
    if (ref)
        ref->in_bounds = are_in_bounds(b, d, block);
    if (ref)
        ref->no_wrap = kind == REF_MEMORY && d->no_wrap;
    return ref;
}

/* The pointer as it is, without looking how it was computed. */
static RegDDRef *plain_ref(hir_builder *b, hir_ref_kind kind, LLVMValueRef pointer, int64_t access,
                           uint32_t block) {
    dims d = {0};
    uint32_t at;
    CanonExpr *base = hir_b_self(b, pointer, block).ce;
    if (!base || !find_dim(b, &d, access ? access : 1, 0, &at))
        return NULL;
    return make_ref(b, kind, base, &d, block);
}

/* NULL if it cannot be cut into dimensions. */
static RegDDRef *cut_ref(hir_builder *b, hir_ref_kind kind, LLVMValueRef pointer, int64_t access,
                         uint32_t block, int steps) {
    hir_address a;
    dims d = {0};
    address_in_steps(b, pointer, block, steps, &a);
    bool done = make_dims(b, &a, access, &d);
    CanonExpr *base = root_form(b, &a);
    RegDDRef *ref = done && base && d.count ? make_ref(b, kind, base, &d, block) : NULL;
    if (ref) {
        ref->same_object = a.inbounds;
        ref->adds_up = a.nusw;
    }
    return ref;
}

/* If the whole way from the root cannot be represented, its last step may be. */
RegDDRef *hir_b_memory_ref(hir_builder *b, hir_ref_kind kind, LLVMValueRef pointer,
                           LLVMTypeRef type, uint32_t block) {
    int64_t access =
        type && ir_has_fixed_size(type) ? (int64_t)ir_store_size(b->h->target, type) : 0;
    RegDDRef *ref = cut_ref(b, kind, pointer, access, block, MAX_CHAIN);
    if (!ref)
        ref = cut_ref(b, kind, pointer, access, block, 1);
    if (!ref)
        ref = plain_ref(b, kind, pointer, access, block);
    if (ref)
        ref->type = type ? type : LLVMTypeOf(pointer);
    return ref;
}
