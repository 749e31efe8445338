/* Nests that are as perfect as they can be made: sums go to memory, computations before a loop into
 * it, guards around loops or away, and what is left beside a loop gets a loop of its own; from the
 * inside out, until nothing more can be done. Each step takes something away that only it takes
 * away, so this ends. */
#include "hir/transform/transform.h"

typedef struct step {
    const char *name;
    dd_reply (*take)(const dd_graph *g, HLLoop *loop);
} step;

static const step steps[] = {
    {"reduction in memory", hir_reduce_in_memory},
    {"sinking into the start", hir_sink},
    {"removal of a guard", hir_drop_if},
    {"hoisting of the guard", hir_hoist_if},
    {"distribution", hir_distribute},
};

typedef VEC(HLLoop *) loops;

/* The first step that can be taken, from the last loop on: those inside of one come after it. */
static bool take_step(dd_graph *g, const loops *l, hir_told *told, void *data) {
    for (size_t i = l->len; i > 0; i--)
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
            ir_place where = l->at[i - 1]->node.node.where;
            if (!steps[k].take(g, l->at[i - 1]).yes)
                continue;
            if (told)
                told(data, steps[k].name, where);
            return true;
        }
    return false;
}

/* The graph is made again after each step, so a large region may take only a few. */
enum { MAX_WORK = 400000, STEP = 400 };

static bool make_perfect(dd_graph *g, dd_memo *memo, hir_told *told, void *data) {
    lathe_ctx *ctx = g->h->ctx;
    loops l = {0};
    bool any = false;
    uint64_t work = 0;
    for (bool more = true; more && work < MAX_WORK && ctx_ok(ctx); any |= more) {
        work += STEP + g->refs.len + g->counts.pairs;
        vec_clear(&l);
        hir_each_node (node, &g->region->node)
            if (ctx_tick(ctx, 1) && node->kind == HL_LOOP)
                vec_push(ctx, &l, (HLLoop *)node);
        more = take_step(g, &l, told, data) && dd_graph_rebuild(g, memo);
    }
    vec_free(ctx, &l);
    return any && ctx_ok(ctx);
}

bool hir_make_perfect(dd_graph *g, dd_memo *memo, hir_told *told, void *data) {
    dd_memo own;
    if (memo)
        return make_perfect(g, memo, told, data);
    dd_memo_init(&own, g->h->ctx);
    bool any = make_perfect(g, &own, told, data);
    dd_memo_free(&own);
    return any;
}
