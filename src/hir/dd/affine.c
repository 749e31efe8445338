/* Canonical expressions as forms. */
#include "hir/dd/affine.h"

bool dd_add_term(dd_form *f, dd_atom_kind kind, uint32_t number, int64_t coefficient) {
    for (uint32_t i = 0; i < f->count; i++) {
        dd_term *t = &f->terms[i];
        if (t->kind != kind || t->number != number)
            continue;
        if (!dd_narrow((dd_wide)t->coefficient + coefficient, &t->coefficient))
            return false;
        if (!t->coefficient)
            *t = f->terms[--f->count];
        return true;
    }
    if (f->count == DD_MAX_TERMS)
        return false;
    if (coefficient)
        f->terms[f->count++] = (dd_term){(uint8_t)kind, number, coefficient};
    return true;
}

static void widen(dd_form *f, hir_range r, int64_t by) {
    f->bounded = f->bounded && hir_range_multiply(&r, by) && hir_range_add(&f->range, r);
}

dd_form dd_form_constant(int64_t value) {
    return (dd_form){.constant = value, .bounded = true, .range = {value, value}};
}

int64_t dd_coefficient_of(const dd_form *f, dd_atom_kind kind, uint32_t number) {
    for (uint32_t i = 0; i < f->count; i++)
        if (f->terms[i].kind == kind && f->terms[i].number == number)
            return f->terms[i].coefficient;
    return 0;
}

/* A term of a form: a blob, or a blob times an IV. */
typedef struct blob_use {
    const dd_domain *d;
    uint32_t level; /* 0: no IV */
} blob_use;

static bool add_blob_atom(dd_region *r, dd_form *f, hir_blob b, int64_t coefficient) {
    uint32_t number;
    if (!dd_find_symbol(r, b, &number) || !dd_add_term(f, DD_ATOM_SYMBOL, number, coefficient))
        return false;
    widen(f, r->symbols.at[number].range, coefficient);
    return true;
}

static bool add_product_atom(dd_region *r, dd_form *f, const blob_use *use, hir_blob b,
                             int64_t coefficient) {
    uint32_t number;
    if (!dd_find_product(r, b, use->level, &number) ||
        !dd_add_term(f, DD_ATOM_PRODUCT, number, coefficient))
        return false;
    hir_range range = r->symbols.at[r->products.at[number].symbol].range;
    f->bounded &= hir_range_multiply(&range, use->d->max[use->level - 1]);
    widen(f, hir_range_with_zero(range), coefficient);
    return true;
}

/* b 0: 1. */
static bool add_atom(dd_region *r, dd_form *f, const blob_use *use, hir_blob b,
                     int64_t coefficient) {
    if (b)
        return use->level ? add_product_atom(r, f, use, b, coefficient)
                          : add_blob_atom(r, f, b, coefficient);
    if (!use->level)
        return dd_narrow((dd_wide)f->constant + coefficient, &f->constant) &&
               (widen(f, (hir_range){1, 1}, coefficient), true);
    widen(f, (hir_range){0, use->d->max[use->level - 1]}, coefficient);
    return dd_add_term(f, DD_ATOM_IV, use->level, coefficient);
}

/* A blob without extensions that do not change it as a signed number. */
static hir_blob without_extension(const dd_region *r, hir_blob b) {
    while (b && hir_blob_at(r->h, b)->op == BLOB_SEXT)
        b = hir_blob_at(r->h, b)->operands[0];
    return b;
}

/* The blob as a sum of constants times blobs, if it is one that does not wrap. */
typedef struct blob_sum {
    struct {
        int64_t coefficient;
        hir_blob blob; /* 0: 1 */
    } at[DD_MAX_TERMS];
    uint32_t count;
} blob_sum;

/* extend: the operands of the sum are extended by this, or BLOB_ADD for not at all. */
static bool split_sum(dd_region *r, hir_blob b, hir_blob_op extend, LLVMTypeRef type,
                      blob_sum *sum) {
    const hir_blob_info info = *hir_blob_at(r->h, b);
    sum->count = 0;
    if (info.op != BLOB_ADD || info.operand_count > DD_MAX_TERMS)
        return false;
    for (uint32_t i = 0; i < info.operand_count; i++) {
        int64_t coefficient;
        hir_blob rest;
        hir_blob_split(r->h, info.operands[i], &coefficient, &rest);
        if (rest && extend != BLOB_ADD)
            rest = hir_blob_make(r->h, extend, type, &rest, 1);
        else if (!rest && extend == BLOB_ZEXT && coefficient < 0)
            return false;
        sum->at[sum->count].coefficient = coefficient;
        sum->at[sum->count++].blob = rest;
    }
    return true;
}

static bool form_of_sum(dd_region *r, const blob_sum *sum, dd_form *f) {
    static const blob_use plain = {0};
    *f = dd_form_constant(0);
    for (uint32_t i = 0; i < sum->count; i++)
        if (!add_atom(r, f, &plain, without_extension(r, sum->at[i].blob), sum->at[i].coefficient))
            return false;
    return true;
}

/* Whether the sum stays between the two, by ranges or by what holds in the domain. */
static bool is_between(const dd_region *r, const dd_domain *d, const dd_form *f, hir_range ends) {
    bool above = f->bounded && f->range.low >= ends.low;
    bool below = f->bounded && f->range.high <= ends.high;
    int64_t end;
    if (!above && d && dd_narrow(-ends.low, &end)) {
        dd_form from = dd_form_constant(end);
        above = dd_form_add(&from, f, 1) && dd_is_proven(r, d, &from);
    }
    if (!below && d && dd_narrow(ends.high, &end)) {
        dd_form to = dd_form_constant(end);
        below = dd_form_add(&to, f, -1) && dd_is_proven(r, d, &to);
    }
    return above && below;
}

/* b, or what an extension in it extends, is a sum that does not wrap there. */
static bool find_sum(dd_region *r, const dd_domain *d, hir_blob b, blob_sum *sum) {
    const hir_blob_info info = *hir_blob_at(r->h, b);
    dd_form f;
    if (info.op == BLOB_ADD) {
        uint32_t width = hir_width(r->h, info.type);
        return split_sum(r, b, BLOB_ADD, info.type, sum) && form_of_sum(r, sum, &f) &&
               is_between(r, d, &f, hir_type_range(width, true));
    }
    if (info.op != BLOB_SEXT && info.op != BLOB_ZEXT)
        return false;
    uint32_t width = hir_width(r->h, hir_blob_at(r->h, info.operands[0])->type);
    hir_range ends = hir_type_range(width, true);
    ends.low = info.op == BLOB_ZEXT ? 0 : ends.low;
    return width > 1 && split_sum(r, info.operands[0], BLOB_SEXT, info.type, sum) &&
           form_of_sum(r, sum, &f) && is_between(r, d, &f, ends);
}

static bool add_blob(dd_region *r, dd_form *f, const blob_use *use, hir_blob b,
                     int64_t coefficient) {
    blob_sum sum;
    if (!b || !find_sum(r, use->d, b, &sum))
        return add_atom(r, f, use, without_extension(r, b), coefficient);
    for (uint32_t i = 0; i < sum.count; i++) {
        int64_t c;
        if (!dd_narrow((dd_wide)coefficient * sum.at[i].coefficient, &c) ||
            !add_atom(r, f, use, without_extension(r, sum.at[i].blob), c))
            return false;
    }
    return true;
}

static bool add_symbol(dd_region *r, dd_form *f, const dd_domain *d, hir_blob b,
                       int64_t coefficient) {
    return add_blob(r, f, &(blob_use){d, 0}, b, coefficient);
}

static bool add_iv(dd_region *r, dd_form *f, const dd_domain *d, uint32_t level,
                   int64_t coefficient, hir_blob b) {
    return level <= d->depth && add_blob(r, f, &(blob_use){d, level}, b, coefficient);
}

/* The sum in ce as if nothing wrapped. */
bool dd_plain_sum(dd_region *r, const CanonExpr *ce, const dd_domain *d, dd_form *f) {
    *f = dd_form_constant(ce->constant);
    bool done = hir_width(r->h, ce->source) > 1;
    hir_each_term (t, ce)
        done = done && (t.level ? add_iv(r, f, d, t.level, t.coefficient, t.blob)
                                : add_symbol(r, f, d, t.blob, t.coefficient));
    return done;
}

/* Where nothing is left it is never executed, and any range will do. */
void dd_clip(dd_form *f, hir_range to) {
    f->range = f->bounded ? hir_range_clip(f->range, to) : to;
    f->range.high = f->range.high < f->range.low ? f->range.low : f->range.high;
    f->bounded = true;
}

bool dd_is_within(const dd_form *f, hir_range r) {
    return f->bounded && hir_range_in(f->range, r);
}

bool dd_fits(const dd_region *r, const dd_domain *d, const dd_form *f, hir_range type) {
    return dd_is_within(f, type) || is_between(r, d, f, type);
}

/* The sum in ce, if it does not wrap. */
static bool exact_sum(dd_region *r, const CanonExpr *ce, const dd_domain *d, dd_form *f) {
    hir_range type = hir_type_range(hir_width(r->h, ce->source), true);
    if (!dd_plain_sum(r, ce, d, f))
        return false;
    if (ce->exact || dd_fits(r, d, f, type))
        dd_clip(f, type);
    return ce->exact || dd_is_within(f, type);
}

bool dd_is_natural_form(const dd_region *r, const dd_domain *d, const dd_form *f) {
    return (f->bounded && f->range.low >= 0) || dd_is_proven(r, d, f);
}

/* Whether all of it is a multiple, which is then divided. */
static bool divide_whole(dd_form *f, int64_t by) {
    bool whole = f->constant % by == 0;
    for (uint32_t i = 0; i < f->count; i++)
        whole &= f->terms[i].coefficient % by == 0;
    if (!whole)
        return false;
    for (uint32_t i = 0; i < f->count; i++)
        f->terms[i].coefficient /= by;
    f->constant /= by;
    f->range.low /= by;
    f->range.high /= by;
    return true;
}

static bool divide(dd_region *r, const dd_domain *d, const CanonExpr *ce, dd_form *f) {
    if (ce->denominator == 1)
        return true;
    if (ce->is_signed && divide_whole(f, ce->denominator))
        return true;
    bool natural = dd_is_natural_form(r, d, f);
    if (!natural && !ce->is_signed)
        return false;
    if (divide_whole(f, ce->denominator))
        return true;
    uint32_t number = (uint32_t)r->quotients.len;
    int64_t rest = ce->denominator - 1;
    bool negative = f->bounded && f->range.high <= 0;
    dd_quotient quotient = {*f, ce->denominator, natural ? 0 : -rest, negative ? 0 : rest};
    if (!vec_push(r->h->ctx, &r->quotients, quotient))
        return false;
    dd_form q = {.bounded = f->bounded,
                 .range = {natural && f->range.low < 0 ? 0 : f->range.low / ce->denominator,
                           f->range.high / ce->denominator}};
    dd_add_term(&q, DD_ATOM_OWN, number, 1);
    *f = q;
    return true;
}

/* What may wrap, but has no IVs, is what it is. */
static bool opaque_form(dd_region *r, const CanonExpr *ce, dd_form *f) {
    hir_blob b = hir_width(r->h, ce->dest) > 1 ? hir_canon_as_blob(r->h, ce) : 0;
    *f = dd_form_constant(0);
    return b && add_blob_atom(r, f, without_extension(r, b), 1);
}

bool dd_value_form(dd_region *r, const CanonExpr *ce, const dd_domain *d, dd_form *f) {
    uint32_t to = hir_width(r->h, ce->dest);
    if (!exact_sum(r, ce, d, f))
        return opaque_form(r, ce, f);
    if (!divide(r, d, ce, f))
        return false;
    switch (ce->cast) {
    case HIR_CAST_ZEXT:
        return dd_is_natural_form(r, d, f);
    case HIR_CAST_TRUNC:
        return dd_is_within(f, hir_type_range(to, true));
    default:
        return true;
    }
}

bool dd_modular_form(dd_region *r, const CanonExpr *ce, const dd_domain *d, dd_form *f) {
    return hir_canon_is_plain(ce) && hir_width(r->h, ce->source) == 64 && dd_plain_sum(r, ce, d, f);
}

bool dd_form_add(dd_form *to, const dd_form *from, int64_t by) {
    dd_wide constant;
    for (uint32_t i = 0; i < from->count; i++) {
        int64_t coefficient;
        const dd_term *t = &from->terms[i];
        if (!dd_narrow((dd_wide)t->coefficient * by, &coefficient) ||
            !dd_add_term(to, (dd_atom_kind)t->kind, t->number, coefficient))
            return false;
    }
    if (__builtin_mul_overflow((dd_wide)from->constant, by, &constant) ||
        !dd_narrow(constant + to->constant, &to->constant))
        return false;
    if (from->bounded)
        widen(to, from->range, by);
    else
        to->bounded = false;
    return true;
}

/* Of which no range is known. */
bool dd_form_add_term(dd_form *to, dd_atom_kind kind, uint32_t number, int64_t coefficient) {
    to->bounded = false;
    return dd_add_term(to, kind, number, coefficient);
}

bool dd_form_add_symbol(dd_region *r, const dd_domain *d, dd_form *to, hir_blob b, int64_t by) {
    return add_symbol(r, to, d, b, by);
}

/* The product, of symbols that lost what extends them with their sign. */
static hir_blob product_of(dd_region *r, hir_blob b, hir_blob other) {
    LLVMTypeRef type = hir_blob_at(r->h, b)->type;
    if (hir_width(r->h, hir_blob_at(r->h, other)->type) < hir_width(r->h, type))
        other = hir_blob_make(r->h, BLOB_SEXT, type, &other, 1);
    return hir_blob_of_two(r->h, BLOB_MUL, type, b, other);
}

/* to += by * b * form, where b is a blob: products of it and IVs are atoms of their own. */
bool dd_form_add_times(dd_region *r, const dd_domain *d, dd_form *to, const dd_form *form,
                       hir_blob b, int64_t by) {
    for (uint32_t i = 0; i < form->count; i++) {
        const dd_term *t = &form->terms[i];
        int64_t coefficient;
        if (!dd_narrow((dd_wide)t->coefficient * by, &coefficient))
            return false;
        hir_blob other = t->kind == DD_ATOM_SYMBOL ? r->symbols.at[t->number].blob
                         : t->kind == DD_ATOM_PRODUCT
                             ? r->symbols.at[r->products.at[t->number].symbol].blob
                             : 0;
        hir_blob product = other ? product_of(r, b, other) : b;
        if (t->kind == DD_ATOM_OWN || !product)
            return false;
        bool done =
            t->kind == DD_ATOM_SYMBOL
                ? add_symbol(r, to, d, product, coefficient)
                : add_iv(r, to, d,
                         t->kind == DD_ATOM_IV ? t->number : r->products.at[t->number].level,
                         coefficient, product);
        if (!done)
            return false;
    }
    int64_t constant;
    return dd_narrow((dd_wide)form->constant * by, &constant) &&
           (!constant || add_symbol(r, to, d, b, constant));
}
