#include "ir/frontier.h"

/* Walks up from each block that has an edge to b until the parent of b. What was met for b before
 * has had its ancestors visited too, so each (block, b) is met once. With NULL blocks it counts
 * into start, otherwise start[x] moves down as x's frontier fills from its end. */
static bool visit(ir_frontier *f, const ir_dom *dom, uint32_t *met, uint32_t *blocks) {
    const ir_cfg *cfg = dom->cfg;
    const uint32_t *from_start = dom->post ? cfg->succ_start : cfg->pred_start;
    const uint32_t *from = dom->post ? cfg->succs : cfg->preds;
    uint64_t steps = 0;
    for (uint32_t b = cfg->count; b-- > 0;) {
        if (!ir_dom_has(dom, b))
            continue;
        for (uint32_t i = from_start[b]; i < from_start[b + 1]; i++) {
            uint32_t x = ir_dom_has(dom, from[i]) ? from[i] : dom->idom[b];
            for (; x != dom->idom[b] && met[x] != b; x = dom->idom[x], steps++) {
                met[x] = b;
                if (blocks)
                    blocks[--f->start[x]] = b;
                else
                    f->start[x]++;
            }
        }
    }
    return ctx_tick(cfg->ctx, cfg->count + steps);
}

static void forget(uint32_t *met, uint32_t count) {
    for (uint32_t b = 0; b < count; b++)
        met[b] = IR_NONE;
}

bool ir_frontier_build(ir_frontier *f, arena *a, const ir_dom *dom) {
    uint32_t count = dom->cfg->count;
    f->start = arena_array(a, (size_t)count + 1, uint32_t);
    uint32_t *met = arena_array(a, count, uint32_t);
    if (!f->start || !met)
        return false;
    forget(met, count);
    if (!visit(f, dom, met, NULL))
        return false;
    uint64_t total = 0;
    for (uint32_t b = 0; b < count; b++) {
        total += f->start[b];
        f->start[b] = (uint32_t)total;
    }
    f->start[count] = (uint32_t)total;
    f->blocks = ir_fits(a->ctx, total) ? arena_array(a, (size_t)total, uint32_t) : NULL;
    if (!f->blocks)
        return false;
    forget(met, count);
    return visit(f, dom, met, f->blocks);
}
