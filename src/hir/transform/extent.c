/* See extent.h. An end of a sum is found from the innermost loop outwards: a term that grows with
 * the iteration is largest in the last one, which is a sum over the loops around, so triangles are
 * what they are. Factors of iterations must not be negative, so that it is known which grow. */
#include "hir/transform/extent.h"

#include "hir/hir_range.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 64, LEAST_BITS = 16, MOST_BITS = 62 };
static const double fits = 0x1p61;

static bool fail(extents *x, hir_why why) {
    x->why = x->why ? x->why : why;
    return false;
}

static bool is_too_large(extents *x) {
    return fail(x, HIR_WHY_EXTENT_TERMS);
}

void extent_init(extents *x, const dd_graph *g, const HLLoop *nest) {
    *x = (extents){.h = g->h, .region = g->region, .nest = nest, .limit = INFINITY};
    map_init(&x->bounds, g->h->ctx);
    dd_region_init(&x->r, g->h, g->region, false);
}

void extent_free(extents *x) {
    lathe_ctx *ctx = x->h->ctx;
    map_free(&x->bounds);
    dd_region_free(&x->r);
    vec_free(ctx, &x->checks);
    vec_free(ctx, &x->fits);
    vec_free(ctx, &x->exact);
    vec_free(ctx, &x->counted);
}

/* Atoms. */

static bool is_assigned_inside(const extents *x, hir_temp t) {
    for (const RegDDRef *def = hir_temp_at(x->h, t)->defs; def; def = def->next_def)
        if (hir_is_in(def->node, &x->nest->node.node))
            return true;
    return false;
}

/* Whether it is the same in all of the nest, and may be computed before it: a quotient might trap
 * there. Its depth is bounded, see hir_blob_info. */
static bool is_fixed_blob(const extents *x, hir_blob b) {
    const hir_blob_info *info = hir_blob_at(x->h, b);
    int64_t divisor;
    if (info->op == BLOB_TEMP)
        return !is_assigned_inside(x, info->temp);
    if ((info->op == BLOB_UDIV || info->op == BLOB_SDIV) &&
        (!hir_is_constant_blob(x->h, info->operands[1], &divisor) || divisor <= 0))
        return false;
    for (uint32_t i = 0; i < info->operand_count; i++)
        if (!is_fixed_blob(x, info->operands[i]))
            return false;
    return true;
}

bool extent_is_fixed(const extents *x, const CanonExpr *ce) {
    for (uint32_t i = 0; i < ce->iv_count; i++)
        if (ce->ivs[i].coefficient && ce->ivs[i].blob && !is_fixed_blob(x, ce->ivs[i].blob))
            return false;
    for (uint32_t i = 0; i < ce->blob_count; i++)
        if (!is_fixed_blob(x, ce->blobs[i].blob))
            return false;
    return true;
}

/* Extended to an address's width. */
static bool find_atom(extents *x, hir_blob b, bool is_signed, uint8_t *number) {
    uint32_t width = b ? hir_width(x->h, hir_blob_at(x->h, b)->type) : 0;
    if (width && width < WIDTH)
        b = hir_blob_make(x->h, is_signed ? BLOB_SEXT : BLOB_ZEXT, hir_index_type(x->h), &b, 1);
    if (!b || !width)
        return is_too_large(x);
    for (uint32_t i = 0; i < x->atom_count; i++)
        if (x->atoms[i].blob == b) {
            *number = (uint8_t)i;
            return true;
        }
    if (x->atom_count == EXTENT_ATOMS)
        return is_too_large(x);
    extent_atom *atom = &x->atoms[x->atom_count];
    hir_range range = hir_region_range(x->h, x->region, b);
    *atom = (extent_atom){.blob = b, .least = (double)range.low, .most = (double)range.high};
    *number = (uint8_t)x->atom_count++;
    return true;
}

/* Sums. */

static bool is_like(const extent_term *a, const extent_term *b) {
    return a->level == b->level && a->count == b->count && !memcmp(a->atoms, b->atoms, a->count);
}

static bool add_term(extents *x, extent_sum *to, const extent_term *term) {
    uint32_t i = 0;
    if (!term->coefficient)
        return true;
    while (i < to->count && !is_like(&to->terms[i], term))
        i++;
    if (i == EXTENT_TERMS)
        return is_too_large(x);
    if (i == to->count) {
        to->terms[to->count++] = *term;
        return true;
    }
    if (__builtin_add_overflow(to->terms[i].coefficient, term->coefficient,
                               &to->terms[i].coefficient))
        return is_too_large(x);
    if (!to->terms[i].coefficient)
        to->terms[i] = to->terms[--to->count];
    return true;
}

bool extent_add_constant(extents *x, extent_sum *sum, int64_t value) {
    return add_term(x, sum, &(extent_term){.coefficient = value});
}

static bool is_constant(const extent_term *term) {
    return !term->level && !term->count;
}

/* Its constant; *others is how many other terms it has. */
static int64_t constant_of(const extent_sum *sum, uint32_t *others) {
    int64_t constant = 0;
    *others = sum->count;
    for (uint32_t i = 0; i < sum->count; i++)
        if (is_constant(&sum->terms[i])) {
            constant = sum->terms[i].coefficient;
            --*others;
        }
    return constant;
}

static bool has_term(const extent_sum *sum, const extent_term *term) {
    for (uint32_t i = 0; i < sum->count; i++)
        if (is_like(&sum->terms[i], term))
            return sum->terms[i].coefficient == term->coefficient;
    return false;
}

bool extent_difference(const extent_sum *a, const extent_sum *b, int64_t *by) {
    uint32_t left, right;
    int64_t from = constant_of(a, &left), to = constant_of(b, &right);
    bool same = left == right;
    for (uint32_t i = 0; i < a->count && same; i++)
        same = is_constant(&a->terms[i]) || has_term(b, &a->terms[i]);
    return same && !__builtin_sub_overflow(to, from, by);
}

static void sort_atoms(extent_term *term) {
    for (uint32_t i = 1; i < term->count; i++)
        for (uint32_t k = i; k > 0 && term->atoms[k - 1] > term->atoms[k]; k--) {
            uint8_t other = term->atoms[k];
            term->atoms[k] = term->atoms[k - 1];
            term->atoms[k - 1] = other;
        }
}

/* The product of both, of which at most one has an iteration in it. */
static bool add_product(extents *x, extent_sum *to, const extent_term *a, const extent_term *b) {
    extent_term product = {.level = a->level + b->level, .count = a->count + b->count};
    if ((a->level && b->level) || product.count > EXTENT_FACTORS ||
        __builtin_mul_overflow(a->coefficient, b->coefficient, &product.coefficient))
        return is_too_large(x);
    memcpy(product.atoms, a->atoms, a->count);
    memcpy(product.atoms + a->count, b->atoms, b->count);
    sort_atoms(&product);
    return add_term(x, to, &product);
}

static bool add_times(extents *x, extent_sum *to, const extent_sum *from, const extent_term *by) {
    for (uint32_t i = 0; i < from->count; i++)
        if (!add_product(x, to, &from->terms[i], by))
            return false;
    return true;
}

/* The number of the iteration of a loop around the nest, which does not change in it. */
static bool find_outer(extents *x, uint32_t level, uint8_t *number) {
    hir_temp *t = &x->outer[level - 1];
    if (!*t)
        *t = hir_temp_new(x->h, "%around", hir_index_type(x->h), NULL);
    if (!*t || !find_atom(x, hir_blob_temp(x->h, *t), false, number))
        return is_too_large(x);
    x->atoms[*number].natural = true;
    return true;
}

static bool make_term(extents *x, int64_t coefficient, uint32_t level, hir_blob b,
                      extent_term *term) {
    *term = (extent_term){.coefficient = coefficient};
    if (b && !find_atom(x, b, true, &term->atoms[term->count++]))
        return false;
    if (level >= x->nest->level || !level) {
        term->level = level;
        return true;
    }
    if (!find_outer(x, level, &term->atoms[term->count++]))
        return false;
    sort_atoms(term);
    return true;
}

/* What is inside of division and cast, if nothing wraps there. */
static bool sum_of(extents *x, const CanonExpr *ce, extent_sum *sum) {
    extent_term term = {.coefficient = ce->constant};
    *sum = (extent_sum){0};
    if (!extent_is_fixed(x, ce))
        return fail(x, HIR_WHY_EXTENT_LATE);
    if (!add_term(x, sum, &term))
        return false;
    hir_each_term (t, ce)
        if (!make_term(x, t.coefficient, t.level, t.blob, &term) || !add_term(x, sum, &term))
            return false;
    return true;
}

static bool has_iterations(const CanonExpr *ce) {
    return ce->iv_count != 0;
}

/* The whole of it, cast and all, as one atom. */
static bool atom_of(extents *x, const CanonExpr *ce, bool is_signed, extent_sum *sum) {
    extent_term term = {.coefficient = 1, .count = 1};
    hir_blob b = extent_is_fixed(x, ce) ? hir_canon_as_blob(x->h, ce) : 0;
    *sum = (extent_sum){0};
    if (!b)
        return fail(x, HIR_WHY_EXTENT_LATE);
    if (!find_atom(x, b, is_signed, &term.atoms[0]))
        return false;
    x->atoms[term.atoms[0]].natural |= !is_signed;
    return add_term(x, sum, &term);
}

/* Checks. */

static void must_fit(extents *x, const extent_sum *sum, const HLNode *node) {
    vec_push(x->h->ctx, &x->fits, (extent_fit){*sum, node});
}

static void check_sum(extents *x, CanonExpr *ce, const extent_sum *sum, const HLNode *node,
                      bool natural) {
    extent_check check = {.canon = ce,
                          .node = node,
                          .sum = *sum,
                          .width = hir_width(x->h, ce->source),
                          .natural = natural,
                          .wraps = !ce->exact};
    bool known = false;
    must_fit(x, sum, node);
    for (size_t i = 0; i < x->checks.len && !known; i++) {
        const extent_check *old = &x->checks.at[i];
        known = hir_parent_loop(old->node) == hir_parent_loop(node) && old->natural == natural &&
                old->wraps == check.wraps && hir_canon_equal(old->canon, ce);
    }
    if (!known && (natural || (check.wraps && check.width < WIDTH)))
        vec_push(x->h->ctx, &x->checks, check);
    if (check.wraps)
        vec_push(x->h->ctx, &x->exact, ce);
}

/* Whether ranges and guards prove that nothing in it wraps, and that it is not negative if it is
 * extended with zeros. It has iterations in it. */
static bool is_proven(extents *x, const CanonExpr *ce, const HLNode *node, dd_form *f) {
    const dd_domain *d = dd_domain_of(&x->r, node);
    return d && dd_value_form(&x->r, ce, d, f);
}

/* Bounds. */

bool extent_has_exact_bound(extents *x, const HLLoop *loop) {
    const CanonExpr *upper = hir_upper(loop);
    dd_form f;
    if (hir_loop_is(loop, LOOP_EXACT_BOUND))
        return true;
    return has_iterations(upper) && upper->denominator == 1 &&
           is_proven(x, upper, &loop->node.node, &f) &&
           dd_is_natural_form(&x->r, dd_domain_of(&x->r, &loop->node.node), &f);
}

static bool read_bound(extents *x, HLLoop *loop, extent_sum *sum) {
    if (loop->loop_kind == LOOP_WHILE)
        return fail(x, HIR_WHY_NO_COUNT_INSIDE);
    CanonExpr *upper = hir_upper(loop);
    bool plain = upper->denominator == 1 && upper->cast != HIR_CAST_TRUNC;
    bool exact = extent_has_exact_bound(x, loop);
    if (!has_iterations(upper) && !(exact && plain))
        return atom_of(x, upper, false, sum);
    if (upper->cast == HIR_CAST_TRUNC || !sum_of(x, upper, sum))
        return fail(x, HIR_WHY_EXTENT_COUNT);
    /* A quotient is no more than what is divided. */
    if (!exact) {
        check_sum(x, upper, sum, &loop->node.node, true);
        vec_push(x->h->ctx, &x->counted, loop);
    }
    return true;
}

static const extent_sum *bound_of(extents *x, HLLoop *loop) {
    map_word *place = map_find(&x->bounds, loop);
    extent_sum *sum = place ? NULL : arena_new(&x->h->mem, extent_sum);
    if (place)
        return place->p;
    if (!sum || !read_bound(x, loop, sum) || !(place = map_put(&x->bounds, loop)))
        return NULL;
    place->p = sum;
    must_fit(x, sum, &loop->node.node);
    return sum;
}

static HLLoop *loop_around(const HLNode *node, uint32_t level) {
    HLLoop *loop = hir_parent_loop(node);
    while (loop && loop->level > level)
        loop = hir_parent_loop(&loop->node.node);
    return loop && loop->level == level ? loop : NULL;
}

/* Terms with this iteration, without it. */
static bool leave_level(extents *x, extent_sum *sum, const HLNode *node, uint32_t level,
                        bool most) {
    extent_sum old = *sum;
    HLLoop *loop = loop_around(node, level);
    sum->count = 0;
    for (uint32_t i = 0; i < old.count; i++) {
        extent_term term = old.terms[i];
        if (term.level != level) {
            if (!add_term(x, sum, &term))
                return false;
            continue;
        }
        const extent_sum *bound = loop ? bound_of(x, loop) : NULL;
        if (!bound)
            return fail(x, HIR_WHY_EXTENT_LATE);
        for (uint32_t k = 0; k < term.count; k++)
            x->atoms[term.atoms[k]].natural = true;
        term.level = 0;
        if ((term.coefficient > 0) == most && !add_times(x, sum, bound, &term))
            return false;
    }
    return true;
}

bool extent_end(extents *x, const extent_sum *sum, const HLNode *node, bool most, extent_sum *end) {
    const HLLoop *loop = hir_parent_loop(node);
    *end = *sum;
    for (uint32_t level = loop ? loop->level : 0; level >= x->nest->level; level--)
        if (!leave_level(x, end, node, level, most))
            return false;
    for (uint32_t i = 0; i < end->count; i++)
        if (end->terms[i].level)
            return fail(x, HIR_WHY_EXTENT_LATE);
    return true;
}

/* References. */

/* A subscript as a number: one of fewer bits is that if it does not wrap. */
static bool subscript_of(extents *x, const RegDDRef *ref, uint32_t d, extent_sum *sum) {
    CanonExpr *ce = ref->subscripts[d];
    bool extends = ce->cast == HIR_CAST_SEXT || ce->cast == HIR_CAST_ZEXT;
    if (hir_width(x->h, ce->dest) != WIDTH)
        return fail(x, HIR_WHY_EXTENT_SUBSCRIPT);
    if (!has_iterations(ce) && (extends || ce->denominator != 1))
        return atom_of(x, ce, true, sum);
    if (ce->denominator != 1 || ce->cast == HIR_CAST_TRUNC)
        return fail(x, HIR_WHY_EXTENT_SUBSCRIPT);
    dd_form f;
    if (!sum_of(x, ce, sum))
        return false;
    if ((!ce->exact || ce->cast == HIR_CAST_ZEXT) && !is_proven(x, ce, ref->node, &f))
        check_sum(x, ce, sum, ref->node, ce->cast == HIR_CAST_ZEXT);
    return true;
}

bool extent_of_dimension(extents *x, RegDDRef *ref, uint32_t dimension, int64_t coefficient,
                         hir_blob blob, extent_sum *least, extent_sum *left) {
    extent_sum subscript, most;
    extent_term room, minus = {.coefficient = -1};
    if (blob && !is_fixed_blob(x, blob))
        return fail(x, HIR_WHY_EXTENT_STRIDE_VARIES);
    if (!subscript_of(x, ref, dimension, &subscript) ||
        !extent_end(x, &subscript, ref->node, false, least) ||
        !extent_end(x, &subscript, ref->node, true, &most))
        return false;
    *left = (extent_sum){0};
    if (!make_term(x, coefficient, 0, blob, &room) || !add_term(x, left, &room) ||
        !add_times(x, left, &most, &minus))
        return false;
    must_fit(x, &subscript, ref->node);
    must_fit(x, left, ref->node);
    return true;
}

bool extent_of_ref(extents *x, RegDDRef *ref, extent_sum *sum) {
    *sum = (extent_sum){0};
    for (uint32_t d = 0; d < ref->dimensions; d++) {
        extent_sum subscript;
        extent_term stride;
        hir_blob rest = 0;
        int64_t coefficient;
        if (!subscript_of(x, ref, d, &subscript))
            return false;
        if (!ref->strides[d])
            return fail(x, HIR_WHY_EXTENT_STRIDE);
        hir_blob_split(x->h, ref->strides[d], &coefficient, &rest);
        if (rest && !is_fixed_blob(x, rest))
            return fail(x, HIR_WHY_EXTENT_STRIDE_VARIES);
        if (!make_term(x, coefficient, 0, rest, &stride) || !add_times(x, sum, &subscript, &stride))
            return false;
    }
    must_fit(x, sum, ref->node);
    return true;
}

/* Limits. */

static double largest_of(const extents *x, const extent_atom *atom) {
    return fmin(x->limit, fmax(atom->natural ? 0 : -atom->least, atom->most));
}

/* Bounds only have iterations of loops further out. */
double extent_bound(const extents *x, const extent_sum *sum, const HLNode *node) {
    double all = 0;
    for (uint32_t i = 0; i < sum->count; i++) {
        const extent_term *term = &sum->terms[i];
        HLLoop *loop = term->level ? loop_around(node, term->level) : NULL;
        const extent_sum *bound = loop ? map_get(&x->bounds, loop) : NULL;
        double most = fabs((double)term->coefficient);
        if (term->level)
            most *= bound ? extent_bound(x, bound, &loop->node.node) : INFINITY;
        for (uint32_t k = 0; k < term->count; k++)
            most *= largest_of(x, &x->atoms[term->atoms[k]]);
        all += most;
    }
    return all;
}

static bool all_fit(const extents *x) {
    for (size_t i = 0; i < x->fits.len; i++)
        if (!(extent_bound(x, &x->fits.at[i].sum, x->fits.at[i].node) < fits))
            return false;
    return true;
}

/* An atom that is a bound as an unsigned number has no most but the limit. */
bool extent_limit(extents *x) {
    for (int bits = MOST_BITS; bits >= LEAST_BITS; bits--) {
        x->limit = ldexp(1, bits) - 1;
        if (all_fit(x))
            return true;
    }
    return fail(x, HIR_WHY_EXTENT_WRAPS);
}

/* Code. */

static hir_blob product_of(extents *x, const extent_term *term) {
    hir_blob factors[EXTENT_FACTORS];
    for (uint32_t i = 0; i < term->count; i++)
        factors[i] = x->atoms[term->atoms[i]].blob;
    return term->count == 1
               ? factors[0]
               : hir_blob_make(x->h, BLOB_MUL, hir_index_type(x->h), factors, term->count);
}

static bool add_to_canon(extents *x, CanonExpr *ce, const extent_term *term) {
    if (!term->count)
        return hir_canon_add_constant(x->h, ce, term->coefficient);
    hir_blob b = product_of(x, term);
    return b && hir_canon_add_blob(x->h, ce, term->coefficient, b);
}

CanonExpr *extent_canon(extents *x, const extent_sum *sum) {
    CanonExpr *ce = hir_canon_new(x->h, hir_index_type(x->h));
    for (uint32_t i = 0; ce && i < sum->count; i++)
        if (!add_to_canon(x, ce, &sum->terms[i]))
            ce = NULL;
    if (!ce)
        is_too_large(x);
    return ce;
}

/* 1, -1 or, if it is not known, 0. */
static int sign_of(const extents *x, const extent_term *term) {
    for (uint32_t i = 0; i < term->count; i++)
        if (!term->level && !x->atoms[term->atoms[i]].natural && x->atoms[term->atoms[i]].least < 0)
            return 0;
    return term->coefficient > 0 ? 1 : -1;
}

/* The term if it is positive, or if it is negative; else 0. */
static bool add_if(extents *x, CanonExpr *ce, const extent_term *term, hir_blob_op op) {
    LLVMTypeRef type = hir_index_type(x->h);
    hir_blob value = hir_blob_times(x->h, type, term->coefficient, product_of(x, term));
    hir_blob b = hir_blob_of_two(x->h, op, type, value, hir_blob_constant(x->h, type, 0));
    return b && hir_canon_add_blob(x->h, ce, 1, b);
}

bool extent_parts(extents *x, const extent_sum *sum, const HLNode *node, CanonExpr **up,
                  CanonExpr **down) {
    extent_sum parts[2] = {0}, ends[2];
    for (uint32_t i = 0; i < sum->count; i++) {
        int sign = sign_of(x, &sum->terms[i]);
        if (sign && !add_term(x, &parts[sign < 0], &sum->terms[i]))
            return false;
    }
    for (int i = 0; i < 2; i++)
        if (!extent_end(x, &parts[i], node, i == 0, &ends[i]))
            return false;
    *up = extent_canon(x, &ends[0]);
    *down = extent_canon(x, &ends[1]);
    for (uint32_t i = 0; *up && *down && i < sum->count; i++)
        if (!sign_of(x, &sum->terms[i]) && (!add_if(x, *up, &sum->terms[i], BLOB_SMAX) ||
                                            !add_if(x, *down, &sum->terms[i], BLOB_SMIN)))
            return is_too_large(x);
    return *up && *down;
}
