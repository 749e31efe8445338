/* Blocks of iterations of a perfect nest: for each level that is blocked, a loop over blocks goes
 * outside of the nest, and in it the old loop runs over the iterations of a block only. With a size
 * of 32 and iterations 0 … last:
 *
 *   + DO i1 = 0, last /u 32, 1
 *   |   %rest = last - 32 * i1;
 *   |   + DO i2 = 0, smin(%rest, 31), 1
 *   |   |   iteration 32 * i1 + i2
 *
 * Loops over blocks come in the order of the nest; loops that are not blocked stay inside of all of
 * them. */
#include "hir/dd/sums.h"
#include "hir/transform/loop_parts.h"

typedef struct tiling {
    const dd_graph *g;
    hir *h;
    HLLoop *outer, *inner;
    uint32_t low, high;                   /* levels of the nest */
    uint32_t blocks;                      /* levels that are blocked */
    uint32_t size[HIR_MAX_LEVEL + 1];     /* by old level; 1: not blocked */
    uint32_t block_at[HIR_MAX_LEVEL + 1]; /* the new level of its loop over blocks */
    HLLoop *point[HIR_MAX_LEVEL + 1], *block[HIR_MAX_LEVEL + 1]; /* by old level */
    HLInst *rest[HIR_MAX_LEVEL + 1];                             /* NULL: all blocks are full */
    RegDDRef *bound[HIR_MAX_LEVEL + 1];
    bool reorders; /* iterations: sums come in another order */
    dd_reply reply;
} tiling;

static bool is_within(const tiling *t, uint32_t level) {
    return level >= t->low && level <= t->high;
}

/* What was the iteration of a level is that of the loop over points, and the block times its size.
 */
static bool add_level(const tiling *t, CanonExpr *ce, const hir_term *term) {
    uint32_t level = term->level, now = level < t->low ? level : level + t->blocks;
    uint32_t size = is_within(t, level) ? t->size[level] : 1;
    __int128 by = (__int128)term->coefficient * size;
    if (!hir_canon_add_iv(t->h, ce, now, term->coefficient, term->blob))
        return false;
    if (size == 1)
        return true;
    uint32_t block = t->block_at[level];
    return by == (int64_t)by && hir_canon_add_iv(t->h, ce, block, (int64_t)by, term->blob);
}

/* Neither number is further from 0 than what they are the sum of; they must not have wrapped. */
static bool is_kept(const tiling *t, const CanonExpr *ce, const hir_term *term) {
    uint32_t level = term->level, now = level < t->low ? level : level + t->blocks;
    hir_iv_term point = hir_iv_at(ce, now), block = {0};
    if (point.coefficient != term->coefficient || point.blob != term->blob)
        return false;
    if (!is_within(t, level) || t->size[level] == 1)
        return true;
    block = hir_iv_at(ce, t->block_at[level]);
    return block.coefficient == (__int128)term->coefficient * t->size[level] &&
           block.blob == term->blob;
}

static bool split_ivs(void *data, CanonExpr *ce) {
    const tiling *t = data;
    CanonExpr *new = hir_canon_ext(t->h, ce->source, ce->dest, ce->cast);
    bool exact = ce->exact;
    if (!ce->iv_count)
        return true;
    hir_each_term (each, ce)
        if (!new || !(each.level ? add_level(t, new, &each)
                                 : hir_canon_add_blob(t->h, new, each.coefficient, each.blob)))
            return false;
    if (!new || !hir_canon_add_constant(t->h, new, ce->constant))
        return false;
    hir_each_term (each, ce)
        exact &= !each.level || is_kept(t, new, &each);
    new->denominator = ce->denominator;
    new->is_signed = ce->is_signed;
    new->exact = exact;
    new->defined_at = ce->defined_at;
    *ce = *new;
    return true;
}

/* Loops over blocks. */

static CanonExpr *last_of(const tiling *t, uint32_t level) {
    const CanonExpr *upper = hir_upper(t->point[level]);
    return hir_canon_resized(t->h, upper, upper->dest);
}

static HLLoop *new_block(tiling *t, uint32_t level, CanonExpr *upper, bool exact) {
    HLLoop *loop = hir_new_loop(t->h, LOOP_DO);
    RegDDRef *ref = loop ? hir_ref_scalar(t->h, upper) : NULL;
    if (!ref)
        return NULL;
    hir_set_ref(&loop->node, 0, ref);
    loop->iv_type = t->point[level]->iv_type;
    hir_loop_set(loop, LOOP_EXACT_BOUND, exact);
    loop->origin = t->point[level]->origin;
    hir_loop_set(loop, LOOP_OTHER_BODY | LOOP_OTHER_COUNT, true);
    loop->state |= t->point[level]->state & LOOP_MUST_PROGRESS;
    loop->node.node.where = t->point[level]->node.node.where;
    return loop;
}

/* min(rest, size - 1). */
static CanonExpr *point_bound(tiling *t, LLVMTypeRef type, hir_temp rest, uint32_t size,
                              bool natural) {
    hir_blob b =
        hir_blob_of_two(t->h, natural ? BLOB_SMIN : BLOB_UMIN, type, hir_blob_temp(t->h, rest),
                        hir_blob_constant(t->h, type, size - 1));
    return hir_canon_blob(t->h, b);
}

static bool plan_known(tiling *t, uint32_t level, LLVMTypeRef type, uint64_t last) {
    uint32_t size = t->size[level];
    CanonExpr *upper = hir_canon_constant(t->h, type, (int64_t)(last / size));
    t->block[level] = new_block(t, level, upper, true);
    if (last % size == size - 1)
        t->bound[level] = hir_ref_scalar(t->h, hir_canon_constant(t->h, type, (int64_t)size - 1));
    return t->block[level] && (last % size != size - 1 || t->bound[level]);
}

static bool plan_rest(tiling *t, uint32_t level, LLVMTypeRef type, bool natural) {
    CanonExpr *rest = last_of(t, level);
    hir_temp left = hir_temp_new(t->h, "%rest", type, NULL);
    bool exact = rest && rest->exact && natural;
    if (!rest || !left ||
        !hir_canon_add_iv(t->h, rest, t->block_at[level], -(int64_t)t->size[level], 0))
        return false;
    rest->exact = exact;
    t->rest[level] = hir_assign(t->h, left, rest);
    t->bound[level] = hir_ref_scalar(t->h, point_bound(t, type, left, t->size[level], natural));
    return t->rest[level] && t->bound[level];
}

static bool plan_level(tiling *t, uint32_t level) {
    const CanonExpr *upper = hir_upper(t->point[level]);
    bool natural = hir_loop_is(t->point[level], LOOP_EXACT_BOUND) && upper->cast != HIR_CAST_TRUNC;
    int64_t value;
    CanonExpr *blocks = last_of(t, level);
    if (!blocks)
        return false;
    if (hir_is_constant(upper, &value)) {
        uint64_t last = hir_zero_extend((uint64_t)value, hir_width(t->h, upper->dest));
        natural |= value >= 0;
        return plan_known(t, level, upper->dest, last) &&
               (t->bound[level] || plan_rest(t, level, upper->dest, natural));
    }
    bool exact = natural && blocks->exact;
    if (!hir_canon_divide_by(t->h, blocks, t->size[level], false))
        return false;
    t->block[level] = new_block(t, level, blocks, exact);
    return t->block[level] && plan_rest(t, level, upper->dest, natural);
}

static bool plan(tiling *t) {
    for (uint32_t level = t->low; level <= t->high; level++)
        if (t->size[level] > 1 && !plan_level(t, level))
            return hir_give_up(&t->reply, HIR_WHY_NOT_LINEAR_BOUND);
    return true;
}

/* Nothing can fail any more. */
static void make(tiling *t) {
    HLNode *outer = &t->outer->node.node, *place = outer;
    HLLoop *around = NULL;
    for (uint32_t level = t->low; level <= t->high; level++) {
        HLLoop *block = t->block[level];
        if (!block)
            continue;
        if (around)
            hir_append(&around->body, &around->node.node, &block->node.node);
        else
            hir_insert_before(place, &block->node.node);
        around = block;
        hir_set_ref(&t->point[level]->node, 0, t->bound[level]);
        hir_loop_set(t->point[level], LOOP_EXACT_BOUND | LOOP_OTHER_COUNT, true);
    }
    hir_unlink(outer);
    for (uint32_t level = t->low; level <= t->high; level++)
        if (t->rest[level])
            hir_append(&around->body, &around->node.node, &t->rest[level]->node.node);
    hir_append(&around->body, &around->node.node, outer);
}

/* Which levels are blocked. */

static bool is_short(const tiling *t, const CanonExpr *upper, uint32_t size) {
    int64_t value;
    return hir_is_constant(upper, &value) &&
           hir_zero_extend((uint64_t)value, hir_width(t->h, upper->dest)) < size;
}

static bool is_fixed(const tiling *t, const CanonExpr *upper) {
    for (uint32_t level = t->low; level <= t->high; level++)
        if (!hir_is_invariant_at(upper, level))
            return false;
    return true;
}

static bool choose(tiling *t, const uint32_t *sizes) {
    HLLoop *loop = t->inner;
    for (uint32_t level = t->high; level >= t->low; level--) {
        t->point[level] = loop;
        loop = hir_parent_loop(&loop->node.node);
    }
    for (uint32_t level = t->low; level <= t->high; level++) {
        const CanonExpr *upper = hir_upper(t->point[level]);
        uint32_t size = sizes[level - t->low], width = hir_width(t->h, upper->dest);
        bool blocks = size > 1 && !is_short(t, upper, size);
        t->size[level] = blocks ? size : 1;
        if (!blocks)
            continue;
        if (!is_fixed(t, upper))
            return hir_give_up(&t->reply, HIR_WHY_BOUND_OF_OTHER);
        if (width < 16 || size > 4096)
            return hir_give_up(&t->reply, HIR_WHY_NARROW_TILE);
        t->block_at[level] = t->low + t->blocks++;
    }
    if (!t->blocks)
        return hir_give_up(&t->reply, HIR_WHY_SHORT_TILE);
    return t->g->region->max_level + t->blocks <= HIR_MAX_LEVEL ||
           hir_give_up(&t->reply, HIR_WHY_DEEP_TILES);
}

/* Everything but whether it may be. */
static dd_reply make_blocks(tiling *t, const uint32_t *sizes) {
    hir *h = t->h;
    t->low = t->outer->level;
    t->high = t->inner->level;
    if (!choose(t, sizes) || !plan(t))
        return ctx_ok(h->ctx) ? t->reply : hir_decline(HIR_WHY_OUT_OF_MEMORY);
    if (!hir_rewrite_body(h, t->outer, split_ivs, t))
        return hir_decline(HIR_WHY_NOT_LINEAR);
    if (t->reorders)
        dd_reorder_sums(t->g, t->outer);
    make(t);
    hir_note_change(t->g);
    return dd_yes();
}

dd_reply hir_tile(const dd_graph *g, HLLoop *outer, HLLoop *inner, const uint32_t *sizes) {
    tiling t = {.g = g, .h = g->h, .outer = outer, .inner = inner, .reorders = true};
    dd_reply reply = dd_can_tile(g, outer, inner);
    dd_reply body = reply.yes ? hir_check_body(g, outer) : reply;
    if (!body.yes)
        return body;
    body = make_blocks(&t, sizes);
    return body.yes ? reply : body;
}

dd_reply hir_strip(const dd_graph *g, HLLoop *loop, uint32_t size) {
    tiling t = {.g = g, .h = g->h, .outer = loop, .inner = loop};
    return make_blocks(&t, &size);
}
