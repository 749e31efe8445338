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

typedef struct loops {
    lathe_ctx *ctx;
    VEC(HLLoop *) all;
} loops;

static bool collect(void *data, HLNode *node) {
    loops *l = data;
    if (node->kind == HL_LOOP)
        vec_push(l->ctx, &l->all, (HLLoop *)node);
    return ctx_tick(l->ctx, 1);
}

/* The first step that can be taken, from the last loop on: those inside of one come behind it. */
static bool take_step(dd_graph *g, const loops *l, hir_told *told, void *data) {
    for (size_t i = l->all.len; i > 0; i--)
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
            ir_place where = l->all.at[i - 1]->node.node.where;
            if (!steps[k].take(g, l->all.at[i - 1]).yes)
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
    loops l = {.ctx = g->h->ctx};
    bool any = false;
    uint64_t work = 0;
    for (bool more = true; more && work < MAX_WORK && ctx_ok(l.ctx); any |= more) {
        work += STEP + g->refs.len + g->counts.pairs;
        vec_clear(&l.all);
        hir_walk(&g->region->node, &(hir_walker){.visit = collect, .data = &l});
        more = take_step(g, &l, told, data) && dd_graph_rebuild(g, memo);
    }
    vec_free(l.ctx, &l.all);
    return any && ctx_ok(l.ctx);
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
