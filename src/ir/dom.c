/* Semi-NCA: semi-dominators over a depth-first spanning tree with path compression, then each
 * immediate dominator is found by climbing the part of the tree that is finished already. It works
 * on depth-first numbers; only `vertex` leads back to block numbers.
 *
 * Dominators are asked of every function, where these arrays cost a fifth of LLVM's tree.
 * Post-dominators are asked seldom, and are LLVM's, with its choice of where endless loops end.
 */
#include "ir/dom.h"

#include "ir/llvmx.h"

/* Invariants: 1. number[vertex[i]] == i; the root has number 0, blocks not reached IR_NONE.
 *             2. parent[i] < i for i > 0.
 *             3. best[v] has the least semi on the compressed path from v up to, but without,
 *                above[v].
 */
typedef struct builder {
    const ir_cfg *cfg;
    uint32_t count; /* numbers given */
    uint32_t *number, *vertex, *parent;
    uint32_t *semi, *best, *above, *stack;
    uint32_t *pending, *pending_parent; /* blocks to visit, with the number they were seen from */
} builder;

static bool init_builder(builder *s, arena *a, const ir_cfg *cfg) {
    size_t n = (size_t)cfg->count + 1;
    *s = (builder){.cfg = cfg};
    uint32_t **arrays[] = {&s->number, &s->vertex, &s->parent, &s->semi,
                           &s->best,   &s->above,  &s->stack};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!(*arrays[i] = arena_array(a, n, uint32_t)))
            return false;
    s->pending = arena_array(a, cfg->edge_count + n, uint32_t);
    s->pending_parent = arena_array(a, cfg->edge_count + n, uint32_t);
    for (size_t b = 0; b < n; b++)
        s->number[b] = IR_NONE;
    return s->pending && s->pending_parent;
}

static void give_number(builder *s, uint32_t b, uint32_t parent) {
    uint32_t i = s->count++;
    s->number[b] = i;
    s->vertex[i] = b;
    s->parent[i] = s->above[i] = parent;
    s->best[i] = i;
}

/* Numbers what the entry reaches. */
static void walk(builder *s) {
    uint32_t depth = 0;
    s->pending[depth] = 0;
    s->pending_parent[depth++] = 0;
    while (depth) {
        uint32_t b = s->pending[--depth];
        if (s->number[b] != IR_NONE)
            continue;
        give_number(s, b, s->pending_parent[depth]);
        for (uint32_t i = s->cfg->succ_start[b]; i < s->cfg->succ_start[b + 1]; i++) {
            if (s->number[s->cfg->succs[i]] != IR_NONE)
                continue;
            s->pending[depth] = s->cfg->succs[i];
            s->pending_parent[depth++] = s->number[b];
        }
    }
}

/* The number with the least semi on the tree path from v up to the first number below `linked`,
 * which itself does not count; v itself if it is below. */
static uint32_t eval(builder *s, uint32_t v, uint32_t linked) {
    if (v < linked)
        return v;
    uint32_t depth = 0;
    for (; s->above[v] >= linked; v = s->above[v])
        s->stack[depth++] = v;
    uint32_t least = s->best[v], top = s->above[v];
    while (depth) {
        uint32_t u = s->stack[--depth];
        s->above[u] = top;
        if (s->semi[least] < s->semi[s->best[u]])
            s->best[u] = least;
        least = s->best[u];
    }
    return least;
}

static void find_semi(builder *s) {
    for (uint32_t i = s->count; i-- > 1;) {
        uint32_t b = s->vertex[i];
        s->semi[i] = s->parent[i];
        for (uint32_t e = s->cfg->pred_start[b]; e < s->cfg->pred_start[b + 1]; e++) {
            uint32_t from = s->number[s->cfg->preds[e]];
            if (from == IR_NONE)
                continue;
            uint32_t least = eval(s, from, i + 1);
            uint32_t candidate = least > i ? s->semi[least] : least;
            if (candidate < s->semi[i])
                s->semi[i] = candidate;
        }
    }
}

/* Replaces parent by the immediate dominator. */
static void find_idoms(builder *s) {
    for (uint32_t i = 1; i < s->count; i++)
        while (s->parent[i] > s->semi[i])
            s->parent[i] = s->parent[s->parent[i]];
}

static bool init_tree(ir_dom *dom, arena *a, const ir_cfg *cfg, bool post) {
    size_t n = (size_t)cfg->count + 1;
    *dom = (ir_dom){.cfg = cfg, .post = post, .root = post ? cfg->count : 0};
    uint32_t **arrays[] = {&dom->idom, &dom->level, &dom->in, &dom->out, &dom->children};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!(*arrays[i] = arena_array(a, n, uint32_t)))
            return false;
    dom->child_start = arena_array(a, n + 1, uint32_t);
    for (size_t b = 0; b < n; b++)
        dom->idom[b] = IR_NONE;
    return dom->child_start != NULL;
}

/* Subtree sizes gather from the leaves in `out`; then each parent deals out ranges of numbers to
 * its children, with `in` of the parent's next free number kept in next_free. */
static void number_tree(ir_dom *dom, uint32_t *next_free) {
    for (uint32_t i = dom->order_count; i-- > 0;) {
        uint32_t b = dom->order[i];
        dom->out[b]++;
        if (i > 0)
            dom->out[dom->idom[b]] += dom->out[b];
    }
    for (uint32_t i = 0; i < dom->order_count; i++) {
        uint32_t b = dom->order[i], size = dom->out[b];
        uint32_t *place = i > 0 ? &next_free[dom->idom[b]] : &next_free[b];
        dom->in[b] = *place;
        *place += size;
        dom->out[b] = dom->in[b] + size;
        next_free[b] = dom->in[b] + 1;
        dom->level[b] = i > 0 ? dom->level[dom->idom[b]] + 1 : 0;
    }
}

static void list_children(ir_dom *dom) {
    uint32_t n = dom->cfg->count + 1;
    for (uint32_t b = 0; b < n; b++)
        if (dom->idom[b] != IR_NONE)
            dom->child_start[dom->idom[b]]++;
    for (uint32_t b = 0, sum = 0; b <= n; b++) {
        sum += dom->child_start[b];
        dom->child_start[b] = sum;
    }
    for (uint32_t b = n; b-- > 0;)
        if (dom->idom[b] != IR_NONE)
            dom->children[--dom->child_start[dom->idom[b]]] = b;
}

/* `next_free` is all zeros. */
static bool finish(ir_dom *dom, uint32_t *next_free) {
    number_tree(dom, next_free);
    list_children(dom);
    return ctx_tick(dom->cfg->ctx, (uint64_t)dom->cfg->count + dom->cfg->edge_count);
}

bool ir_dom_build(ir_dom *dom, arena *a, const ir_cfg *cfg) {
    builder s;
    if (!init_tree(dom, a, cfg, false) || !init_builder(&s, a, cfg))
        return false;
    if (cfg->count)
        walk(&s);
    find_semi(&s);
    find_idoms(&s);
    for (uint32_t i = 1; i < s.count; i++)
        dom->idom[s.vertex[i]] = s.vertex[s.parent[i]];
    dom->order = s.vertex;
    dom->order_count = s.count;
    for (uint32_t b = 0; b <= cfg->count; b++)
        s.stack[b] = 0;
    return finish(dom, s.stack);
}

bool ir_postdom_build(ir_dom *dom, arena *a, const ir_cfg *cfg) {
    uint32_t *next_free = arena_array(a, (size_t)cfg->count + 1, uint32_t);
    if (!init_tree(dom, a, cfg, true) || !next_free ||
        !(dom->order = arena_array(a, (size_t)cfg->count + 1, uint32_t)))
        return false;
    if (cfg->count)
        dom->order_count = llvmx_postdominators(cfg->function, dom->idom, dom->order);
    return finish(dom, next_free);
}
