/* A loop in groups of iterations, and another one for the rest:
 *
 *   %first = 0;                              iterations 0 … last, as unsigned numbers
 *   %left = last + 1;
 *   if (last >= factor - 1)
 *   {
 *      + DO i = 0, (last - (factor - 1)) /u factor, 1
 *      |   iterations factor * i …
 *      + END LOOP
 *      %first = number of groups * factor;   wraps only if nothing is left
 *      %left = last - (factor - 1) - factor * last group;
 *   }
 *   if (%left != 0)
 *   {
 *      + DO i = 0, %left + -1, 1
 *      |   iterations %first + i
 *      + END LOOP
 *   }
 *
 * Of constants the numbers are known, and what is not needed is left out. */
#include "hir/transform/loop_parts.h"

typedef struct planner {
    hir *h;
    hir_split *s;
    const CanonExpr *last;
    LLVMTypeRef type;
    int64_t factor;
    hir_blob last_blob, group; /* the number of the last group */
    hir_temp first, left;
    int64_t known_first; /* if `first` is 0 */
} planner;

static HLInst *assign(planner *p, hir_temp t, CanonExpr *value) {
    HLInst *inst = hir_assign(p->h, t, value);
    if (inst)
        inst->node.node.where = p->s->loop->node.node.where;
    return inst;
}

static HLIf *compare(planner *p, CanonExpr *a, LLVMIntPredicate predicate, int64_t b) {
    return hir_new_comparison(p->h, a, predicate, hir_canon_constant(p->h, p->type, b),
                              &p->s->loop->node.node);
}

/* factor * blob + rest in the type. */
static CanonExpr *linear(planner *p, int64_t factor, hir_blob b, int64_t rest) {
    CanonExpr *ce = hir_canon_new(p->h, p->type);
    bool done = ce && b && hir_canon_add_blob(p->h, ce, factor, b) &&
                hir_canon_add_constant(p->h, ce, rest);
    return done ? ce : NULL;
}

/* The rest of the loop, with its iterations moved. */

static bool move_iv(void *data, CanonExpr *ce) {
    planner *p = data;
    uint32_t level = p->s->loop->level, blobs = ce->blob_count;
    hir_iv_term term = hir_iv_at(ce, level);
    bool exact = ce->exact && hir_loop_is(p->s->loop, LOOP_EXACT_BOUND);
    if (!p->first)
        return hir_unroll_iv(p->h, ce, level, 1, p->known_first);
    if (!term.coefficient)
        return true;
    CanonExpr *with = hir_canon_iv(p->h, ce->source, level);
    hir_blob first = hir_blob_resized(p->h, hir_blob_temp(p->h, p->first), ce->source);
    if (!with || !first || !hir_canon_add_blob(p->h, with, 1, first) ||
        !hir_canon_substitute(p->h, ce, level, with))
        return false;
    hir_iv_term now = hir_iv_at(ce, level);
    /* As in hir_unroll_iv. */
    ce->exact = exact && now.coefficient == term.coefficient && now.blob == term.blob &&
                ce->blob_count == blobs + 1;
    return true;
}

static bool plan_rest(planner *p, CanonExpr *upper) {
    HLNode *copy = hir_clone(p->h, &p->s->loop->node.node);
    HLLoop *rest = (HLLoop *)copy;
    if (!copy || !upper)
        return hir_give_up(&p->s->reply, HIR_WHY_OUT_OF_MEMORY);
    for (HLNode *node = rest->body.first; node; node = node->next)
        if (!hir_rewrite_copy(p->h, node, move_iv, p))
            return hir_give_up(&p->s->reply, HIR_WHY_NOT_LINEAR);
    upper->exact = true;
    hir_loop_set(rest, LOOP_EXACT_BOUND | LOOP_OTHER_BODY, true);
    p->s->rest = rest;
    RegDDRef *bound = hir_ref_scalar(p->h, upper);
    hir_set_ref(&rest->node, 0, bound);
    return bound || hir_give_up(&p->s->reply, HIR_WHY_OUT_OF_MEMORY);
}

static bool plan_known(planner *p, uint64_t last) {
    uint64_t factor = (uint64_t)p->factor;
    if (last < factor - 1)
        return hir_give_up(&p->s->reply, HIR_WHY_SHORT);
    p->s->exact = true;
    uint64_t group = (last - (factor - 1)) / factor;
    uint64_t left = last - (factor - 1) - factor * group;
    p->known_first = (int64_t)(factor * (group + 1));
    CanonExpr *upper = hir_canon_constant(p->h, p->type, (int64_t)group);
    p->s->upper = hir_ref_scalar(p->h, upper);
    if (!p->s->upper)
        return hir_give_up(&p->s->reply, HIR_WHY_OUT_OF_MEMORY);
    return !left || plan_rest(p, hir_canon_constant(p->h, p->type, (int64_t)left - 1));
}

/* last - (factor - 1), divided by the factor; as the sum that it was if it can be. */
static bool plan_groups(planner *p) {
    bool plain = hir_canon_is_plain(p->last);
    bool natural = hir_loop_is(p->s->loop, LOOP_EXACT_BOUND) && p->last->cast != HIR_CAST_TRUNC;
    CanonExpr *upper = plain ? hir_canon_copy(p->h, p->last) : hir_canon_blob(p->h, p->last_blob);
    CanonExpr *guarded = upper ? hir_canon_copy(p->h, upper) : NULL;
    if (!guarded || !hir_canon_add_constant(p->h, upper, 1 - p->factor))
        return false;
    upper->exact =
        natural && guarded->exact && upper->constant == (__int128)guarded->constant + 1 - p->factor;
    p->s->exact = upper->exact;
    if (!hir_canon_divide_by(p->h, upper, p->factor, false))
        return false;
    p->s->upper = hir_ref_scalar(p->h, upper);
    p->s->any = compare(p, guarded, natural ? LLVMIntSGE : LLVMIntUGE, p->factor - 1);
    return p->s->upper && p->s->any;
}

/* Its last iteration as a blob: without induction variables it is one, else it gets a temp. */
static bool plan_last(planner *p) {
    hir_split *s = p->s;
    p->last_blob = hir_canon_as_blob(p->h, p->last);
    if (!p->last_blob) {
        hir_temp t = hir_temp_new(p->h, "%last", p->type, NULL);
        s->before[2] = assign(p, t, hir_canon_copy(p->h, p->last));
        p->last_blob = s->before[2] ? hir_blob_temp(p->h, t) : 0;
    }
    CanonExpr *groups = linear(p, 1, p->last_blob, 1 - p->factor);
    p->group =
        hir_blob_of_two(p->h, BLOB_UDIV, p->type, groups ? hir_canon_as_blob(p->h, groups) : 0,
                        hir_blob_constant(p->h, p->type, p->factor));
    return p->group != 0;
}

static bool plan_unknown(planner *p) {
    hir_split *s = p->s;
    if (!plan_last(p) || !plan_groups(p))
        return hir_give_up(&p->s->reply, HIR_WHY_NOT_LINEAR_ITS_BOUND);
    p->first = hir_temp_new(p->h, "%first", p->type, NULL);
    p->left = hir_temp_new(p->h, "%left", p->type, NULL);
    CanonExpr *left = linear(p, 1, p->last_blob, 1 - p->factor);
    if (!left || !hir_canon_add_blob(p->h, left, -p->factor, p->group))
        return hir_give_up(&p->s->reply, HIR_WHY_NOT_LINEAR_ITS_BOUND);
    s->before[0] = assign(p, p->first, hir_canon_constant(p->h, p->type, 0));
    s->before[1] = assign(p, p->left, linear(p, 1, p->last_blob, 1));
    s->behind[0] = assign(p, p->first, linear(p, p->factor, p->group, p->factor));
    s->behind[1] = assign(p, p->left, left);
    hir_blob rest = hir_blob_temp(p->h, p->left);
    s->more = rest ? compare(p, hir_canon_blob(p->h, rest), LLVMIntNE, 0) : NULL;
    if (!s->before[0] || !s->before[1] || !s->behind[0] || !s->behind[1] || !s->more)
        return hir_give_up(&p->s->reply, HIR_WHY_OUT_OF_MEMORY);
    return plan_rest(p, linear(p, 1, rest, -1));
}

bool hir_plan_split(hir *h, HLLoop *loop, uint32_t factor, hir_split *s) {
    planner p = {.h = h, .s = s, .last = hir_upper(loop), .factor = factor};
    int64_t value;
    *s = (hir_split){.loop = loop};
    p.type = p.last->dest;
    uint32_t width = hir_width(h, p.type);
    if (width < 8)
        return hir_give_up(&s->reply, HIR_WHY_NARROW);
    if (hir_is_constant(p.last, &value))
        return plan_known(&p, hir_zero_extend((uint64_t)value, width));
    return plan_unknown(&p);
}

void hir_make_split(const hir_split *s) {
    HLNode *loop = &s->loop->node.node;
    if (s->rest && !s->any)
        hir_insert_after(loop, &s->rest->node.node);
    if (s->any) {
        for (int i = 2; i >= 0; i--)
            if (s->before[i])
                hir_insert_before(loop, &s->before[i]->node.node);
        hir_insert_before(loop, &s->any->node.node);
        hir_unlink(loop);
        hir_append(&s->any->then_body, &s->any->node.node, loop);
        for (int i = 0; i < 2; i++)
            hir_append(&s->any->then_body, &s->any->node.node, &s->behind[i]->node.node);
        hir_insert_after(&s->any->node.node, &s->more->node.node);
        hir_append(&s->more->then_body, &s->more->node.node, &s->rest->node.node);
    }
    hir_set_ref(&s->loop->node, 0, s->upper);
    hir_loop_set(s->loop, LOOP_EXACT_BOUND, s->exact);
    hir_loop_set(s->loop, LOOP_OTHER_COUNT, true);
    if (s->rest)
        hir_loop_set(s->rest, LOOP_OTHER_COUNT, true);
}
