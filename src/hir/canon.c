#include "hir/canon.h"

#include "base/num.h"

#include <string.h>

/* A sum under construction, separate from the CanonExpr that it came from, which so stays as it is
 * when the sum cannot be represented. */
typedef struct draft {
    hir *h;
    LLVMTypeRef type;
    uint32_t width;
    hir_iv_term ivs[HIR_MAX_LEVEL];
    hir_blob_term blobs[HIR_MAX_TERMS];
    uint32_t blob_count;
    int64_t constant;
    bool failed;
} draft;

static void draft_init(draft *d, hir *h, LLVMTypeRef type) {
    memset(d->ivs, 0, sizeof d->ivs);
    d->h = h;
    d->type = type;
    d->width = hir_width(h, type);
    d->blob_count = 0;
    d->constant = 0;
    d->failed = false;
}

/* The one number of the width that stands for all that are equal to it modulo 2^width. One bit is
 * 0 or 1. */
static int64_t reduce(int64_t value, uint32_t width) {
    return width == 1 ? value & 1 : hir_sign_extend((uint64_t)value, width);
}

static int64_t plus(draft *d, int64_t a, int64_t b) {
    int64_t sum = 0;
    d->failed |= __builtin_add_overflow(a, b, &sum);
    return reduce(sum, d->width);
}

static int64_t times(draft *d, int64_t a, int64_t b) {
    int64_t product = 0;
    d->failed |= __builtin_mul_overflow(a, b, &product);
    return reduce(product, d->width);
}

static void merge_blob(draft *d, int64_t coefficient, hir_blob b) {
    uint32_t at = 0;
    while (at < d->blob_count && hir_blob_compare(d->h, d->blobs[at].blob, b) < 0)
        at++;
    if (at < d->blob_count && d->blobs[at].blob == b) {
        d->blobs[at].coefficient = plus(d, d->blobs[at].coefficient, coefficient);
        return;
    }
    if (d->blob_count == HIR_MAX_TERMS) {
        d->failed = true;
        return;
    }
    memmove(d->blobs + at + 1, d->blobs + at, (d->blob_count - at) * sizeof *d->blobs);
    d->blob_count++;
    d->blobs[at] = (hir_blob_term){coefficient, b};
}

/* A term that is not a sum. b 0: the constant. */
static void add_simple(draft *d, int64_t coefficient, hir_blob b) {
    int64_t factor = 1;
    hir_blob rest = 0;
    if (b)
        hir_blob_split(d->h, b, &factor, &rest);
    coefficient = times(d, coefficient, factor);
    if (rest && coefficient)
        merge_blob(d, coefficient, rest);
    else if (!rest)
        d->constant = plus(d, d->constant, coefficient);
}

/* A value without arithmetic stands alone. */
static void add_opaque(draft *d, int64_t coefficient, hir_blob b) {
    d->failed |= coefficient != 1 || d->blob_count || d->constant || !b;
    d->blobs[0] = (hir_blob_term){coefficient, b};
    d->blob_count = 1;
}

static bool fits_in(const draft *d, hir_blob b) {
    LLVMTypeRef type = hir_blob_at(d->h, b)->type;
    return d->width ? hir_width(d->h, type) == d->width : type == d->type;
}

static void add_blob(draft *d, int64_t coefficient, hir_blob b) {
    const hir_blob_info info = *hir_blob_at(d->h, b);
    d->failed |= !b || !fits_in(d, b);
    if (d->failed)
        return;
    if (d->width == 0)
        add_opaque(d, coefficient, b);
    else if (info.op == BLOB_ADD)
        for (uint32_t i = 0; i < info.operand_count; i++)
            add_simple(d, coefficient, info.operands[i]);
    else
        add_simple(d, coefficient, b);
}

/* Puts the term into its one form: no constant in the blob, or a sum with the coefficient 1. */
static hir_iv_term normal_iv(draft *d, int64_t coefficient, hir_blob b) {
    hir *h = d->h;
    if (b && hir_blob_at(h, b)->op == BLOB_ADD && coefficient != 1) {
        b = hir_blob_times(h, d->type, coefficient, b);
        d->failed |= !b;
        coefficient = 1;
    }
    int64_t factor = 1;
    hir_blob rest = 0;
    if (b)
        hir_blob_split(h, b, &factor, &rest);
    coefficient = times(d, coefficient, factor);
    return (hir_iv_term){coefficient, coefficient ? rest : 0};
}

/* a + b as one blob. */
static hir_blob sum_of(hir *h, LLVMTypeRef type, hir_iv_term a, hir_iv_term b) {
    hir_blob x = hir_blob_constant(h, type, a.coefficient);
    hir_blob y = hir_blob_constant(h, type, b.coefficient);
    return hir_blob_of_two(h, BLOB_ADD, type,
                           a.blob ? hir_blob_of_two(h, BLOB_MUL, type, x, a.blob) : x,
                           b.blob ? hir_blob_of_two(h, BLOB_MUL, type, y, b.blob) : y);
}

static void add_iv(draft *d, uint32_t level, int64_t coefficient, hir_blob b) {
    if (level == 0 || level > HIR_MAX_LEVEL || d->width == 0 || (b && !fits_in(d, b))) {
        d->failed = true;
        return;
    }
    hir_iv_term *at = &d->ivs[level - 1];
    hir_iv_term term = normal_iv(d, coefficient, b);
    if (!at->coefficient || !term.coefficient) {
        *at = at->coefficient ? *at : term;
    } else if (at->blob == term.blob &&
               !(term.blob && hir_blob_at(d->h, term.blob)->op == BLOB_ADD)) {
        *at = (hir_iv_term){plus(d, at->coefficient, term.coefficient), term.blob};
        at->blob = at->coefficient ? at->blob : 0;
    } else {
        hir_blob sum = sum_of(d->h, d->type, *at, term);
        d->failed |= !sum;
        *at = normal_iv(d, 1, sum);
    }
}

/* d += factor * blob * ce's sum; blob 0: 1. */
static void add_sum(draft *d, const CanonExpr *ce, int64_t factor, hir_blob blob) {
    hir_each_term (t, ce) {
        int64_t coefficient = times(d, t.coefficient, factor);
        hir_blob b =
            t.blob && blob ? hir_blob_of_two(d->h, BLOB_MUL, d->type, t.blob, blob) : t.blob;
        d->failed |= t.blob && !b;
        if (t.level)
            add_iv(d, t.level, coefficient, b ? b : blob);
        else
            add_blob(d, coefficient, b);
    }
    int64_t constant = times(d, ce->constant, factor);
    if (blob && constant)
        add_blob(d, constant, blob);
    else
        d->constant = plus(d, d->constant, constant);
}

static void drop_zero_terms(draft *d) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < d->blob_count; i++)
        if (d->blobs[i].coefficient)
            d->blobs[kept++] = d->blobs[i];
    d->blob_count = kept;
}

/* Room in the arrays for what the draft has. */
static bool make_room(hir *h, CanonExpr *ce, uint32_t ivs, uint32_t blobs) {
    if (ivs > ce->iv_cap) {
        hir_iv_term *at = arena_array(&h->mem, ivs, hir_iv_term);
        if (!at)
            return false;
        ce->ivs = at;
        ce->iv_cap = ivs;
        ce->iv_count = 0;
    }
    if (blobs > ce->blob_cap) {
        hir_blob_term *at = arena_array(&h->mem, blobs, hir_blob_term);
        if (!at)
            return false;
        ce->blobs = at;
        ce->blob_cap = blobs;
        ce->blob_count = 0;
    }
    return true;
}

static bool store(draft *d, CanonExpr *ce) {
    drop_zero_terms(d);
    uint32_t ivs = HIR_MAX_LEVEL;
    while (ivs && !d->ivs[ivs - 1].coefficient)
        ivs--;
    if (d->failed || !ctx_ok(d->h->ctx) || !make_room(d->h, ce, ivs, d->blob_count))
        return false;
    if (ivs)
        memcpy(ce->ivs, d->ivs, ivs * sizeof *ce->ivs);
    if (d->blob_count)
        memcpy(ce->blobs, d->blobs, d->blob_count * sizeof *ce->blobs);
    ce->iv_count = ivs;
    ce->blob_count = d->blob_count;
    ce->constant = d->constant;
    ce->exact = hir_is_simple(ce);
    return true;
}

CanonExpr *hir_canon_ext(hir *h, LLVMTypeRef source, LLVMTypeRef dest, hir_cast cast) {
    CanonExpr *ce = arena_new(&h->mem, CanonExpr);
    if (ce)
        *ce = (CanonExpr){.source = source,
                          .dest = dest,
                          .cast = cast,
                          .denominator = 1,
                          .is_signed = true,
                          .exact = true};
    return ce;
}

CanonExpr *hir_canon_new(hir *h, LLVMTypeRef type) {
    return hir_canon_ext(h, type, type, HIR_CAST_NONE);
}

CanonExpr *hir_canon_constant(hir *h, LLVMTypeRef type, int64_t value) {
    CanonExpr *ce = hir_canon_new(h, type);
    if (ce)
        ce->constant = reduce(value, hir_width(h, type));
    return ce;
}

CanonExpr *hir_canon_blob(hir *h, hir_blob b) {
    CanonExpr *ce = b ? hir_canon_new(h, hir_blob_at(h, b)->type) : NULL;
    return ce && hir_canon_add_blob(h, ce, 1, b) ? ce : NULL;
}

CanonExpr *hir_canon_iv(hir *h, LLVMTypeRef type, uint32_t level) {
    CanonExpr *ce = hir_canon_new(h, type);
    return ce && hir_canon_add_iv(h, ce, level, 1, 0) ? ce : NULL;
}

static bool assign(hir *h, CanonExpr *to, const CanonExpr *from) {
    if (!make_room(h, to, from->iv_count, from->blob_count))
        return false;
    CanonExpr old = *to;
    *to = *from;
    to->ivs = old.ivs;
    to->blobs = old.blobs;
    to->iv_cap = old.iv_cap;
    to->blob_cap = old.blob_cap;
    if (from->iv_count)
        memcpy(to->ivs, from->ivs, from->iv_count * sizeof *to->ivs);
    if (from->blob_count)
        memcpy(to->blobs, from->blobs, from->blob_count * sizeof *to->blobs);
    return true;
}

CanonExpr *hir_canon_copy(hir *h, const CanonExpr *ce) {
    CanonExpr *copy = ce ? arena_new(&h->mem, CanonExpr) : NULL;
    return copy && assign(h, copy, ce) ? copy : NULL;
}

/* Puts ce's sum into the draft. */
static void load(draft *d, hir *h, const CanonExpr *ce) {
    draft_init(d, h, ce->source);
    if (ce->iv_count)
        memcpy(d->ivs, ce->ivs, ce->iv_count * sizeof *d->ivs);
    if (ce->blob_count)
        memcpy(d->blobs, ce->blobs, ce->blob_count * sizeof *d->blobs);
    d->blob_count = ce->blob_count;
    d->constant = ce->constant;
}

bool hir_canon_add_iv(hir *h, CanonExpr *ce, uint32_t level, int64_t coefficient, hir_blob b) {
    draft d;
    load(&d, h, ce);
    add_iv(&d, level, coefficient, b);
    return store(&d, ce);
}

bool hir_canon_add_blob(hir *h, CanonExpr *ce, int64_t coefficient, hir_blob b) {
    draft d;
    load(&d, h, ce);
    add_blob(&d, coefficient, b);
    return store(&d, ce);
}

bool hir_canon_add_constant(hir *h, CanonExpr *ce, int64_t value) {
    if (value == 0)
        return true;
    draft d;
    load(&d, h, ce);
    d.failed |= d.width == 0 && d.blob_count;
    d.constant = plus(&d, d.constant, reduce(value, d.width));
    return store(&d, ce);
}

bool hir_canon_add_term(hir *h, CanonExpr *ce, uint32_t level, int64_t coefficient, hir_blob b) {
    return level ? hir_canon_add_iv(h, ce, level, coefficient, b)
           : b   ? hir_canon_add_blob(h, ce, coefficient, b)
                 : hir_canon_add_constant(h, ce, coefficient);
}

CanonExpr *hir_canon_with(hir *h, const CanonExpr *ce, LLVMTypeRef type,
                          hir_blob (*with)(void *data, hir_blob b), void *data) {
    CanonExpr *out = hir_canon_constant(h, type, ce->constant);
    hir_each_term (t, ce) {
        hir_blob b = t.blob && with ? with(data, t.blob) : t.blob;
        if (!out || (t.blob && !b) || !hir_canon_add_term(h, out, t.level, t.coefficient, b))
            return NULL;
    }
    return out;
}

/* Inside of a truncation sums and products are what they are outside. */
static bool is_truncation(const CanonExpr *ce) {
    return ce->cast == HIR_CAST_TRUNC && ce->denominator == 1;
}

/* ce, or its value as the blob of a CanonExpr without cast and denominator; NULL if induction
 * variables are in the way. */
static const CanonExpr *exposed(hir *h, const CanonExpr *ce) {
    if (hir_canon_is_plain(ce))
        return ce;
    hir_blob b = hir_canon_as_blob(h, ce);
    return b ? hir_canon_blob(h, b) : NULL;
}

static bool is_zero(const CanonExpr *ce) {
    return ce->iv_count == 0 && ce->blob_count == 0 && ce->constant == 0;
}

bool hir_canon_has_blobs(const CanonExpr *ce) {
    for (uint32_t i = 0; i < ce->iv_count; i++)
        if (ce->ivs[i].blob)
            return true;
    return ce->blob_count != 0;
}

static CanonExpr without_terms(const CanonExpr *form) {
    return (CanonExpr){.source = form->source,
                       .dest = form->dest,
                       .cast = form->cast,
                       .denominator = form->denominator,
                       .is_signed = form->is_signed};
}

/* to := the sum of both sums, which mean what they mean inside of the form of `form`. */
static bool merge(hir *h, CanonExpr *to, const CanonExpr *form, const CanonExpr *other) {
    draft d;
    CanonExpr result = without_terms(form);
    load(&d, h, form);
    add_sum(&d, other, 1, 0);
    return store(&d, &result) && assign(h, to, &result);
}

static bool add_values(hir *h, CanonExpr *to, const CanonExpr *from) {
    const CanonExpr *a = exposed(h, to), *b = exposed(h, from);
    if (a && b)
        return merge(h, to, a, b);
    if (is_truncation(to) && is_truncation(from) && to->source == from->source)
        return merge(h, to, to, from);
    if (is_truncation(to) && b && !hir_canon_has_blobs(b))
        return merge(h, to, to, b);
    return is_truncation(from) && a && !hir_canon_has_blobs(a) && merge(h, to, from, a);
}

bool hir_canon_add(hir *h, CanonExpr *to, const CanonExpr *from) {
    if (hir_width(h, to->dest) != hir_width(h, from->dest) || hir_width(h, to->dest) == 0)
        return false;
    if (is_zero(from))
        return true;
    uint32_t level = to->defined_at > from->defined_at ? to->defined_at : from->defined_at;
    bool done = is_zero(to) ? assign(h, to, from) : add_values(h, to, from);
    if (done)
        to->defined_at = level;
    return done;
}

/* to := factor * blob * form, by its terms. */
static bool scale(hir *h, CanonExpr *to, const CanonExpr *form, int64_t factor, hir_blob blob) {
    draft d;
    CanonExpr result = without_terms(form);
    uint32_t level = to->defined_at;
    draft_init(&d, h, form->source);
    d.failed |= d.width == 0;
    add_sum(&d, form, factor, blob);
    bool done = store(&d, &result) && assign(h, to, &result);
    to->defined_at = level;
    return done;
}

bool hir_canon_multiply_by(hir *h, CanonExpr *ce, int64_t factor) {
    if (factor == 1)
        return true;
    const CanonExpr *form = exposed(h, ce);
    if (!form && is_truncation(ce))
        form = ce;
    return form && scale(h, ce, form, reduce(factor, hir_width(h, ce->dest)), 0);
}

bool hir_canon_multiply_by_blob(hir *h, CanonExpr *ce, hir_blob b) {
    const CanonExpr *form = exposed(h, ce);
    return form && b && scale(h, ce, form, 1, b);
}

bool hir_canon_negate(hir *h, CanonExpr *ce) {
    return hir_canon_multiply_by(h, ce, -1);
}

/* Divides out what numerator and denominator share. Only where the numerator does not wrap: then it
 * is as a number a multiple of that. */
static void cancel(CanonExpr *ce) {
    if (!ce->exact || !ce->is_signed || ce->denominator == 1)
        return;
    uint64_t shared = num_gcd((uint64_t)ce->denominator, num_magnitude(ce->constant));
    for (uint32_t i = 0; i < ce->iv_count; i++)
        shared = num_gcd(shared, num_magnitude(ce->ivs[i].coefficient));
    for (uint32_t i = 0; i < ce->blob_count; i++)
        shared = num_gcd(shared, num_magnitude(ce->blobs[i].coefficient));
    int64_t by = (int64_t)shared;
    for (uint32_t i = 0; i < ce->iv_count; i++)
        ce->ivs[i].coefficient /= by;
    for (uint32_t i = 0; i < ce->blob_count; i++)
        ce->blobs[i].coefficient /= by;
    ce->constant /= by;
    ce->denominator /= by;
}

/* Whether the number is what it is in both readings of the width. */
static bool divides_in(int64_t by, bool is_signed, uint32_t width) {
    uint32_t bits = is_signed && width ? width - 1 : width;
    return by >= 1 && width && (bits >= 63 || by < INT64_C(1) << bits);
}

static bool set_denominator(hir *h, CanonExpr *ce, int64_t by, bool is_signed) {
    int64_t product;
    if (ce->denominator > 1 && ce->is_signed != is_signed)
        return false;
    if (__builtin_mul_overflow(ce->denominator, by, &product) ||
        !divides_in(product, is_signed, hir_width(h, ce->source)))
        return false;
    ce->denominator = product;
    ce->is_signed = is_signed;
    cancel(ce);
    return true;
}

bool hir_canon_divide_by(hir *h, CanonExpr *ce, int64_t by, bool is_signed) {
    uint32_t width = hir_width(h, ce->dest);
    if (by == 1)
        return true;
    if (!divides_in(by, is_signed, width))
        return false;
    if (hir_canon_is_plain(ce) && ce->iv_count == 0 && ce->blob_count == 0) {
        uint64_t value = hir_quotient((uint64_t)ce->constant, (uint64_t)by, is_signed, width);
        ce->constant = reduce((int64_t)value, width);
        return true;
    }
    if (ce->cast == HIR_CAST_NONE && set_denominator(h, ce, by, is_signed))
        return true;
    const CanonExpr *form = exposed(h, ce);
    if (!form || form == ce)
        return false;
    uint32_t level = ce->defined_at;
    bool done = assign(h, ce, form) && set_denominator(h, ce, by, is_signed);
    ce->defined_at = level;
    return done;
}

bool hir_canon_substitute(hir *h, CanonExpr *ce, uint32_t level, const CanonExpr *with) {
    hir_iv_term term = hir_iv_at(ce, level);
    if (!term.coefficient)
        return true;
    uint32_t from = hir_width(h, with->source), to = hir_width(h, ce->source);
    if (!hir_canon_is_plain(with) || from < to || (from > to && hir_canon_has_blobs(with)))
        return false;
    draft d;
    load(&d, h, ce);
    d.ivs[level - 1] = (hir_iv_term){0};
    if (from == to) {
        add_sum(&d, with, term.coefficient, term.blob);
        return store(&d, ce);
    }
    CanonExpr *narrow = hir_canon_copy(h, with);
    if (!narrow)
        return false;
    narrow->constant = reduce(narrow->constant, to);
    for (uint32_t i = 0; i < narrow->iv_count; i++)
        narrow->ivs[i].coefficient = reduce(narrow->ivs[i].coefficient, to);
    add_sum(&d, narrow, term.coefficient, term.blob);
    return store(&d, ce);
}

static hir_blob sum_as_blob(hir *h, const CanonExpr *ce) {
    hir_blob sum = hir_blob_constant(h, ce->source, ce->constant);
    hir_each_term (t, ce)
        sum = hir_blob_of_two(h, BLOB_ADD, ce->source, sum,
                              hir_blob_times(h, ce->source, t.coefficient, t.blob));
    return sum;
}

hir_blob hir_canon_as_blob(hir *h, const CanonExpr *ce) {
    if (ce->iv_count)
        return 0;
    if (hir_width(h, ce->source) == 0)
        return ce->blob_count == 1 ? ce->blobs[0].blob : 0;
    hir_blob b = sum_as_blob(h, ce);
    if (ce->denominator > 1)
        b = hir_blob_of_two(h, ce->is_signed ? BLOB_SDIV : BLOB_UDIV, ce->source, b,
                            hir_blob_constant(h, ce->source, ce->denominator));
    if (ce->cast != HIR_CAST_NONE)
        b = hir_blob_make(h, (hir_blob_op)ce->cast, ce->dest, &b, 1);
    return b;
}

CanonExpr *hir_canon_resized(hir *h, const CanonExpr *ce, LLVMTypeRef type) {
    if (hir_canon_is_plain(ce) && hir_width(h, ce->dest) == hir_width(h, type))
        return hir_canon_copy(h, ce);
    return hir_canon_blob(h, hir_blob_resized(h, hir_canon_as_blob(h, ce), type));
}

/* The sum becomes what the blob is, in its type. */
static bool become(hir *h, CanonExpr *ce, hir_blob b) {
    draft d;
    LLVMTypeRef type = hir_blob_at(h, b)->type;
    draft_init(&d, h, type);
    add_blob(&d, 1, b);
    if (!store(&d, ce))
        return false;
    ce->source = type;
    return true;
}

void hir_canon_hide(hir *h, CanonExpr *ce) {
    hir_blob b = ce->denominator == 1 ? hir_only_blob(ce) : 0;
    const hir_blob_info info = *hir_blob_at(h, b);
    if (b && hir_is_cast(info.op) && ce->cast == HIR_CAST_NONE && become(h, ce, info.operands[0]))
        ce->cast = (hir_cast)info.op;
    b = ce->denominator == 1 ? hir_only_blob(ce) : 0;
    const hir_blob_info inner = *hir_blob_at(h, b);
    int64_t by;
    bool is_signed = inner.op == BLOB_SDIV;
    if (!b || (inner.op != BLOB_SDIV && inner.op != BLOB_UDIV) ||
        !hir_is_constant_blob(h, inner.operands[1], &by) ||
        !divides_in(by, is_signed, hir_width(h, ce->source)) || by < 2)
        return;
    if (become(h, ce, inner.operands[0])) {
        ce->denominator = by;
        ce->is_signed = is_signed;
        cancel(ce);
    }
}
