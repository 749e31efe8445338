/* The trees are LLVM's own; here they become arrays. */
#include "ir/dom.h"

#include "ir/llvmx.h"

static bool init_tree(ir_dom *dom, arena *a, const ir_cfg *cfg, bool post) {
    size_t n = (size_t)cfg->count + 1;
    *dom = (ir_dom){.cfg = cfg, .post = post, .root = post ? cfg->count : 0};
    uint32_t **arrays[] = {&dom->idom, &dom->level,    &dom->in,
                           &dom->out,  &dom->children, &dom->order};
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

static bool build(ir_dom *dom, arena *a, const ir_cfg *cfg, bool post) {
    uint32_t *next_free = arena_array(a, (size_t)cfg->count + 1, uint32_t);
    if (!init_tree(dom, a, cfg, post) || !next_free)
        return false;
    if (cfg->count)
        dom->order_count = llvmx_dominators(cfg->function, post, dom->idom, dom->order);
    number_tree(dom, next_free);
    list_children(dom);
    return ctx_tick(cfg->ctx, (uint64_t)cfg->count + cfg->edge_count);
}

bool ir_dom_build(ir_dom *dom, arena *a, const ir_cfg *cfg) {
    return build(dom, a, cfg, false);
}

bool ir_postdom_build(ir_dom *dom, arena *a, const ir_cfg *cfg) {
    return build(dom, a, cfg, true);
}
