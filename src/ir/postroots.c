#include "ir/postroots.h"

/* Invariant: a block is `done` iff it reaches one of the roots found so far. */
typedef struct finder {
    const ir_cfg *cfg;
    ir_postroots *roots;
    bool *done, *is_root;
    uint32_t *seen; /* the number of the forward walk that saw the block last */
    uint32_t walk;
    uint32_t *stack;
} finder;

static bool init(finder *f, arena *a, const ir_cfg *cfg, ir_postroots *roots) {
    *f = (finder){.cfg = cfg, .roots = roots};
    *roots = (ir_postroots){.at = arena_array(a, cfg->count, uint32_t)};
    f->done = arena_array(a, cfg->count, bool);
    f->is_root = arena_array(a, cfg->count, bool);
    f->seen = arena_array(a, cfg->count, uint32_t);
    f->stack = arena_array(a, (size_t)cfg->edge_count + 1, uint32_t);
    return roots->at && f->done && f->is_root && f->seen && f->stack;
}

static void add_root(finder *f, uint32_t root) {
    f->roots->at[f->roots->count++] = root;
    f->is_root[root] = true;
    uint32_t depth = 0;
    f->done[root] = true;
    f->stack[depth++] = root;
    while (depth) {
        uint32_t b = f->stack[--depth];
        for (uint32_t i = f->cfg->pred_start[b]; i < f->cfg->pred_start[b + 1]; i++) {
            uint32_t p = f->cfg->preds[i];
            if (!f->done[p]) {
                f->done[p] = true;
                f->stack[depth++] = p;
            }
        }
    }
}

/* By insertion, since successors mostly stand in block order already. */
static void sort_up(uint32_t *at, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint32_t x = at[i], j = i;
        for (; j > 0 && at[j - 1] > x; j--)
            at[j] = at[j - 1];
        at[j] = x;
    }
}

/* The block a depth-first walk from b reaches last, when it prefers late blocks. */
static uint32_t furthest(finder *f, uint32_t b) {
    uint32_t depth = 0, last = b;
    f->walk++;
    f->stack[depth++] = b;
    while (depth) {
        b = f->stack[--depth];
        if (f->seen[b] == f->walk)
            continue;
        f->seen[b] = f->walk;
        last = b;
        uint32_t first = depth;
        for (uint32_t i = f->cfg->succ_start[b]; i < f->cfg->succ_start[b + 1]; i++)
            if (f->seen[f->cfg->succs[i]] != f->walk)
                f->stack[depth++] = f->cfg->succs[i];
        sort_up(f->stack + first, depth - first);
        if (!ctx_tick(f->cfg->ctx, 1 + depth - first))
            break;
    }
    return last;
}

static bool reaches_other_root(finder *f, uint32_t root) {
    uint32_t depth = 0;
    f->walk++;
    f->seen[root] = f->walk;
    f->stack[depth++] = root;
    while (depth) {
        uint32_t b = f->stack[--depth];
        for (uint32_t i = f->cfg->succ_start[b]; i < f->cfg->succ_start[b + 1]; i++) {
            uint32_t s = f->cfg->succs[i];
            if (f->is_root[s] && s != root)
                return true;
            if (f->seen[s] != f->walk) {
                f->seen[s] = f->walk;
                f->stack[depth++] = s;
            }
        }
        if (!ctx_tick(f->cfg->ctx, 1))
            break;
    }
    return false;
}

/* A root that was chosen early may lead to one that was chosen later. */
static void drop_redundant(finder *f, uint32_t first) {
    uint32_t kept = first;
    for (uint32_t i = first; i < f->roots->count; i++) {
        uint32_t root = f->roots->at[i];
        if (reaches_other_root(f, root))
            f->is_root[root] = false;
        else
            f->roots->at[kept++] = root;
    }
    f->roots->count = kept;
}

bool ir_postroots_find(ir_postroots *roots, arena *a, const ir_cfg *cfg) {
    finder f;
    if (!init(&f, a, cfg, roots))
        return false;
    for (uint32_t b = 0; b < cfg->count; b++)
        if (ir_cfg_succ_count(cfg, b) == 0)
            add_root(&f, b);
    uint32_t trivial = roots->count;
    for (uint32_t b = 0; b < cfg->count && ctx_ok(cfg->ctx); b++)
        if (!f.done[b])
            add_root(&f, furthest(&f, b));
    if (roots->count > trivial)
        drop_redundant(&f, trivial);
    return ctx_ok(cfg->ctx);
}
