/* A loop whose first and last few iterations are special, because subscripts are clamped to the
 * ends of what it runs over (x < 0 ? 0 : x >= w ? w - 1 : x), in three parts:
 *
 *   %most = smin(last, w - 1 - 1);                the last iteration in which nothing is clamped
 *   if (%most >= 1)
 *   {
 *      + DO i = 0, 0, 1                           the first ones
 *      + DO i = 0, %most - 1, 1                   iterations i + 1: x, as it is
 *      if (last > %most)
 *      {
 *         + DO i = 0, last - %most - 1, 1         the last ones
 *      }
 *   }
 *   else
 *      + DO i = 0, last, 1                        the loop as it was
 *
 * Iterations come in the same order, so that this is legal whatever is in the loop. A choice is
 * decided in the middle if its comparison is of a sum of iterations with what does not change, and
 * all iterations of short loops inside decide alike; where the sum might wrap, the middle ends. */
#include "hir/predicate.h"
#include "hir/transform/loop_parts.h"

enum {
    MAX_CLAMPS = 16,
    /* Iterations that are not in the middle, at one end, and those of short loops inside. */
    MAX_BORDER = 64,
    /* Of a loop, which is copied three times: more than a filter over two dimensions takes. */
    MAX_NODES = 80,
};

/* A choice that is decided in the middle. */
typedef struct clamp {
    HLInst *inst;
    bool holds;          /* its comparison does there */
    int64_t first;       /* of starts: the first iteration of the middle */
    const CanonExpr *of; /* of ends: the middle is before `of` + `by`; NULL of starts */
    int64_t by;
} clamp;

typedef struct splitter {
    const dd_graph *g;
    hir *h;
    HLLoop *loop;
    clamp clamps[MAX_CLAMPS];
    uint32_t count;
    int64_t first; /* of the middle */
    int64_t limit; /* that its last iteration is not beyond */
    hir_temp most; /* its last */
    VEC(HLNode *) before;
    dd_reply reply;
} splitter;

/* Comparisons. */

static HLLoop *loop_at(const HLInst *inst, uint32_t level) {
    HLLoop *loop = hir_parent_loop(&inst->node.node);
    while (loop->level > level)
        loop = hir_parent_loop(&loop->node.node);
    return loop;
}

/* Of iterations of a short loop. */
static bool add_short(const HLLoop *loop, int64_t times, int64_t *least, int64_t *most) {
    int64_t last;
    if (loop->loop_kind == LOOP_WHILE || !hir_is_constant(hir_upper(loop), &last) || last < 0 ||
        last > MAX_BORDER || times > MAX_BORDER || times < -MAX_BORDER)
        return false;
    *(times > 0 ? most : least) += times * last;
    return true;
}

/* A sum of this iteration, once, those of short loops inside, and a constant: the least and the
 * largest of the rest. The middle ends before it may wrap. */
static bool is_position(splitter *s, const HLInst *inst, const CanonExpr *ce, int64_t *least,
                        int64_t *most) {
    uint32_t width = hir_width(s->h, ce->source);
    bool found = false;
    *least = *most = ce->constant;
    if (!hir_canon_is_plain(ce) || width < 32 || ce->constant > MAX_BORDER ||
        ce->constant < -MAX_BORDER)
        return false;
    hir_each_term (t, ce) {
        bool own = t.level == s->loop->level;
        if (!t.level || t.blob || t.level < s->loop->level || (own && t.coefficient != 1) ||
            (!own && !add_short(loop_at(inst, t.level), t.coefficient, least, most)))
            return false;
        found |= own;
    }
    int64_t limit = (int64_t)(UINT64_MAX >> (65 - width)) - (*most > 0 ? *most : 0);
    s->limit = found && limit < s->limit ? limit : s->limit;
    return found;
}

/* What a bound is made of, besides casts and a minimum of 1: for guessing only. */
static hir_blob essence(const splitter *s, hir_blob b) {
    const hir_blob_info *info = hir_blob_at(s->h, b);
    int64_t number;
    while (hir_is_cast(info->op) ||
           (info->op == BLOB_SMAX && hir_is_constant_blob(s->h, info->operands[1], &number))) {
        b = info->operands[0];
        info = hir_blob_at(s->h, b);
    }
    return b;
}

/* Whether the bound is near the loop's last iteration: the same value, and a small constant. */
static bool is_near_end(const splitter *s, const CanonExpr *bound) {
    const CanonExpr *upper = hir_upper(s->loop);
    int64_t last, number;
    if (hir_is_constant(upper, &last) && hir_is_constant(bound, &number))
        return last >= 0 && number >= 0 && last - number <= MAX_BORDER &&
               number - last <= MAX_BORDER;
    return upper->blob_count == 1 && bound->blob_count == 1 && upper->denominator == 1 &&
           upper->blobs[0].coefficient == 1 && bound->blobs[0].coefficient == 1 &&
           essence(s, upper->blobs[0].blob) == essence(s, bound->blobs[0].blob) &&
           upper->constant >= -MAX_BORDER && upper->constant <= MAX_BORDER &&
           bound->constant >= -MAX_BORDER && bound->constant <= MAX_BORDER;
}

/* Whether it is a number of at most 32 bits, and perhaps a small constant: then nothing wraps that
 * is computed from it in 64. */
static bool is_small(const splitter *s, const CanonExpr *bound) {
    bool extends = bound->cast == HIR_CAST_SEXT || bound->cast == HIR_CAST_ZEXT;
    if (!hir_canon_as_blob(s->h, bound))
        return false;
    if (hir_width(s->h, extends ? bound->source : bound->dest) <= 32)
        return true;
    if (!hir_canon_is_plain(bound))
        return false;
    const hir_blob_info *info = hir_blob_at(s->h, bound->blobs[0].blob);
    return (info->op == BLOB_SEXT || info->op == BLOB_ZEXT) &&
           hir_width(s->h, hir_blob_at(s->h, info->operands[0])->type) <= 32;
}

/* `position predicate bound` is true from some iteration on (>=, >), or up to it. Unsigned ones
 * are those of signed numbers that are not negative; if a bound of run time is, no iteration is in
 * the middle. */
static bool read_comparison(splitter *s, HLInst *inst, LLVMIntPredicate p, const CanonExpr *left,
                            const CanonExpr *bound, clamp *c) {
    bool rises = !hir_is_less_predicate(p);
    bool beyond = hir_is_strict_predicate(p) == rises;
    int64_t least, most, number;
    *c = (clamp){.inst = inst};
    if (hir_is_equality(p) || !is_position(s, inst, left, &least, &most))
        return false;
    if (!hir_is_signed_predicate(p) &&
        (least < 0 || (hir_is_constant(bound, &number) && number < 0)))
        return false;
    if (hir_is_constant(bound, &number) && number >= -MAX_BORDER && number <= MAX_BORDER) {
        c->first = number + beyond - least;
        c->holds = rises;
        return true;
    }
    c->of = bound;
    c->by = beyond - most;
    c->holds = !rises;
    return hir_is_invariant_at(bound, s->loop->level) && is_near_end(s, bound) &&
           (hir_is_constant(bound, &number) ? number <= INT32_MAX : is_small(s, bound));
}

/* Both ways round. */
static bool compares_position(splitter *s, HLInst *inst, const CanonExpr *left,
                              const CanonExpr *right, clamp *c) {
    return read_comparison(s, inst, inst->predicate, left, right, c) ||
           read_comparison(s, inst, hir_swapped_predicate(inst->predicate), right, left, c);
}

static bool read_clamp(splitter *s, HLInst *inst, clamp *c) {
    if (inst->opcode != LLVMSelect || !inst->compares || inst->is_float ||
        inst->node.ref_count != 5)
        return false;
    for (uint32_t i = 1; i < inst->node.ref_count; i++)
        if (inst->node.refs[i]->kind != REF_SCALAR)
            return false;
    return compares_position(s, inst, inst->node.refs[1]->subscripts[0],
                             inst->node.refs[2]->subscripts[0], c);
}

static bool is_subscript(const splitter *s, hir_temp t) {
    hir_symbase symbase = hir_temp_at(s->h, t)->symbase;
    hir_each_node (node, &s->loop->node.node)
        hir_each_ref (ref, node)
            if (ctx_tick(s->h->ctx, 1) && ref->kind != REF_SCALAR && hir_mentions(ref, symbase))
                return true;
    return false;
}

static bool find_clamps(splitter *s) {
    bool any = false;
    uint32_t nodes = 0;
    hir_each_node (node, &s->loop->node.node) {
        HLInst *inst = hir_as_inst(node);
        if (!ctx_tick(s->h->ctx, 1) || ++nodes > MAX_NODES)
            return hir_give_up(&s->reply, HIR_WHY_LARGE_COPY);
        if (node->kind == HL_LABEL || node->kind == HL_GOTO)
            return hir_give_up(&s->reply, HIR_WHY_JUMPS_INSIDE);
        if (!inst || s->count == MAX_CLAMPS || !read_clamp(s, inst, &s->clamps[s->count]))
            continue;
        const clamp *c = &s->clamps[s->count++];
        s->first = !c->of && c->first > s->first ? c->first : s->first;
        any |= is_subscript(s, hir_ref_temp(s->h, inst->node.refs[0]));
    }
    return any || hir_give_up(&s->reply, HIR_WHY_NO_CLAMP);
}

/* The parts. */

static HLNode *note(splitter *s, HLInst *inst) {
    if (!inst)
        return NULL;
    inst->node.node.where = s->loop->node.node.where;
    return vec_push(s->h->ctx, &s->before, &inst->node.node) ? &inst->node.node : NULL;
}

/* The last iteration before an end. The bound is frozen: the loop need not decide anything by it.
 */
static hir_blob last_before(splitter *s, const clamp *c) {
    LLVMTypeRef type = hir_index_type(s->h);
    hir_blob bound = hir_canon_as_blob(s->h, c->of);
    bool narrow = hir_width(s->h, c->of->dest) < 64;
    hir_blob wide = narrow ? hir_blob_make(s->h, BLOB_SEXT, type, &bound, 1) : bound;
    hir_temp raw = hir_temp_new(s->h, "%bound", type, NULL);
    hir_temp own = hir_temp_new(s->h, "%bound", type, NULL);
    HLInst *inst = wide && raw && own ? hir_assign(s->h, raw, hir_canon_blob(s->h, wide)) : NULL;
    HLInst *frozen = inst ? hir_assign_ref(s->h, own, hir_ref_of_temp(s->h, raw)) : NULL;
    CanonExpr *last = frozen ? hir_canon_blob(s->h, hir_blob_temp(s->h, own)) : NULL;
    if (!last || !note(s, inst) || !note(s, frozen) ||
        !hir_canon_add_constant(s->h, last, c->by - 1))
        return 0;
    frozen->opcode = LLVMFreeze;
    return hir_canon_as_blob(s->h, last);
}

static bool find_most(splitter *s) {
    LLVMTypeRef type = hir_index_type(s->h);
    hir_blob all[MAX_CLAMPS + 2] = {hir_canon_as_blob(s->h, hir_upper(s->loop)),
                                    hir_blob_constant(s->h, type, s->limit)};
    uint32_t count = 2;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->clamps[i].of)
            all[count++] = last_before(s, &s->clamps[i]);
    for (uint32_t i = 0; i < count; i++)
        if (!all[i])
            return false;
    hir_blob least = hir_blob_make(s->h, BLOB_SMIN, type, all, count);
    s->most = hir_temp_new(s->h, "%most", type, NULL);
    return least && s->most && note(s, hir_assign(s->h, s->most, hir_canon_blob(s->h, least)));
}

typedef struct mover {
    hir *h;
    uint32_t level;
    int64_t by;
    hir_temp from; /* 0: by a constant */
} mover;

static bool move_iv(void *data, CanonExpr *ce) {
    mover *m = data;
    if (!m->from)
        return hir_unroll_iv(m->h, ce, m->level, 1, m->by);
    if (!hir_has_iv(ce, m->level))
        return true;
    CanonExpr *with = hir_canon_iv(m->h, ce->source, m->level);
    hir_blob from = hir_blob_resized(m->h, hir_blob_temp(m->h, m->from), ce->source);
    return with && from && hir_canon_add_blob(m->h, with, 1, from) &&
           hir_canon_substitute(m->h, ce, m->level, with);
}

/* Bounds of loops inside that do not depend on the loop are what they were. */
static void keep_bounds(splitter *s, HLNode *copy) {
    HLNode *top = &s->loop->node.node;
    for (HLNode *a = top, *b = copy; a && b; a = hir_next_node(a, top), b = hir_next_node(b, copy))
        if (a->kind == HL_LOOP && hir_loop_is((HLLoop *)a, LOOP_EXACT_BOUND) &&
            !hir_has_iv(hir_upper((HLLoop *)a), s->loop->level))
            hir_loop_set((HLLoop *)b, LOOP_EXACT_BOUND, true);
}

/* A copy of the loop that begins later and ends with another iteration. */
static HLLoop *part(splitter *s, mover m, CanonExpr *upper) {
    HLNode *copy = hir_clone(s->h, &s->loop->node.node);
    HLLoop *loop = (HLLoop *)copy;
    m.h = s->h;
    m.level = s->loop->level;
    for (HLNode *node = copy ? loop->body.first : NULL; node; node = node->next)
        if ((m.by || m.from) && !hir_rewrite_copy(s->h, node, move_iv, &m))
            return NULL;
    if (!copy || !upper)
        return NULL;
    keep_bounds(s, copy);
    upper->exact = true;
    RegDDRef *bound = hir_ref_scalar(s->h, upper);
    if (!bound)
        return NULL;
    hir_set_ref(&loop->node, 0, bound);
    hir_loop_set(loop, LOOP_EXACT_BOUND | LOOP_OTHER_COUNT, true);
    hir_loop_set(loop, LOOP_LEAVES_IN_TIME, false);
    return loop;
}

/* The choices of the middle, which has the same nodes as the loop, in the same order. */
static bool decide(splitter *s, HLLoop *middle) {
    HLNode *old = &s->loop->node.node, *new = &middle->node.node;
    HLNode *of[MAX_CLAMPS] = {0};
    for (HLNode *a = old, *b = new; a && b; a = hir_next_node(a, old), b = hir_next_node(b, new))
        for (uint32_t i = 0; i < s->count; i++)
            if (a == &s->clamps[i].inst->node.node)
                of[i] = b;
    for (uint32_t i = 0; i < s->count; i++) {
        HLInst *choice = hir_as_inst(of[i]);
        RegDDRef *value =
            choice ? hir_ref_copy(s->h, choice->node.refs[s->clamps[i].holds ? 3 : 4]) : NULL;
        HLInst *copy =
            value ? hir_assign_ref(s->h, hir_ref_temp(s->h, choice->node.refs[0]), value) : NULL;
        if (!copy)
            return false;
        copy->node.node.where = choice->node.node.where;
        hir_insert_before(&choice->node.node, &copy->node.node);
        hir_unlink(&choice->node.node);
    }
    return true;
}

static CanonExpr *most_and(splitter *s, int64_t factor, const CanonExpr *more, int64_t constant) {
    CanonExpr *ce = more ? hir_canon_copy(s->h, more) : hir_canon_new(s->h, hir_index_type(s->h));
    hir_blob most = hir_blob_temp(s->h, s->most);
    return ce && most && hir_canon_add_blob(s->h, ce, factor, most) &&
                   hir_canon_add_constant(s->h, ce, constant)
               ? ce
               : NULL;
}

static bool put_last(splitter *s, HLIf *branch) {
    HLNode *node = &branch->node.node;
    hir_temp from = hir_temp_new(s->h, "%from", hir_index_type(s->h), NULL);
    HLIf *more = hir_new_comparison(s->h, hir_canon_copy(s->h, hir_upper(s->loop)), LLVMIntSGT,
                                    most_and(s, 1, NULL, 0), node);
    HLInst *begins = from ? hir_assign(s->h, from, most_and(s, 1, NULL, 1)) : NULL;
    HLLoop *last = part(s, (mover){.from = from}, most_and(s, -1, hir_upper(s->loop), -1));
    if (!more || !begins || !last)
        return false;
    begins->node.node.where = node->where;
    hir_append(&branch->then_body, node, &more->node.node);
    hir_append(&more->then_body, &more->node.node, &begins->node.node);
    hir_append(&more->then_body, &more->node.node, &last->node.node);
    return true;
}

static HLLoop *put_parts(splitter *s, HLIf *branch) {
    HLNode *node = &branch->node.node;
    LLVMTypeRef type = hir_index_type(s->h);
    HLLoop *first =
        s->first ? part(s, (mover){0}, hir_canon_constant(s->h, type, s->first - 1)) : NULL;
    HLLoop *middle = part(s, (mover){.by = s->first}, most_and(s, 1, NULL, -s->first));
    if ((s->first && !first) || !middle || !decide(s, middle))
        return NULL;
    if (first)
        hir_append(&branch->then_body, node, &first->node.node);
    hir_append(&branch->then_body, node, &middle->node.node);
    return put_last(s, branch) ? middle : NULL;
}

static HLLoop *make(splitter *s) {
    HLNode *loop = &s->loop->node.node;
    if (!find_most(s))
        return NULL;
    HLIf *branch =
        hir_new_comparison(s->h, most_and(s, 1, NULL, 0), LLVMIntSGE,
                           hir_canon_constant(s->h, hir_index_type(s->h), s->first), loop);
    HLLoop *middle = branch ? put_parts(s, branch) : NULL;
    if (!middle)
        return NULL;
    for (size_t i = 0; i < s->before.len; i++)
        hir_insert_before(loop, s->before.at[i]);
    hir_insert_before(loop, &branch->node.node);
    hir_unlink(loop);
    hir_append(&branch->else_body, &branch->node.node, loop);
    hir_note_change(s->g);
    return middle;
}

static bool is_splittable(splitter *s) {
    s->reply = dd_can_count(s->g, s->loop);
    if (!s->reply.yes)
        return false;
    if (hir_width(s->h, s->loop->iv_type) != 64 || hir_width(s->h, hir_index_type(s->h)) != 64)
        return hir_give_up(&s->reply, HIR_WHY_NARROW);
    if (!hir_loop_is(s->loop, LOOP_EXACT_BOUND) || !hir_canon_as_blob(s->h, hir_upper(s->loop)))
        return hir_give_up(&s->reply, HIR_WHY_NOT_LINEAR_ITS_BOUND);
    return true;
}

dd_reply hir_split_clamps_at(const dd_graph *g, HLLoop *loop, HLLoop **middle) {
    splitter s = {.g = g, .h = g->h, .loop = loop, .limit = INT64_MAX};
    *middle = NULL;
    if (is_splittable(&s) && find_clamps(&s) && !(*middle = make(&s)))
        hir_give_up(&s.reply, HIR_WHY_NOT_LINEAR);
    s.reply.yes = *middle != NULL;
    vec_free(g->h->ctx, &s.before);
    return ctx_ok(g->h->ctx) ? s.reply : hir_decline(HIR_WHY_OUT_OF_MEMORY);
}

dd_reply hir_split_clamps(const dd_graph *g, HLLoop *loop) {
    HLLoop *middle;
    return hir_split_clamps_at(g, loop, &middle);
}
