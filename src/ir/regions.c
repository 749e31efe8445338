/* Each level, the body of a natural loop without its header or the whole function, is looked at
 * with the loops inside it shrunk to one node. A cycle of such nodes has several entries: had it
 * only one, it would be a natural loop itself and so a single node.
 *
 * Every edge of the graph belongs to one level, so one search for strongly connected components
 * (Tarjan, 1972) over blocks and loops handles all levels at once.
 */
#include "ir/regions.h"

#include "ir/scc.h"

/* Invariant: node b < cfg->count is a block, node cfg->count + i is loop i. */
typedef struct finder {
    ir_loops *l;
    const ir_cfg *cfg;
    uint32_t node_count;
    uint32_t *start, *targets; /* edges between nodes */
    uint32_t *component;       /* of each node: the number of its region, or IR_NONE */
} finder;

/* An edge against the reverse post-order that is not a back edge of a natural loop. */
static bool has_irreducible_edge(const ir_cfg *cfg, const ir_dom *dom) {
    for (uint32_t i = 0; i < cfg->rpo_count; i++) {
        uint32_t b = cfg->rpo[i];
        for (uint32_t e = cfg->succ_start[b]; e < cfg->succ_start[b + 1]; e++) {
            uint32_t s = cfg->succs[e];
            if (cfg->rpo_index[s] <= i && !ir_dominates(dom, s, b))
                return true;
        }
    }
    return false;
}

static uint32_t parent_of(const finder *f, uint32_t node) {
    return node < f->cfg->count ? f->l->innermost[node] : f->l->loops[node - f->cfg->count].parent;
}

static uint32_t depth_of(const finder *f, uint32_t node) {
    uint32_t parent = parent_of(f, node);
    return parent == IR_NONE ? 0 : f->l->loops[parent].depth;
}

/* Replaces both ends by nodes of one level. False if the edge leads back to that level's header,
 * or both ends are one node. */
static bool project(const finder *f, uint32_t *from, uint32_t *to) {
    uint32_t target = *to;
    while (parent_of(f, *from) != parent_of(f, *to)) {
        uint32_t *deeper = depth_of(f, *from) > depth_of(f, *to) ? from : to;
        *deeper = f->cfg->count + parent_of(f, *deeper);
    }
    uint32_t level = parent_of(f, *from);
    return *from != *to && (level == IR_NONE || f->l->loops[level].header != target);
}

static void visit_edges(finder *f) {
    const ir_cfg *cfg = f->cfg;
    for (uint32_t b = cfg->count; b-- > 0;) {
        if (!ir_cfg_reachable(cfg, b))
            continue;
        for (uint32_t e = cfg->succ_start[b]; e < cfg->succ_start[b + 1]; e++) {
            uint32_t from = b, to = cfg->succs[e];
            if (!project(f, &from, &to))
                continue;
            if (f->targets)
                f->targets[--f->start[from]] = to;
            else
                f->start[from]++;
        }
    }
}

static bool build_graph(finder *f, arena *a) {
    size_t n = f->node_count;
    f->start = arena_array(a, n + 1, uint32_t);
    if (!f->start)
        return false;
    visit_edges(f);
    for (uint32_t i = 0, sum = 0; i <= n; i++) {
        sum += f->start[i];
        f->start[i] = sum;
    }
    f->targets = arena_array(a, f->start[n], uint32_t);
    if (!f->targets)
        return false;
    visit_edges(f);
    return true;
}

/* Calls add(f, region, b) for each block of each region, blocks in order. A block is in a region
 * if it or a loop around it is a member. */
static void visit_members(finder *f, void add(finder *, uint32_t, uint32_t, void *), void *data) {
    for (uint32_t b = 0; b < f->cfg->count; b++) {
        uint32_t node = b;
        for (;;) {
            if (f->component[node] != IR_NONE)
                add(f, f->component[node], b, data);
            if (parent_of(f, node) == IR_NONE)
                break;
            node = f->cfg->count + parent_of(f, node);
        }
    }
}

static bool in_region(const finder *f, uint32_t region, uint32_t b) {
    for (uint32_t node = b;;) {
        if (f->component[node] == region)
            return true;
        if (parent_of(f, node) == IR_NONE)
            return false;
        node = f->cfg->count + parent_of(f, node);
    }
}

static bool is_entry(const finder *f, uint32_t region, uint32_t b) {
    const ir_cfg *cfg = f->cfg;
    for (uint32_t i = cfg->pred_start[b]; i < cfg->pred_start[b + 1]; i++)
        if (ir_cfg_reachable(cfg, cfg->preds[i]) && !in_region(f, region, cfg->preds[i]))
            return true;
    return false;
}

static void count_member(finder *f, uint32_t region, uint32_t b, void *data) {
    (void)data;
    f->l->regions[region].blocks.count++;
    f->l->regions[region].entries.count += is_entry(f, region, b);
}

typedef struct places {
    uint32_t *block, *entry; /* per region: where its next block and its next entry go */
    uint32_t *at;
} places;

static void add_member(finder *f, uint32_t region, uint32_t b, void *data) {
    places *p = data;
    p->at[p->block[region]++] = b;
    if (is_entry(f, region, b))
        p->at[p->entry[region]++] = b;
}

static void note_order(finder *f, uint32_t component, uint32_t b, void *data) {
    (void)b;
    uint32_t *region = data;
    if (region[component] == IR_NONE)
        region[component] = f->l->region_count++;
}

/* Components of several nodes become regions, ordered by their first block, inner ones first. */
static bool name_regions(finder *f, arena *a) {
    ir_scc scc;
    if (!ir_scc_build(&scc, a, f->node_count, f->start, f->targets))
        return false;
    uint32_t *region = arena_array(a, scc.count, uint32_t);
    if (!region)
        return false;
    f->component = scc.component;
    for (uint32_t i = 0; i < scc.count; i++)
        region[i] = IR_NONE;
    for (uint32_t i = 0; i < f->node_count; i++)
        if (scc.size[f->component[i]] == 1)
            f->component[i] = IR_NONE;
    visit_members(f, note_order, region);
    for (uint32_t i = 0; i < f->node_count; i++)
        if (f->component[i] != IR_NONE)
            f->component[i] = region[f->component[i]];
    return true;
}

static bool list_members(finder *f, arena *a) {
    ir_loops *l = f->l;
    l->regions = arena_array(a, l->region_count, ir_region);
    places p = {.block = arena_array(a, l->region_count, uint32_t),
                .entry = arena_array(a, l->region_count, uint32_t)};
    if (!l->regions || !p.block || !p.entry)
        return false;
    for (uint32_t i = 0; i < f->node_count; i++)
        if (f->component[i] != IR_NONE)
            l->regions[f->component[i]].loop = parent_of(f, i);
    visit_members(f, count_member, NULL);
    uint64_t total = 0;
    for (uint32_t i = 0; i < l->region_count; i++) {
        p.block[i] = (uint32_t)total;
        p.entry[i] = p.block[i] + l->regions[i].blocks.count;
        total += (uint64_t)l->regions[i].blocks.count + l->regions[i].entries.count;
    }
    p.at = ir_fits(a->ctx, total) ? arena_array(a, total, uint32_t) : NULL;
    if (!p.at)
        return false;
    for (uint32_t i = 0; i < l->region_count; i++) {
        l->regions[i].blocks.at = p.at + p.block[i];
        l->regions[i].entries.at = p.at + p.entry[i];
    }
    visit_members(f, add_member, &p);
    return true;
}

/* Most functions are reducible and pay for one look at their edges only. */
bool ir_regions_find(ir_loops *l, arena *a, const ir_dom *dom) {
    if (!has_irreducible_edge(l->cfg, dom))
        return true;
    finder f = {.l = l, .cfg = l->cfg, .node_count = l->cfg->count + l->count};
    if (!build_graph(&f, a))
        return false;
    return name_regions(&f, a) && list_members(&f, a);
}
