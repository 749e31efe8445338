/* Several iterations of a loop at once, with the loops inside of it jammed.
 *
 * What is in the loop is a tree of loops, and of ifs around them that go the same way in all
 * iterations; its leaves are runs of statements, and of ifs without loops. Each run is followed by
 * its copies for the next iterations. So of two instances of statements in different iterations of
 * one group, that comes first whose iterations of the inner loops do; if those are the same, that
 * whose run is first; and only in one run that of the earlier iteration. */
#include "hir/dd/sums.h"
#include "hir/transform/loop_parts.h"

enum { MAX_FACTOR = 64, MAX_NODES = 4000 };

typedef struct jam {
    const dd_graph *g;
    hir *h;
    HLLoop *outer;
    uint32_t factor;
    map inner;       /* loops and ifs with loops inside: they are jammed */
    map temps;       /* see hir_classify_temps */
    map *renamed;    /* by copy: hir_temp -> hir_temp */
    HLNode **copies; /* of all leaves, one after the other: so many of each as the factor is */
    VEC(HLNode *) leaves;
    map run_of; /* leaf -> number of its run */
    uint32_t nodes, runs;
    dd_reply reply;
} jam;

/* What is in the loop. */

static void find_inner(jam *j, HLNode *outer) {
    hir_each_node (node, outer) {
        if (!ctx_tick(j->h->ctx, 1))
            return;
        j->nodes++;
        for (HLNode *in = node->kind == HL_LOOP ? node : outer;
             in != outer && !map_find(&j->inner, in); in = in->parent)
            map_put(&j->inner, in);
    }
}

static bool is_invariant(const jam *j, HLNode *node) {
    hir_each_ref (ref, node)
        if (ref->kind != REF_SCALAR || !hir_is_invariant_at(ref->subscripts[0], j->outer->level))
            return false;
    return true;
}

static bool find_leaves(void *data, HLNode *node) {
    jam *j = data;
    if (node == &j->outer->node.node)
        return true;
    if (!map_find(&j->inner, node)) {
        bool begins = !node->prev || map_find(&j->inner, node->prev);
        map_set_number(&j->run_of, node, j->runs += begins);
        vec_push(j->h->ctx, &j->leaves, node);
        return false;
    }
    if (is_invariant(j, node))
        return j->reply.yes;
    if (node->kind == HL_LOOP)
        hir_give_up(&j->reply, HIR_WHY_BOUND_ITERATION);
    else
        hir_give_up(&j->reply, HIR_WHY_BOUND_GUARD);
    return j->reply.yes;
}

static bool look_inside(jam *j) {
    HLNode *outer = &j->outer->node.node;
    const CanonExpr *upper = hir_upper(j->outer);
    if (upper->defined_at >= j->outer->level)
        return hir_give_up(&j->reply, HIR_WHY_BOUND_ASSIGNED);
    find_inner(j, outer);
    if (!j->inner.len)
        return hir_give_up(&j->reply, HIR_WHY_NO_LOOP_INSIDE);
    if (j->nodes > MAX_NODES / j->factor)
        return hir_give_up(&j->reply, HIR_WHY_LARGE_STATEMENTS);
    hir_walk(outer, &(hir_walker){.visit = find_leaves, .data = j});
    return j->reply.yes;
}

/* Legality. */

static bool is_renamed(uint64_t flags) {
    return !(flags & HIR_TEMP_CARRIED) && (!(flags & HIR_TEMP_BEHIND) || flags & HIR_TEMP_ALWAYS);
}

/* Whether each copy has its own of the temp that the edge is about. */
static bool is_own(const jam *j, const dd_edge *e) {
    const dd_ref *refs[2] = {&j->g->refs.at[e->source], &j->g->refs.at[e->sink]};
    const dd_ref *write = refs[refs[1]->writes];
    hir_temp t = write->kind == DD_REF_SCALAR && write->ref ? hir_ref_temp(j->h, write->ref) : 0;
    const map_word *flags = t ? map_find_u(&j->temps, t) : NULL;
    return flags && is_renamed(flags->u);
}

/* Runs are numbered in lexical order. Loops and ifs that are jammed need nothing that is in the
 * loop. */
static uint64_t run_of(const jam *j, const HLNode *node) {
    const map_word *run = NULL;
    for (; node && !run; node = node->parent)
        run = map_find(&j->run_of, node);
    return run ? run->u : 0;
}

/* Whether the later one of the two may come first. */
static bool blocks(const jam *j, const dd_edge *e) {
    uint32_t level = j->outer->level;
    if (e->level != level || (e->constant[level - 1] && e->distance[level - 1] >= j->factor))
        return false;
    for (uint32_t k = level + 1; k <= e->levels; k++) {
        if (e->directions[k - 1] & DD_GREATER)
            return true;
        if (e->directions[k - 1] == DD_LESS)
            return false;
    }
    uint64_t from = run_of(j, j->g->refs.at[e->source].node);
    return run_of(j, j->g->refs.at[e->sink].node) < from;
}

static bool check_each(jam *j, const dd_sums *sums) {
    for (uint32_t i = 0; i < j->g->edges.len; i++) {
        const dd_edge *e = &j->g->edges.at[i];
        if (!blocks(j, e) || !hir_is_edge_in(j->g, e, j->outer) || is_own(j, e) ||
            dd_is_of_sum(sums, e))
            continue;
        hir_give_up(&j->reply, HIR_WHY_DEP_CARRIED);
        j->reply.edge = i;
        return false;
    }
    return true;
}

static bool check_edges(jam *j) {
    dd_sums sums;
    dd_sums_find(&sums, j->g, j->outer);
    bool good = check_each(j, &sums);
    dd_sums_free(&sums);
    return good;
}

/* Copies. */

/* The first copy keeps the temp, or the last, if its value is needed after the loop. */
static bool name_temps(jam *j) {
    for (size_t i = 0; i < j->temps.len; i++) {
        hir_temp t = (hir_temp)j->temps.at[i].key.u;
        uint64_t flags = j->temps.at[i].value.u;
        uint32_t keeps = flags & HIR_TEMP_BEHIND ? j->factor - 1 : 0;
        for (uint32_t c = 0; is_renamed(flags) && c < j->factor; c++) {
            const hir_temp_info info = *hir_temp_at(j->h, t);
            hir_temp own = c == keeps ? t : hir_temp_new(j->h, info.name, info.type, NULL);
            map_word *place = own && own != t ? map_put_u(&j->renamed[c], t) : NULL;
            if (!own || (own != t && !place))
                return hir_give_up(&j->reply, HIR_WHY_OUT_OF_MEMORY);
            if (place)
                place->u = own;
        }
    }
    return true;
}

bool hir_unroll_iv(hir *h, CanonExpr *ce, uint32_t level, uint32_t factor, int64_t offset) {
    hir_iv_term term = hir_iv_at(ce, level), now;
    CanonExpr was = *ce;
    if (!term.coefficient)
        return true;
    CanonExpr *with = hir_canon_new(h, ce->source);
    if (!with || !hir_canon_add_iv(h, with, level, factor, 0) ||
        !hir_canon_add_constant(h, with, offset) || !hir_canon_substitute(h, ce, level, with))
        return false;
    now = hir_iv_at(ce, level);
    /* What was one number is now the sum of two that are no further from 0, unless one of them has
     * met another term; and numbers must not have wrapped. */
    __int128 more = (__int128)term.coefficient * offset;
    __int128 constant = was.constant + (term.blob ? 0 : more);
    ce->exact = was.exact && more == hir_sign_extend((uint64_t)more, hir_width(h, ce->source)) &&
                now.blob == term.blob && ce->constant == constant &&
                now.coefficient == (__int128)term.coefficient * factor &&
                ce->blob_count == was.blob_count + (term.blob && offset);
    return true;
}

typedef struct iv_change {
    hir *h;
    uint32_t level, factor;
    int64_t offset;
} iv_change;

static bool change_iv(void *data, CanonExpr *ce) {
    const iv_change *c = data;
    return hir_unroll_iv(c->h, ce, c->level, c->factor, c->offset);
}

static HLNode *copy_leaf(jam *j, const HLNode *leaf, uint32_t number) {
    iv_change change = {j->h, j->outer->level, j->factor, number};
    HLNode *copy = hir_clone(j->h, leaf);
    if (!copy || !hir_rename_temps(j->h, copy, &j->renamed[number]) ||
        !hir_rewrite_copy(j->h, copy, change_iv, &change))
        return NULL;
    return copy;
}

static bool copy_leaves(jam *j) {
    j->copies = arena_array(&j->h->mem, j->leaves.len * j->factor, HLNode *);
    for (size_t i = 0; j->copies && i < j->leaves.len; i++)
        for (uint32_t c = 0; c < j->factor; c++)
            if (!(j->copies[i * j->factor + c] = copy_leaf(j, j->leaves.at[i], c)))
                return hir_give_up(&j->reply, HIR_WHY_NOT_LINEAR);
    return j->copies || hir_give_up(&j->reply, HIR_WHY_OUT_OF_MEMORY);
}

/* All of a run for one iteration, then all of it for the next. */
static void place_run(jam *j, size_t first, size_t end) {
    HLNode **leaves = j->leaves.at;
    for (uint32_t c = 0; c < j->factor; c++)
        for (size_t i = first; i < end; i++)
            hir_insert_before(leaves[first], j->copies[i * j->factor + c]);
    for (size_t i = first; i < end; i++)
        hir_unlink(leaves[i]);
}

static void place_copies(jam *j) {
    for (size_t first = 0, end; first < j->leaves.len; first = end) {
        uint64_t run = run_of(j, j->leaves.at[first]);
        for (end = first + 1; end < j->leaves.len && run_of(j, j->leaves.at[end]) == run;)
            end++;
        place_run(j, first, end);
    }
    for (size_t i = 0; i < j->inner.len; i++) {
        HLNode *node = j->inner.at[i].key.p;
        if (node->kind == HL_LOOP)
            hir_loop_set((HLLoop *)node, LOOP_OTHER_BODY, true);
    }
    hir_loop_set(j->outer, LOOP_OTHER_BODY, true);
}

static void run(jam *j) {
    if (!look_inside(j) || !hir_classify_temps(j->g, j->outer, &j->temps) || !check_edges(j) ||
        !name_temps(j))
        return;
    hir_split split;
    if (!hir_plan_split(j->h, j->outer, j->factor, &split)) {
        j->reply = split.reply;
        return;
    }
    dd_reorder_sums(j->g, j->outer);
    if (!copy_leaves(j))
        return;
    place_copies(j);
    hir_make_split(&split);
    hir_note_change(j->g);
}

dd_reply hir_unroll_jam(const dd_graph *g, HLLoop *outer, uint32_t factor) {
    jam j = {.g = g, .h = g->h, .outer = outer, .factor = factor};
    if (factor < 2 || factor > MAX_FACTOR)
        return hir_decline(HIR_WHY_FACTOR);
    j.reply = hir_check_body(g, outer);
    if (!j.reply.yes)
        return j.reply;
    map_init(&j.inner, g->h->ctx);
    map_init(&j.run_of, g->h->ctx);
    map_init(&j.temps, g->h->ctx);
    map renamed[MAX_FACTOR];
    for (uint32_t c = 0; c < factor; c++)
        map_init(&renamed[c], g->h->ctx);
    j.renamed = renamed;
    run(&j);
    for (uint32_t c = 0; c < factor; c++)
        map_free(&renamed[c]);
    map_free(&j.inner);
    map_free(&j.run_of);
    map_free(&j.temps);
    vec_free(g->h->ctx, &j.leaves);
    if (!ctx_ok(g->h->ctx))
        return hir_decline(HIR_WHY_OUT_OF_MEMORY);
    return j.reply;
}
