/* References of memory as forms: addresses, dimensions, and whether anything wraps. */
#include "hir/dd/affine.h"

#include "ir/size.h"
#include "ir/structs.h"

/* Dimensions. */

/* b = coefficient * Π factors; constants are in the coefficient. */
typedef struct factors {
    int64_t coefficient;
    hir_blob at[8];
    uint32_t count;
} factors;

static bool factor(hir *h, hir_blob b, factors *f) {
    hir_blob rest;
    f->count = 0;
    hir_blob_split(h, b, &f->coefficient, &rest);
    if (!rest)
        return true;
    const hir_blob_info *info = hir_blob_at(h, rest);
    if (info->op != BLOB_MUL) {
        f->at[f->count++] = rest;
        return true;
    }
    if (info->operand_count > 8)
        return false;
    for (uint32_t i = 0; i < info->operand_count; i++)
        f->at[f->count++] = info->operands[i];
    return true;
}

bool dd_stride_ratio(hir *h, hir_blob outer, hir_blob inner, int64_t *coefficient, hir_blob *blob) {
    factors o, i;
    if (!outer || !inner || !factor(h, outer, &o) || !factor(h, inner, &i) || i.coefficient <= 0 ||
        o.coefficient <= 0 || o.coefficient % i.coefficient)
        return false;
    for (uint32_t k = 0; k < i.count; k++) {
        uint32_t at = 0;
        while (at < o.count && o.at[at] != i.at[k])
            at++;
        if (at == o.count)
            return false;
        o.at[at] = o.at[--o.count];
    }
    *coefficient = o.coefficient / i.coefficient;
    *blob = o.count ? o.at[0] : 0;
    return o.count <= 1;
}

/* 0 <= subscript, and what is read or written ends before the next of the outer dimension. */
static bool is_inside(dd_region *r, const dd_access *a, uint32_t dimension, const dd_form *f) {
    const RegDDRef *ref = a->ref;
    int64_t count, stride;
    hir_blob blob;
    if (!dd_stride_ratio(r->h, ref->strides[dimension + 1], ref->strides[dimension], &count, &blob))
        return false;
    dd_form room = dd_form_constant(0);
    int64_t last = 1;
    if (dimension == 0) {
        if (!hir_is_constant_blob(r->h, ref->strides[0], &stride) || stride <= 0 ||
            a->size > INT32_MAX)
            return false;
        last = ((int64_t)a->size + stride - 1) / stride;
    }
    dd_form constant = dd_form_constant((blob ? 0 : count) - last);
    if ((blob && !dd_form_add_symbol(r, a->domain, &room, blob, count)) ||
        !dd_form_add(&room, &constant, 1) || !dd_form_add(&room, f, -1))
        return false;
    bool low = f->bounded && f->range.low >= 0, high = room.bounded && room.range.low >= 0;
    return (low || dd_is_proven(r, a->domain, f)) && (high || dd_is_proven(r, a->domain, &room));
}

/* Dimensions that a pair can be tested by: all but the outermost are not left. */
static void find_subscripts(dd_region *r, dd_access *a) {
    const RegDDRef *ref = a->ref;
    uint32_t count = ref->dimensions;
    dd_form forms[DD_MAX_DIMENSIONS];
    bool inside = count > 1, nested = count > 1;
    int64_t c;
    hir_blob b;
    for (uint32_t d = 0; d < count && nested; d++) {
        nested = dd_value_form(r, ref->subscripts[d], a->domain, &forms[d]);
        nested &=
            d + 1 == count || dd_stride_ratio(r->h, ref->strides[d + 1], ref->strides[d], &c, &b);
    }
    for (uint32_t d = 0; d + 1 < count && inside && nested; d++)
        inside = ref->in_dims || is_inside(r, a, d, &forms[d]);
    a->dims_assumed = !inside && nested && r->assume_dims;
    if (!nested || (!inside && !a->dims_assumed))
        return;
    a->subscripts = arena_array(&r->mem, count, dd_form);
    for (uint32_t d = 0; a->subscripts && d < count; d++)
        a->subscripts[d] = forms[d];
}

/* Indices: the address as a number in a system whose bases are blobs. */

static dd_index *index_with(dd_access *a, uint32_t symbol) {
    for (uint32_t i = 0; i < a->index_count; i++)
        if (a->indices[i].symbol == symbol)
            return &a->indices[i];
    return NULL;
}

/* Each blob that IVs are multiplied by is the base of an index. */
static bool collect_indices(dd_region *r, dd_access *a) {
    for (uint32_t i = 0; i < a->address.count; i++) {
        const dd_term *t = &a->address.terms[i];
        uint32_t symbol = t->kind == DD_ATOM_PRODUCT ? r->products.at[t->number].symbol : 0;
        if (t->kind != DD_ATOM_PRODUCT || index_with(a, symbol))
            continue;
        if (a->index_count == DD_MAX_INDICES || r->symbols.at[symbol].varies)
            return false;
        a->indices[a->index_count].symbol = symbol;
        a->indices[a->index_count++].form = dd_form_constant(0);
    }
    return a->index_count != 0;
}

static uint32_t degree(dd_region *r, uint32_t symbol) {
    factors f;
    return factor(r->h, r->symbols.at[symbol].blob, &f) ? f.count : 0;
}

static void sort_indices(dd_region *r, dd_access *a) {
    for (uint32_t i = 1; i < a->index_count; i++)
        for (uint32_t k = i;
             k > 0 && degree(r, a->indices[k - 1].symbol) < degree(r, a->indices[k].symbol); k--) {
            dd_index other = a->indices[k];
            a->indices[k] = a->indices[k - 1];
            a->indices[k - 1] = other;
        }
}

/* Gives each term to its index; what has no blob is the rest. */
static bool fill_indices(dd_region *r, dd_access *a) {
    a->rest = dd_form_constant(a->address.constant);
    for (uint32_t i = 0; i < a->address.count; i++) {
        const dd_term *t = &a->address.terms[i];
        const dd_product *p = t->kind == DD_ATOM_PRODUCT ? &r->products.at[t->number] : NULL;
        dd_index *x = p                           ? index_with(a, p->symbol)
                      : t->kind == DD_ATOM_SYMBOL ? index_with(a, t->number)
                                                  : NULL;
        if (x && t->coefficient % a->unit)
            return false;
        int64_t c = x ? t->coefficient / a->unit : 0;
        dd_form constant = dd_form_constant(c);
        bool done =
            !x  ? dd_form_add_term(&a->rest, (dd_atom_kind)t->kind, t->number, t->coefficient)
            : p ? dd_form_add_term(&x->form, DD_ATOM_IV, p->level, c)
                : dd_form_add(&x->form, &constant, 1);
        if (!done)
            return false;
    }
    return true;
}

static bool is_below(dd_region *r, const dd_access *a, const dd_form *f, dd_form *room) {
    return dd_form_add(room, f, -1) && dd_is_proven(r, a->domain, f) &&
           dd_is_proven(r, a->domain, room);
}

/* Each index but the outermost stays below the next base, and the rest below the innermost one. */
static bool indices_are_inside(dd_region *r, const dd_access *a) {
    const dd_index *last = &a->indices[a->index_count - 1];
    dd_form room = dd_form_constant(-(int64_t)a->size);
    if (!dd_form_add_symbol(r, a->domain, &room, r->symbols.at[last->symbol].blob, a->unit) ||
        !is_below(r, a, &a->rest, &room))
        return false;
    for (uint32_t i = 1; i < a->index_count; i++) {
        int64_t count;
        hir_blob blob;
        if (!dd_stride_ratio(r->h, r->symbols.at[a->indices[i - 1].symbol].blob,
                             r->symbols.at[a->indices[i].symbol].blob, &count, &blob) ||
            !blob)
            return false;
        room = dd_form_constant(-1);
        if (!dd_form_add_symbol(r, a->domain, &room, blob, count) ||
            !is_below(r, a, &a->indices[i].form, &room))
            return false;
    }
    return true;
}

static void find_indices(dd_region *r, dd_access *a) {
    int64_t stride;
    a->indices = arena_array(&r->mem, DD_MAX_INDICES, dd_index);
    a->unit = hir_is_constant_blob(r->h, a->ref->strides[0], &stride) ? stride : 1;
    bool found = a->indices && a->unit > 0 && a->size < INT32_MAX && collect_indices(r, a);
    if (found)
        sort_indices(r, a);
    if (!found || !fill_indices(r, a) || !indices_are_inside(r, a))
        a->index_count = 0;
}

/* Addresses. */

static bool add_dimension(dd_region *r, dd_access *a, const dd_form *f, hir_blob stride) {
    int64_t coefficient;
    hir_blob rest;
    if (!stride)
        return false;
    hir_blob_split(r->h, stride, &coefficient, &rest);
    return rest ? dd_form_add_times(r, a->domain, &a->address, f, rest, coefficient)
                : dd_form_add(&a->address, f, coefficient);
}

static const char *read_address(dd_region *r, dd_access *a) {
    const RegDDRef *ref = a->ref;
    a->address = dd_form_constant(0);
    if (ref->dimensions > DD_MAX_DIMENSIONS)
        return "too-many-dimensions";
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        dd_form f;
        if (!dd_value_form(r, ref->subscripts[d], a->domain, &f)) {
            a->modular = true;
            if (!dd_modular_form(r, ref->subscripts[d], a->domain, &f))
                return "subscript-may-wrap";
        }
        if (!add_dimension(r, a, &f, ref->strides[d]))
            return ref->strides[d] ? "subscript-not-linear" : "unknown-stride";
    }
    return NULL;
}

static bool base_symbol(dd_region *r, dd_access *a) {
    dd_form f = dd_form_constant(0);
    hir_blob b = hir_canon_as_blob(r->h, a->ref->base);
    if (!b || !dd_form_add_symbol(r, a->domain, &f, b, 1) || f.count != 1 || f.constant ||
        f.terms[0].coefficient != 1 || f.terms[0].kind != DD_ATOM_SYMBOL)
        return false;
    a->base = f.terms[0].number;
    return true;
}

static uint64_t size_of(const dd_region *r, LLVMTypeRef type) {
    return type && ir_has_fixed_size(type) ? ir_store_size(r->h->target, type) : 0;
}

/* Less than a quarter of all addresses, in either direction. */
static bool is_near(const dd_region *r, const dd_access *a, const dd_form *f, bool prove) {
    const int64_t far = INT64_C(1) << 61;
    bool near = f->bounded && f->range.low > -far && f->range.high < far;
    for (int sign = -1; sign <= 1 && prove && !near; sign += 2) {
        dd_form room = dd_form_constant(far - 1);
        if (!dd_form_add(&room, f, sign) || !dd_is_proven(r, a->domain, &room))
            return false;
    }
    return near || prove;
}

/* What an IV is multiplied by, or what is added. */
static dd_form factor_of(const dd_region *r, const dd_term *t) {
    if (t->kind == DD_ATOM_IV)
        return dd_form_constant(1);
    uint32_t number = t->kind == DD_ATOM_PRODUCT ? r->products.at[t->number].symbol : t->number;
    return (dd_form){.count = 1,
                     .terms = {{DD_ATOM_SYMBOL, number, 1}},
                     .bounded = true,
                     .range = r->symbols.at[number].range};
}

static uint32_t level_of(const dd_region *r, const dd_term *t) {
    return t->kind == DD_ATOM_PRODUCT ? r->products.at[t->number].level
           : t->kind == DD_ATOM_IV    ? t->number
                                      : 0;
}

/* By level, how far it is from one iteration to the next; at 0, where the address starts. */
static bool find_steps(const dd_region *r, const dd_access *a, dd_form *steps) {
    for (uint32_t level = 0; level <= a->domain->depth; level++)
        steps[level] = dd_form_constant(level ? 0 : a->address.constant);
    for (uint32_t i = 0; i < a->address.count; i++) {
        const dd_term *t = &a->address.terms[i];
        if (t->kind == DD_ATOM_OWN)
            return false;
        dd_form factor = factor_of(r, t);
        uint32_t level = level_of(r, t);
        int64_t first = level ? a->domain->first[level - 1] : 0, skipped;
        if ((factor.count && r->symbols.at[factor.terms[0].number].varies) ||
            !dd_form_add(&steps[level], &factor, t->coefficient) ||
            __builtin_mul_overflow(t->coefficient, first, &skipped) ||
            (first && !dd_form_add(&steps[0], &factor, skipped)))
            return false;
    }
    return true;
}

/* An object has less than 2^63 bytes, and all iterations before one have been executed: step by
 * step, first of the innermost loop and then of outer ones in the first iteration of those inside,
 * each address is less than that from the next. So from the first iteration to any other, the
 * address as a number moves as the address does, and nothing wraps. */
static bool is_connected(const dd_region *r, const dd_access *a, bool prove) {
    dd_form steps[DD_MAX_LEVELS + 1];
    bool near = !a->domain->varies && !r->has_labels && !r->wild &&
                !r->symbols.at[a->base].varies && find_steps(r, a, steps);
    for (uint32_t level = 0; level <= a->domain->depth && near; level++)
        near = is_near(r, a, &steps[level], prove);
    return near;
}

bool dd_access_init(dd_region *r, RegDDRef *ref, dd_access *a) {
    *a = (dd_access){.ref = ref, .no_wrap = ref->no_wrap, .size = size_of(r, ref->type)};
    a->domain = dd_domain_of(r, ref->node);
    a->why = !a->domain           ? "too-deep"
             : r->wild            ? "jumps"
             : a->size == 0       ? "unknown-size"
             : !base_symbol(r, a) ? "unknown-base"
                                  : read_address(r, a);
    if (!a->why)
        a->connected = is_connected(r, a, false);
    if (!a->why && a->modular && !a->connected)
        a->why = "subscript-may-wrap";
    return ctx_ok(r->h->ctx);
}

void dd_access_finish(dd_region *r, dd_access *a) {
    if (a->why)
        return;
    if (!a->no_wrap && !a->connected && r->facts.len)
        a->connected = is_connected(r, a, true);
    find_indices(r, a);
    if (!a->index_count)
        find_subscripts(r, a);
}
