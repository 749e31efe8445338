/* The iteration in which a sum is least, or largest, is found from the innermost loop outwards, as
 * extent_end finds what it is then: each loop is in its first or in its last iteration. Conditions
 * around the load have to be for it: comparisons that hold there if they hold in any iteration,
 * which the signs of what they compare tell. So a triangle is read from its longest row. */
#include "hir/transform/row_ends.h"

#include "hir/hir_range.h"
#include "hir/predicate.h"

/* What is compared with the number of an iteration is to be far from where numbers end. */
static const hir_wide largest = (hir_wide)1 << 61;

typedef struct finder {
    extents *x;
    hir *h;
    row_end *end;
    bool most;
} finder;

bool row_is_fixed(const CanonExpr *ce) {
    hir_each_term (t, ce)
        if (t.level)
            return false;
    return ce->defined_at == 0;
}

/* A sum of numbers that does not wrap. */
static bool is_number(const CanonExpr *ce) {
    return row_is_fixed(ce) ||
           (hir_canon_is_plain(ce) && ce->defined_at == 0 && (ce->exact || hir_is_simple(ce)));
}

/* Nothing in it can be negative. */
static bool is_natural(const CanonExpr *ce) {
    for (uint32_t i = 0; i < ce->iv_count; i++)
        if (ce->ivs[i].coefficient < 0 || ce->ivs[i].blob)
            return false;
    return ce->blob_count == 0 && ce->constant >= 0;
}

/* Conditions. */

static bool read_guard(const HLIf *branch, bool holds, hir *h, row_guard *g) {
    *g = (row_guard){.branch = branch, .holds = holds};
    bool fixed = true;
    for (uint32_t i = 0; i < branch->node.ref_count; i++) {
        if (branch->node.refs[i]->kind != REF_SCALAR)
            return false;
        fixed &= row_is_fixed(branch->node.refs[i]->subscripts[0]);
    }
    if (fixed)
        return true;
    if (branch->is_float || branch->node.ref_count != 2 || hir_is_equality(branch->predicate))
        return false;
    const CanonExpr *left = branch->node.refs[0]->subscripts[0];
    const CanonExpr *right = branch->node.refs[1]->subscripts[0];
    if (left->dest != hir_index_type(h) || !is_number(left) || !is_number(right) ||
        (!hir_is_signed_predicate(branch->predicate) && !(is_natural(left) && is_natural(right))))
        return false;
    g->left = hir_canon_copy(h, left);
    g->right = hir_canon_copy(h, right);
    return g->left && g->right;
}

/* From the outermost in. */
static bool read_guards(finder *f, const HLNode *node) {
    const HLNode *up = node->parent;
    if (node == &f->x->nest->node.node)
        return true;
    if (up->kind == HL_SWITCH || !read_guards(f, up))
        return false;
    if (up->kind != HL_IF)
        return true;
    const HLIf *branch = (const HLIf *)up;
    return f->end->guards < ROW_GUARDS && read_guard(branch, node->list == &branch->then_body, f->h,
                                                     &f->end->guard[f->end->guards++]);
}

/* 1 if the last iteration of the loop is for the condition, -1 if the first one is, 0 if both are.
 */
static int wish_of(const row_guard *g, uint32_t level) {
    if (!g->left)
        return 0;
    int64_t left = hir_iv_at(g->left, level).coefficient;
    int64_t right = hir_iv_at(g->right, level).coefficient;
    bool less = hir_is_less_predicate(g->branch->predicate) == g->holds;
    if (left == right)
        return 0;
    return (right > left) == less ? 1 : -1;
}

static bool has_factor(const CanonExpr *ce, uint32_t level) {
    return ce && hir_iv_at(ce, level).blob != 0;
}

/* The last iteration of the loop in which the condition holds, or the first one, if it compares its
 * number with something: `i + 1 < n`. NULL if it is another one. */
static CanonExpr *limit_of(finder *f, const row_guard *g, uint32_t level, bool last) {
    LLVMIntPredicate p =
        g->holds ? g->branch->predicate : hir_inverse_predicate(g->branch->predicate);
    bool left = hir_is_less_predicate(p) == last;
    const CanonExpr *own = left ? g->left : g->right, *other = left ? g->right : g->left;
    if (own->iv_count != level || hir_iv_at(own, level).coefficient != 1 || own->blob_count ||
        own->constant > INT32_MAX || own->constant < INT32_MIN || !row_is_fixed(other))
        return NULL;
    for (uint32_t k = 1; k < level; k++)
        if (hir_has_iv(own, k))
            return NULL;
    hir_blob b = hir_canon_as_blob(f->h, other);
    hir_range range = b ? hir_region_range(f->h, f->x->region, b) : (hir_range){0};
    if (!b || range.low < (hir_is_signed_predicate(p) ? -largest : 0) || range.high > largest)
        return NULL;
    CanonExpr *limit = hir_canon_copy(f->h, other);
    if (limit && !hir_canon_is_plain(limit))
        limit = hir_canon_blob(f->h, b);
    int64_t strict = hir_is_strict_predicate(p);
    return limit && hir_canon_add_constant(f->h, limit, -own->constant + (last ? -strict : strict))
               ? limit
               : NULL;
}

/* Which iteration of a loop it is: the last one or the first one, but of those in which conditions
 * hold that are for the other end. */
typedef struct place {
    bool last;
    CanonExpr *limits[ROW_GUARDS];
    uint32_t count;
} place;

/* False if there is none that is good for all. */
static bool choose(finder *f, uint32_t level, place *p) {
    int64_t own = hir_iv_at(f->end->at, level).coefficient;
    *p = (place){.last = own != 0 && (own > 0) == f->most};
    if (has_factor(f->end->at, level))
        return false;
    for (uint32_t i = 0; i < f->end->guards; i++) {
        const row_guard *g = &f->end->guard[i];
        if (has_factor(g->left, level) || has_factor(g->right, level))
            return false;
        p->last |= own == 0 && wish_of(g, level) > 0;
    }
    for (uint32_t i = 0; i < f->end->guards; i++)
        if (wish_of(&f->end->guard[i], level) == (p->last ? -1 : 1) &&
            !(p->limits[p->count++] = limit_of(f, &f->end->guard[i], level, p->last)))
            return false;
    return true;
}

/* Sums. */

static bool substitute(finder *f, CanonExpr *ce, uint32_t level, const CanonExpr *with) {
    return !ce || !hir_has_iv(ce, level) || hir_canon_substitute(f->h, ce, level, with);
}

static hir_blob extended(void *data, hir_blob b) {
    finder *f = data;
    return hir_blob_make(f->h, BLOB_SEXT, hir_index_type(f->h), &b, 1);
}

/* The number of the loop's last iteration: a sum that does not wrap is the same with more bits. */
static CanonExpr *last_of(finder *f, const HLLoop *loop) {
    LLVMTypeRef type = hir_index_type(f->h);
    const CanonExpr *upper = hir_upper(loop);
    bool narrow = upper->dest != type;
    if (row_is_fixed(upper)) {
        hir_blob b = hir_canon_as_blob(f->h, upper);
        b = b && narrow ? hir_blob_make(f->h, BLOB_ZEXT, type, &b, 1) : b;
        return b ? hir_canon_blob(f->h, b) : NULL;
    }
    return narrow ? hir_canon_with(f->h, upper, type, extended, f) : hir_canon_copy(f->h, upper);
}

/* Of its first or last iteration. */
static CanonExpr *iteration_at(finder *f, const HLLoop *loop, bool last) {
    return last ? last_of(f, loop) : hir_canon_constant(f->h, hir_index_type(f->h), 0);
}

static CanonExpr *limited(finder *f, const CanonExpr *at, const place *p) {
    hir_blob all[ROW_GUARDS + 1];
    if (!p->count)
        return hir_canon_copy(f->h, at);
    all[p->count] = hir_canon_as_blob(f->h, at);
    for (uint32_t i = 0; i < p->count; i++)
        all[i] = hir_canon_as_blob(f->h, p->limits[i]);
    for (uint32_t i = 0; i <= p->count; i++)
        if (!all[i])
            return NULL;
    hir_blob_op op = p->last ? BLOB_SMIN : BLOB_SMAX;
    return hir_canon_blob(f->h, hir_blob_make(f->h, op, hir_index_type(f->h), all, p->count + 1));
}

/* A condition that limits the loop holds in that iteration if it does so at the other end. */
static bool leave_loop(finder *f, HLLoop *loop) {
    const CanonExpr *upper = hir_upper(loop);
    place p;
    if (hir_width(f->h, upper->dest) > 64 || upper->defined_at != 0 ||
        !(row_is_fixed(upper) ||
          (hir_canon_is_plain(upper) && extent_has_exact_bound(f->x, loop))) ||
        !choose(f, loop->level, &p))
        return false;
    CanonExpr *at = iteration_at(f, loop, p.last), *other = iteration_at(f, loop, !p.last);
    CanonExpr *with = at && other ? limited(f, at, &p) : NULL;
    bool done = with && substitute(f, f->end->at, loop->level, with);
    for (uint32_t i = 0; i < f->end->guards && done; i++) {
        row_guard *g = &f->end->guard[i];
        const CanonExpr *own = wish_of(g, loop->level) == (p.last ? -1 : 1) ? other : with;
        done =
            substitute(f, g->left, loop->level, own) && substitute(f, g->right, loop->level, own);
    }
    return done;
}

bool row_find_end(extents *x, const HLInst *load, const CanonExpr *entry, bool most, row_end *end) {
    finder f = {.x = x, .h = x->h, .end = end, .most = most};
    HLLoop *loop = hir_parent_loop(&load->node.node);
    *end = (row_end){.at = hir_canon_copy(x->h, entry)};
    bool done = end->at && is_number(entry) && read_guards(&f, &load->node.node);
    for (; loop && loop->level >= x->nest->level && done; loop = hir_parent_loop(&loop->node.node))
        done = leave_loop(&f, loop);
    return done && row_is_fixed(end->at);
}

bool row_is_same_guard(const row_guard *a, const row_guard *b) {
    if (a->branch != b->branch || a->holds != b->holds || !a->left != !b->left)
        return false;
    return !a->left || (hir_canon_equal(a->left, b->left) && hir_canon_equal(a->right, b->right));
}
