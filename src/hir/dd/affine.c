/* Canonical expressions as forms, and what holds where. */
#include "hir/dd/affine.h"

#include "hir/dd/vars.h"

static bool add_term(dd_form *f, dd_atom_kind kind, uint32_t number, int64_t coefficient) {
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

static void widen(dd_form *f, dd_wide low, dd_wide high, int64_t by) {
    dd_wide a, b;
    if (!f->bounded)
        return;
    bool over = __builtin_mul_overflow(low, by, &a) || __builtin_mul_overflow(high, by, &b);
    if (over || __builtin_add_overflow(f->low, a < b ? a : b, &f->low) ||
        __builtin_add_overflow(f->high, a < b ? b : a, &f->high))
        f->bounded = false;
}

dd_form dd_form_constant(int64_t value) {
    return (dd_form){.constant = value, .bounded = true, .low = value, .high = value};
}

/* Symbols. */

static dd_wide least_of(uint32_t width) {
    return -((dd_wide)1 << (width - 1));
}

static dd_wide most_of(uint32_t width) {
    return ((dd_wide)1 << (width - 1)) - 1;
}

typedef struct blob_range {
    dd_wide low, high;
} blob_range;

enum { MAX_RANGE_DEPTH = 6 };

static blob_range range_of(const hir *h, const HLRegion *region, hir_blob b, unsigned depth);

/* What is known before the region of what it does not change. */
static blob_range range_of_temp(const hir *h, const HLRegion *region, hir_temp t, blob_range type) {
    const hir_temp_info *info = hir_temp_at(h, t);
    bool changes = info->defs && (!info->region || info->region == region);
    for (size_t i = 0; i < region->ranges.len && !changes; i++)
        if (region->ranges.at[i].temp == t)
            return (blob_range){region->ranges.at[i].low, region->ranges.at[i].high};
    return type;
}

/* The smallest or greatest of several, as signed numbers. */
static blob_range range_of_choice(const hir *h, const HLRegion *region, const hir_blob_info *info,
                                  unsigned depth) {
    bool least = info->op == BLOB_SMIN || info->op == BLOB_UMIN;
    blob_range all = range_of(h, region, info->operands[0], depth);
    for (uint32_t i = 1; i < info->operand_count; i++) {
        blob_range r = range_of(h, region, info->operands[i], depth);
        all.low = (r.low < all.low) == least ? r.low : all.low;
        all.high = (r.high < all.high) == least ? r.high : all.high;
    }
    return all;
}

static bool are_natural(const hir *h, const HLRegion *region, const hir_blob_info *info,
                        unsigned depth) {
    bool natural = true;
    for (uint32_t i = 0; i < info->operand_count; i++)
        natural &= range_of(h, region, info->operands[i], depth).low >= 0;
    return natural;
}

static blob_range range_of(const hir *h, const HLRegion *region, hir_blob b, unsigned depth) {
    const hir_blob_info *info = hir_blob_at(h, b);
    uint32_t width = hir_width(h, info->type);
    width = width ? width : 64;
    blob_range type = {least_of(width), most_of(width)};
    if (depth == MAX_RANGE_DEPTH)
        return type;
    switch (info->op) {
    case BLOB_TEMP:
        return range_of_temp(h, region, info->temp, type);
    case BLOB_CONSTANT:
        return (blob_range){info->constant, info->constant};
    case BLOB_ZEXT: {
        uint32_t from = hir_width(h, hir_blob_at(h, info->operands[0])->type);
        blob_range r = range_of(h, region, info->operands[0], depth + 1);
        return r.low >= 0 ? r : (blob_range){0, ((dd_wide)1 << from) - 1};
    }
    case BLOB_SEXT:
        return range_of(h, region, info->operands[0], depth + 1);
    case BLOB_UMIN:
    case BLOB_UMAX:
        if (!are_natural(h, region, info, depth + 1))
            return type;
        return range_of_choice(h, region, info, depth + 1);
    case BLOB_SMIN:
    case BLOB_SMAX:
        return range_of_choice(h, region, info, depth + 1);
    default:
        return type;
    }
}

static void add_def(dd_symbol *s, HLNode *node) {
    uint32_t level = hir_node_level(node);
    s->varies = true;
    s->level = level > s->level ? level : s->level;
    if (s->def_count == DD_MAX_DEFS)
        s->many_defs = true;
    else
        s->defs[s->def_count++] = node;
}

static void find_defs(dd_region *r, dd_symbol *s) {
    hir_blob_list temps = {0};
    hir_collect_temp_blobs(r->h, s->blob, &temps);
    for (size_t i = 0; i < temps.len; i++) {
        const hir_temp_info *info = hir_temp_at(r->h, hir_blob_at(r->h, temps.at[i])->temp);
        if (info->region && info->region != r->region)
            continue;
        for (RegDDRef *d = info->defs; d && !s->many_defs; d = d->next_def)
            if (info->region || hir_parent_region(d->node) == r->region)
                add_def(s, d->node);
    }
    vec_free(r->h->ctx, &temps);
}

static bool symbol_of(dd_region *r, hir_blob b, uint32_t *number);

/* With zeros in front a number is what it was, or greater if it was negative. */
static void find_extended(dd_region *r, dd_symbol *s, hir_blob operand) {
    s->operands = arena_new(&r->mem, uint32_t);
    if (s->operands && symbol_of(r, operand, s->operands))
        s->operand_count = 1;
    s->is_extended = s->operand_count == 1;
}

/* What the least or the greatest of several is less or greater than. */
static void find_operands(dd_region *r, dd_symbol *s) {
    const hir_blob_info info = *hir_blob_at(r->h, s->blob);
    if (info.op == BLOB_ZEXT) {
        find_extended(r, s, info.operands[0]);
        return;
    }
    bool is_signed = info.op == BLOB_SMIN || info.op == BLOB_SMAX;
    bool is_unsigned = info.op == BLOB_UMIN || info.op == BLOB_UMAX;
    if (!is_signed && !(is_unsigned && are_natural(r->h, r->region, &info, 0)))
        return;
    s->is_least = info.op == BLOB_SMIN || info.op == BLOB_UMIN;
    uint32_t *operands = arena_array(&r->mem, info.operand_count, uint32_t);
    for (uint32_t i = 0; operands && i < info.operand_count; i++) {
        if (hir_is_constant_blob(r->h, info.operands[i], &s->limit))
            s->has_limit = true;
        else if (symbol_of(r, info.operands[i], &operands[s->operand_count]))
            s->operand_count++;
    }
    s->operands = operands;
}

/* Blobs have their operands before them and a bounded depth, so that this ends. */
static bool symbol_of(dd_region *r, hir_blob b, uint32_t *number) {
    map_word *place = map_find_u(&r->symbol_of, b);
    if (place) {
        *number = (uint32_t)place->u - 1;
        return true;
    }
    blob_range range = range_of(r->h, r->region, b, 0);
    dd_symbol s = {.blob = b, .low = range.low, .high = range.high};
    find_defs(r, &s);
    find_operands(r, &s);
    *number = (uint32_t)r->symbols.len;
    place = map_put_u(&r->symbol_of, b);
    if (!place || !vec_push(r->h->ctx, &r->symbols, s))
        return false;
    place->u = r->symbols.len;
    return true;
}

static bool product_of(dd_region *r, hir_blob b, uint32_t level, uint32_t *number) {
    uint32_t symbol;
    if (!symbol_of(r, b, &symbol))
        return false;
    map_word *place = map_put_u(&r->product_of, (uint64_t)symbol << 8 | level);
    if (!place)
        return false;
    if (!place->u) {
        if (!vec_push(r->h->ctx, &r->products, (dd_product){symbol, level}))
            return false;
        place->u = r->products.len;
    }
    *number = (uint32_t)place->u - 1;
    return true;
}

/* Forms. */

/* A term of a form: a blob, or a blob times an IV. */
typedef struct blob_use {
    const dd_domain *d;
    uint32_t level; /* 0: no IV */
} blob_use;

static bool add_blob_atom(dd_region *r, dd_form *f, hir_blob b, int64_t coefficient) {
    uint32_t number;
    if (!symbol_of(r, b, &number) || !add_term(f, DD_ATOM_SYMBOL, number, coefficient))
        return false;
    const dd_symbol *s = &r->symbols.at[number];
    widen(f, s->low, s->high, coefficient);
    return true;
}

static bool add_product_atom(dd_region *r, dd_form *f, const blob_use *use, hir_blob b,
                             int64_t coefficient) {
    uint32_t number;
    if (!product_of(r, b, use->level, &number) ||
        !add_term(f, DD_ATOM_PRODUCT, number, coefficient))
        return false;
    const dd_symbol *s = &r->symbols.at[r->products.at[number].symbol];
    dd_wide low, high, most = use->d->max[use->level - 1];
    if (__builtin_mul_overflow(s->low, most, &low) || __builtin_mul_overflow(s->high, most, &high))
        f->bounded = false;
    else
        widen(f, low < 0 ? low : 0, high > 0 ? high : 0, coefficient);
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
               (widen(f, 1, 1, coefficient), true);
    widen(f, 0, use->d->max[use->level - 1], coefficient);
    return add_term(f, DD_ATOM_IV, use->level, coefficient);
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
static bool is_between(const dd_region *r, const dd_domain *d, const dd_form *f, dd_wide low,
                       dd_wide high) {
    bool above = f->bounded && f->low >= low, below = f->bounded && f->high <= high;
    int64_t end;
    if (!above && d && dd_narrow(-low, &end)) {
        dd_form from = dd_form_constant(end);
        above = dd_form_add(&from, f, 1) && dd_is_proven(r, d, &from);
    }
    if (!below && d && dd_narrow(high, &end)) {
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
               is_between(r, d, &f, least_of(width), most_of(width));
    }
    if (info.op != BLOB_SEXT && info.op != BLOB_ZEXT)
        return false;
    uint32_t width = hir_width(r->h, hir_blob_at(r->h, info.operands[0])->type);
    return width > 1 && split_sum(r, info.operands[0], BLOB_SEXT, info.type, sum) &&
           form_of_sum(r, sum, &f) &&
           is_between(r, d, &f, info.op == BLOB_ZEXT ? 0 : least_of(width), most_of(width));
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
static bool plain_sum(dd_region *r, const CanonExpr *ce, const dd_domain *d, dd_form *f) {
    *f = dd_form_constant(ce->constant);
    bool done = hir_width(r->h, ce->source) > 1;
    for (uint32_t i = 0; done && i < ce->iv_count; i++)
        if (ce->ivs[i].coefficient)
            done = add_iv(r, f, d, i + 1, ce->ivs[i].coefficient, ce->ivs[i].blob);
    for (uint32_t i = 0; done && i < ce->blob_count; i++)
        done = add_symbol(r, f, d, ce->blobs[i].blob, ce->blobs[i].coefficient);
    return done;
}

/* Where nothing is left it is never executed, and any range will do. */
static void clip(dd_form *f, dd_wide low, dd_wide high) {
    f->low = f->bounded && f->low > low ? f->low : low;
    f->high = f->bounded && f->high < high ? f->high : high;
    f->high = f->high < f->low ? f->low : f->high;
    f->bounded = true;
}

static bool is_within(const dd_form *f, dd_wide low, dd_wide high) {
    return f->bounded && f->low >= low && f->high <= high;
}

/* The sum in ce, if it does not wrap. */
static bool exact_sum(dd_region *r, const CanonExpr *ce, const dd_domain *d, dd_form *f) {
    uint32_t width = hir_width(r->h, ce->source);
    if (!plain_sum(r, ce, d, f))
        return false;
    if (ce->exact)
        clip(f, least_of(width), most_of(width));
    return ce->exact || is_within(f, least_of(width), most_of(width));
}

static bool is_natural(const dd_region *r, const dd_domain *d, const dd_form *f) {
    return (f->bounded && f->low >= 0) || dd_is_proven(r, d, f);
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
    f->low /= by;
    f->high /= by;
    return true;
}

static bool divide(dd_region *r, const dd_domain *d, const CanonExpr *ce, dd_form *f) {
    if (ce->denominator == 1)
        return true;
    if (ce->is_signed && divide_whole(f, ce->denominator))
        return true;
    bool natural = is_natural(r, d, f);
    if (!natural && !ce->is_signed)
        return false;
    if (divide_whole(f, ce->denominator))
        return true;
    uint32_t number = (uint32_t)r->quotients.len;
    int64_t rest = ce->denominator - 1;
    bool negative = f->bounded && f->high <= 0;
    dd_quotient quotient = {*f, ce->denominator, natural ? 0 : -rest, negative ? 0 : rest};
    if (!vec_push(r->h->ctx, &r->quotients, quotient))
        return false;
    dd_form q = {.bounded = f->bounded,
                 .low = natural && f->low < 0 ? 0 : f->low / ce->denominator,
                 .high = f->high / ce->denominator};
    add_term(&q, DD_ATOM_OWN, number, 1);
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
        return is_natural(r, d, f);
    case HIR_CAST_TRUNC:
        return is_within(f, least_of(to), most_of(to));
    default:
        return true;
    }
}

bool dd_modular_form(dd_region *r, const CanonExpr *ce, const dd_domain *d, dd_form *f) {
    return ce->cast == HIR_CAST_NONE && ce->denominator == 1 && hir_width(r->h, ce->source) == 64 &&
           plain_sum(r, ce, d, f);
}

bool dd_form_add(dd_form *to, const dd_form *from, int64_t by) {
    dd_wide constant;
    for (uint32_t i = 0; i < from->count; i++) {
        int64_t coefficient;
        const dd_term *t = &from->terms[i];
        if (!dd_narrow((dd_wide)t->coefficient * by, &coefficient) ||
            !add_term(to, (dd_atom_kind)t->kind, t->number, coefficient))
            return false;
    }
    if (__builtin_mul_overflow((dd_wide)from->constant, by, &constant) ||
        !dd_narrow(constant + to->constant, &to->constant))
        return false;
    if (from->bounded)
        widen(to, from->low, from->high, by);
    else
        to->bounded = false;
    return true;
}

/* Of which no range is known. */
bool dd_form_add_term(dd_form *to, dd_atom_kind kind, uint32_t number, int64_t coefficient) {
    to->bounded = false;
    return add_term(to, kind, number, coefficient);
}

bool dd_form_add_symbol(dd_region *r, const dd_domain *d, dd_form *to, hir_blob b, int64_t by) {
    return add_symbol(r, to, d, b, by);
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
        hir_blob both[2] = {b, other};
        hir_blob product =
            other ? hir_blob_make(r->h, BLOB_MUL, hir_blob_at(r->h, b)->type, both, 2) : b;
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

/* Domains. */

static bool is_below(const HLNode *node, const HLNode *top) {
    while (node && node != top)
        node = node->parent;
    return node != NULL;
}

/* Whether nothing in the form changes inside of the node, from where it was computed on. */
static bool stays_in(const dd_region *r, const dd_form *f, const HLNode *node) {
    for (uint32_t i = 0; i < f->count; i++) {
        const dd_term *t = &f->terms[i];
        if (t->kind == DD_ATOM_IV)
            continue;
        if (t->kind == DD_ATOM_OWN) {
            if (!stays_in(r, &r->quotients.at[t->number].sum, node))
                return false;
            continue;
        }
        const dd_symbol *s =
            &r->symbols
                 .at[t->kind == DD_ATOM_SYMBOL ? t->number : r->products.at[t->number].symbol];
        bool changes = s->many_defs;
        for (uint32_t k = 0; k < s->def_count; k++)
            changes |= is_below(s->defs[k], node);
        if (changes)
            return false;
    }
    return true;
}

/* What does not stay true inside is left out. */
static bool push_form(dd_region *r, dd_domain *d, const dd_form *f) {
    if (!stays_in(r, f, d->of))
        return true;
    dd_form *forms = arena_array(&r->mem, d->count + 1, dd_form);
    if (!forms)
        return false;
    for (uint32_t i = 0; i < d->count; i++)
        forms[i] = d->forms[i];
    forms[d->count++] = *f;
    d->forms = forms;
    return true;
}

static bool difference(const dd_form *a, const dd_form *b, int64_t less, dd_form *out) {
    dd_form minus = dd_form_constant(-less);
    *out = *a;
    return dd_form_add(out, b, -1) && dd_form_add(out, &minus, 1);
}

/* sum - by * i >= 0 */
static void bound_iv(dd_region *r, dd_domain *d, const dd_form *sum, int64_t by) {
    dd_form f = *sum;
    uint32_t level = d->depth;
    f.bounded = false;
    if (add_term(&f, DD_ATOM_IV, level, -by))
        push_form(r, d, &f);
    d->is_box &= sum->count == 0;
}

static dd_wide unsigned_most(uint32_t width) {
    return ((dd_wide)1 << width) - 1;
}

/* The upper bound is an unsigned number of its type. */
static void read_bound(dd_region *r, dd_domain *d, const HLLoop *loop) {
    const CanonExpr *ce = loop->node.refs[0]->subscripts[0];
    uint32_t width = hir_width(r->h, ce->source), at = d->depth - 1;
    dd_form sum;
    if (width < 2 || ce->cast != HIR_CAST_NONE)
        return;
    d->max[at] = unsigned_most(width) / ce->denominator;
    if (!plain_sum(r, ce, d->outer, &sum))
        return;
    if (sum.count == 0 && sum.constant < 0) {
        dd_wide value = hir_zero_extend((uint64_t)sum.constant, width);
        if (value > INT64_MAX)
            return;
        sum = dd_form_constant((int64_t)value);
    } else if (loop->exact_bound) {
        clip(&sum, 0, most_of(width));
    } else if (!is_within(&sum, least_of(width), most_of(width)) ||
               !is_natural(r, d->outer, &sum)) {
        return;
    }
    if (sum.bounded && sum.high / ce->denominator < d->max[at])
        d->max[at] = (sum.high < 0 ? 0 : sum.high) / ce->denominator;
    d->endless[at] = sum.count != 0;
    bound_iv(r, d, &sum, ce->denominator);
}

static void enter_loop(dd_region *r, dd_domain *d, HLLoop *loop) {
    d->depth++;
    uint32_t width = hir_width(r->h, loop->iv_type);
    d->max[d->depth - 1] = unsigned_most(loop->loop_kind != LOOP_WHILE && width ? width : 64);
    d->endless[d->depth - 1] = true;
    if (loop->loop_kind != LOOP_WHILE)
        read_bound(r, d, loop);
}

static LLVMIntPredicate inverse(LLVMIntPredicate p) {
    static const LLVMIntPredicate of[] = {LLVMIntNE,  LLVMIntEQ,  LLVMIntULE, LLVMIntULT,
                                          LLVMIntUGE, LLVMIntUGT, LLVMIntSLE, LLVMIntSLT,
                                          LLVMIntSGE, LLVMIntSGT};
    return of[p - LLVMIntEQ];
}

/* high - low - less >= 0; false if that is not known inside. */
static bool guard(dd_region *r, dd_domain *d, const dd_form *high, const dd_form *low,
                  int64_t less) {
    dd_form f;
    uint32_t before = d->count;
    if (!difference(high, low, less, &f) || !push_form(r, d, &f))
        return false;
    d->is_box = false;
    return d->count > before;
}

/* low < high (or <=, if less is 0) as unsigned numbers. Below one that is not negative there are
 * only such. */
static bool guard_unsigned(dd_region *r, dd_domain *d, const dd_form *high, const dd_form *low,
                           int64_t less) {
    dd_form zero = dd_form_constant(0);
    if (!is_natural(r, d->outer, high) || !guard(r, d, high, low, less))
        return false;
    return (low->bounded && low->low >= 0) || guard(r, d, low, &zero, 0);
}

static bool guard_different(dd_region *r, dd_domain *d, const dd_form *a, const dd_form *b) {
    dd_form f;
    if (!difference(a, b, 0, &f) || !f.bounded)
        return false;
    return f.low >= 0 ? guard(r, d, a, b, 1) : f.high <= 0 && guard(r, d, b, a, 1);
}

static bool is_fixed(dd_region *r, const RegDDRef *ref) {
    hir_blob_list temps = {0};
    bool fixed = ref->kind == REF_SCALAR && ref->subscripts[0]->iv_count == 0;
    if (fixed)
        hir_canon_collect_temp_blobs(r->h, ref->subscripts[0], &temps);
    for (size_t i = 0; i < temps.len && fixed; i++) {
        uint32_t number;
        fixed = symbol_of(r, temps.at[i], &number) && !r->symbols.at[number].varies;
    }
    vec_free(r->h->ctx, &temps);
    return fixed;
}

/* Whether the forms say all that the condition does. */
static bool guard_by_if(dd_region *r, dd_domain *d, const HLIf *branch, bool holds) {
    LLVMIntPredicate p = holds ? branch->predicate : inverse(branch->predicate);
    dd_form a, b;
    if (branch->is_float || branch->node.refs[0]->kind != REF_SCALAR ||
        branch->node.refs[1]->kind != REF_SCALAR ||
        !dd_value_form(r, branch->node.refs[0]->subscripts[0], d->outer, &a) ||
        !dd_value_form(r, branch->node.refs[1]->subscripts[0], d->outer, &b))
        return false;
    bool strict = p == LLVMIntULT || p == LLVMIntUGT || p == LLVMIntSLT || p == LLVMIntSGT;
    switch (p) {
    case LLVMIntEQ:
        return guard(r, d, &a, &b, 0) && guard(r, d, &b, &a, 0);
    case LLVMIntNE:
        return guard_different(r, d, &a, &b);
    case LLVMIntULT:
    case LLVMIntULE:
        return guard_unsigned(r, d, &b, &a, strict);
    case LLVMIntUGT:
    case LLVMIntUGE:
        return guard_unsigned(r, d, &a, &b, strict);
    case LLVMIntSLT:
    case LLVMIntSLE:
        return guard(r, d, &b, &a, strict);
    default:
        return guard(r, d, &a, &b, strict);
    }
}

/* Whether the guard holds in earlier iterations, too, when it does in one: in all of them, or in
 * all but the first few of one loop. */
static bool is_closed(const dd_region *r, const dd_form *f, uint32_t first[DD_MAX_LEVELS]) {
    for (uint32_t i = 0; i < f->count; i++) {
        const dd_term *t = &f->terms[i];
        if (t->kind == DD_ATOM_IV && t->coefficient == 1 && f->count == 1 && f->constant <= 0 &&
            f->constant > -1000) {
            first[t->number - 1] = (uint32_t)-f->constant;
            return true;
        }
        bool grows = t->kind == DD_ATOM_IV && t->coefficient > 0;
        bool varies = t->kind == DD_ATOM_SYMBOL && r->symbols.at[t->number].varies;
        if (t->kind > DD_ATOM_SYMBOL || grows || varies)
            return false;
    }
    return true;
}

static void enter_if(dd_region *r, dd_domain *d, const HLIf *branch, bool holds) {
    bool fixed = is_fixed(r, branch->node.refs[0]) && is_fixed(r, branch->node.refs[1]);
    bool captured = guard_by_if(r, d, branch, holds);
    d->is_fixed = fixed;
    for (uint32_t i = 0; i < d->count && captured; i++)
        captured = is_closed(r, &d->forms[i], d->first);
    d->varies |= !fixed && !captured;
}

static void enter_case(dd_region *r, dd_domain *d, const HLSwitch *node, const hir_list *list) {
    dd_form f;
    if (node->node.refs[0]->kind != REF_SCALAR ||
        !dd_value_form(r, node->node.refs[0]->subscripts[0], d->outer, &f))
        return;
    for (uint32_t i = 0; i < node->case_count; i++)
        if (&node->cases[i].body == list) {
            dd_form value = dd_form_constant(node->cases[i].value);
            guard(r, d, &f, &value, 0);
            guard(r, d, &value, &f, 0);
        }
}

/* Of what is in the list of the node that has it. */
static dd_domain *make_domain(dd_region *r, const dd_domain *outer, HLNode *parent,
                              const hir_list *list) {
    dd_domain *d = arena_new(&r->mem, dd_domain);
    if (!d)
        return NULL;
    *d = *outer;
    d->outer = outer;
    d->of = parent;
    d->asked = d->natural = 0;
    d->is_fixed = true;
    d->varies |= parent->kind == HL_SWITCH;
    d->forms = NULL;
    d->count = 0;
    bool entered = map_find(&r->entered, list) != NULL;
    d->varies |= entered;
    if (parent->kind == HL_LOOP && d->depth == DD_MAX_LEVELS)
        return NULL;
    if (parent->kind == HL_LOOP)
        enter_loop(r, d, (HLLoop *)parent);
    else if (parent->kind == HL_IF && !entered)
        enter_if(r, d, (const HLIf *)parent, list == &((const HLIf *)parent)->then_body);
    else if (parent->kind == HL_SWITCH && !entered)
        enter_case(r, d, (const HLSwitch *)parent, list);
    return d;
}

typedef VEC(const HLNode *) node_list;

const dd_domain *dd_domain_of(dd_region *r, const HLNode *node) {
    node_list chain = {0};
    const dd_domain *d = NULL;
    while (node->parent && !(d = map_get(&r->domains, node->list))) {
        vec_push(r->h->ctx, &chain, node);
        node = node->parent;
    }
    if (!d) {
        dd_domain *root = arena_new(&r->mem, dd_domain);
        if (root)
            root->is_box = true;
        d = root;
    }
    while (chain.len && d) {
        const HLNode *inner = vec_pop(&chain);
        d = make_domain(r, d, inner->parent, inner->list);
        map_word *place = d ? map_put(&r->domains, inner->list) : NULL;
        if (place)
            place->cp = d;
    }
    vec_free(r->h->ctx, &chain);
    return ctx_ok(r->h->ctx) ? d : NULL;
}

/* While it is being asked the answer is no, so that this ends. */
bool dd_is_natural(const dd_region *r, const dd_domain *d, uint32_t symbol) {
    uint64_t bit = symbol < 64 ? (uint64_t)1 << symbol : 0;
    if (r->symbols.at[symbol].low >= 0)
        return true;
    if (!bit || d->asked & bit)
        return d->natural & bit;
    dd_form f = {.count = 1, .terms = {{DD_ATOM_SYMBOL, symbol, 1}}};
    dd_domain *noted = (dd_domain *)d;
    noted->asked |= bit;
    if (dd_is_proven(r, d, &f))
        noted->natural |= bit;
    return d->natural & bit;
}

bool dd_is_proven(const dd_region *r, const dd_domain *d, const dd_form *form) {
    dd_vars v;
    dd_system s;
    dd_vars_init(&v, r, d->depth, 0);
    dd_vars_form(&v, form, DD_SOURCE);
    dd_vars_domain(&v, d, DD_SOURCE);
    dd_vars_close(&v);
    if (v.failed)
        return false;
    dd_system_init(&s, dd_vars_count(&v));
    dd_vars_add_domain(&v, &s, d, DD_SOURCE);
    dd_vars_add_facts(&v, &s, d, d);
    int64_t *row = dd_system_add(&s, DD_ROW_AT_LEAST);
    if (!row || !dd_vars_put(&v, row, form, DD_SOURCE, -1) ||
        !dd_narrow((dd_wide)row[s.vars] - 1, &row[s.vars]))
        return false;
    return dd_system_solve(&s) == DD_EMPTY;
}

/* Gotos: lists that they lead into, and whether they go anywhere but forward. */

static bool is_inside(const HLNode *node, const hir_list *list) {
    for (; node; node = node->parent)
        if (node->list == list)
            return true;
    return false;
}

static bool look_at_goto(void *data, HLNode *node) {
    dd_region *r = data;
    r->has_labels |= node->kind == HL_LABEL && hir_parent_loop(node);
    r->ends &= node->kind != HL_GOTO &&
               (node->kind != HL_LOOP || ((const HLLoop *)node)->loop_kind == LOOP_DO);
    const HLGoto *jump = node->kind == HL_GOTO ? (const HLGoto *)node : NULL;
    if (!jump || !jump->target)
        return ctx_tick(r->h->ctx, 1);
    const HLNode *label = &jump->target->node;
    r->wild |= label->order <= node->order;
    for (; label->parent && !is_inside(node, label->list); label = label->parent) {
        map_put(&r->entered, label->list);
        r->wild |= label->parent->kind == HL_LOOP;
    }
    return ctx_tick(r->h->ctx, 1);
}

bool dd_region_init(dd_region *r, hir *h, HLRegion *region, bool assume_dims) {
    *r = (dd_region){.h = h, .region = region, .assume_dims = assume_dims, .ends = true};
    arena_init(&r->mem, h->ctx);
    map_init(&r->symbol_of, h->ctx);
    map_init(&r->product_of, h->ctx);
    map_init(&r->domains, h->ctx);
    map_init(&r->entered, h->ctx);
    hir_number_nodes(region);
    hir_walk(&region->node, &(hir_walker){.visit = look_at_goto, .data = r});
    return ctx_ok(h->ctx);
}

void dd_region_free(dd_region *r) {
    lathe_ctx *ctx = r->h->ctx;
    vec_free(ctx, &r->symbols);
    vec_free(ctx, &r->products);
    vec_free(ctx, &r->quotients);
    vec_free(ctx, &r->facts);
    map_free(&r->symbol_of);
    map_free(&r->product_of);
    map_free(&r->domains);
    map_free(&r->entered);
    arena_free(&r->mem);
}
