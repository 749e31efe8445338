/* Headers are visited from the last in reverse post-order, so inner loops are complete before the
 * loops around them. A walk back from the latches passes over a complete inner loop in one step. */
#include "ir/ir_loops.h"

#include "ir/regions.h"

typedef struct builder {
    ir_loops *l;
    const ir_cfg *cfg;
    const ir_dom *dom;
    uint32_t *outermost; /* of each loop: itself or a loop nearer to the outermost found so far */
    uint32_t *stack;
} builder;

static bool is_back_edge(const ir_dom *dom, uint32_t from, uint32_t header) {
    return ir_dom_has(dom, from) && ir_dominates(dom, header, from);
}

static bool is_header(const builder *w, uint32_t b) {
    for (uint32_t i = w->cfg->pred_start[b]; i < w->cfg->pred_start[b + 1]; i++)
        if (is_back_edge(w->dom, w->cfg->preds[i], b))
            return true;
    return false;
}

static bool find_headers(builder *w, arena *a) {
    ir_loops *l = w->l;
    for (uint32_t i = 0; i < w->cfg->rpo_count; i++)
        l->count += is_header(w, w->cfg->rpo[i]);
    l->loops = arena_array(a, l->count, ir_loop);
    w->outermost = arena_array(a, l->count, uint32_t);
    if (!l->loops || !w->outermost)
        return false;
    uint32_t next = 0;
    for (uint32_t i = 0; next < l->count; i++) {
        if (!is_header(w, w->cfg->rpo[i]))
            continue;
        w->outermost[next] = next;
        l->loops[next++] =
            (ir_loop){.header = w->cfg->rpo[i], .parent = IR_NONE, .preheader = IR_NONE};
    }
    return true;
}

static uint32_t find_outermost(builder *w, uint32_t loop) {
    while (w->outermost[loop] != loop) {
        w->outermost[loop] = w->outermost[w->outermost[loop]];
        loop = w->outermost[loop];
    }
    return loop;
}

/* Makes b, or the loop found around it, part of `loop`. Returns the block to walk back from, or
 * IR_NONE when b was part of it already. */
static uint32_t join(builder *w, uint32_t loop, uint32_t b) {
    uint32_t inner = w->l->innermost[b];
    if (inner == IR_NONE) {
        w->l->innermost[b] = loop;
        return b == w->l->loops[loop].header ? IR_NONE : b;
    }
    inner = find_outermost(w, inner);
    if (inner == loop)
        return IR_NONE;
    w->l->loops[inner].parent = loop;
    w->outermost[inner] = loop;
    return w->l->loops[inner].header;
}

static void fill_loop(builder *w, uint32_t loop) {
    const ir_cfg *cfg = w->cfg;
    uint32_t header = w->l->loops[loop].header, depth = 0;
    join(w, loop, header);
    for (uint32_t i = cfg->pred_start[header]; i < cfg->pred_start[header + 1]; i++)
        if (is_back_edge(w->dom, cfg->preds[i], header))
            w->stack[depth++] = cfg->preds[i];
    while (depth) {
        uint32_t b = join(w, loop, w->stack[--depth]);
        if (b == IR_NONE)
            continue;
        for (uint32_t i = cfg->pred_start[b]; i < cfg->pred_start[b + 1]; i++)
            if (ir_cfg_reachable(cfg, cfg->preds[i]))
                w->stack[depth++] = cfg->preds[i];
    }
}

/* Lays all blocks of loops out in one array, so that every loop is one range of it. */
static bool list_blocks(builder *w, arena *a) {
    ir_loops *l = w->l;
    uint32_t *blocks = arena_array(a, w->cfg->rpo_count, uint32_t);
    uint32_t *own_next = arena_array(a, l->count, uint32_t);
    uint32_t *child_next = arena_array(a, l->count, uint32_t);
    if (!blocks || !own_next || !child_next)
        return false;
    for (uint32_t i = 0; i < w->cfg->rpo_count; i++)
        if (l->innermost[w->cfg->rpo[i]] != IR_NONE)
            own_next[l->innermost[w->cfg->rpo[i]]]++;
    for (uint32_t i = l->count; i-- > 0;) {
        ir_loop *loop = &l->loops[i];
        loop->blocks.count += own_next[i];
        if (loop->parent != IR_NONE)
            l->loops[loop->parent].blocks.count += loop->blocks.count;
    }
    uint32_t top_next = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        ir_loop *loop = &l->loops[i];
        uint32_t *place = loop->parent == IR_NONE ? &top_next : &child_next[loop->parent];
        loop->blocks.at = blocks + *place;
        loop->depth = loop->parent == IR_NONE ? 1 : l->loops[loop->parent].depth + 1;
        child_next[i] = *place + own_next[i];
        own_next[i] = *place;
        *place += loop->blocks.count;
    }
    for (uint32_t i = 0; i < w->cfg->rpo_count; i++) {
        uint32_t loop = l->innermost[w->cfg->rpo[i]];
        if (loop != IR_NONE)
            blocks[own_next[loop]++] = w->cfg->rpo[i];
    }
    return true;
}

bool ir_loop_contains(const ir_loops *l, uint32_t outer, uint32_t inner) {
    while (inner != IR_NONE && inner > outer)
        inner = l->loops[inner].parent;
    return inner == outer;
}

/* One of the lists of edges that cross a loop's border: its slots are counted first, then filled.
 */
typedef struct border {
    uint32_t *next; /* per loop: how many, then the slot of the next one */
    uint32_t *last; /* per loop: the block added last */
    uint32_t *at;   /* NULL while counting */
} border;

static bool border_init(border *s, arena *a, uint32_t loops) {
    *s = (border){.next = arena_array(a, loops, uint32_t), .last = arena_array(a, loops, uint32_t)};
    for (uint32_t i = 0; s->last && i < loops; i++)
        s->last[i] = IR_NONE;
    return s->next && s->last;
}

static void border_add(border *s, uint32_t loop, uint32_t b) {
    if (s->last[loop] == b)
        return;
    s->last[loop] = b;
    if (s->at)
        s->at[s->next[loop]] = b;
    s->next[loop]++;
}

/* Turns counts into slots; `which` is the offset of the ir_list to set in each loop. */
static bool border_place(border *s, arena *a, ir_loops *l, size_t which) {
    size_t total = 0;
    for (uint32_t i = 0; i < l->count; i++)
        total += s->next[i];
    s->at = ir_fits(a->ctx, total) ? arena_array(a, total, uint32_t) : NULL;
    if (!s->at)
        return false;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t count = s->next[i];
        *(ir_list *)(void *)((char *)&l->loops[i] + which) = (ir_list){s->at + sum, count};
        s->next[i] = sum;
        s->last[i] = IR_NONE;
        sum += count;
    }
    return true;
}

/* Every loop around `from` that `to` is not in. */
#define each_left_loop(loop, l, from, to)                                                          \
    for (uint32_t loop = (l)->innermost[from];                                                     \
         loop != IR_NONE && !ir_loop_has_block((l), loop, (to)); loop = (l)->loops[loop].parent)

static bool visit_exiting(builder *w, border *exiting) {
    for (uint32_t b = 0; b < w->cfg->count; b++) {
        uint64_t steps = 1;
        for (uint32_t i = w->cfg->succ_start[b]; i < w->cfg->succ_start[b + 1]; i++, steps++)
            each_left_loop(loop, w->l, b, w->cfg->succs[i]) {
                border_add(exiting, loop, b);
                steps++;
            }
        if (!ctx_tick(w->cfg->ctx, steps))
            return false;
    }
    return true;
}

static bool visit_exits(builder *w, border *exits) {
    for (uint32_t b = 0; b < w->cfg->count; b++) {
        uint64_t steps = 1;
        for (uint32_t i = w->cfg->pred_start[b]; i < w->cfg->pred_start[b + 1]; i++, steps++)
            each_left_loop(loop, w->l, w->cfg->preds[i], b) {
                border_add(exits, loop, b);
                steps++;
            }
        if (!ctx_tick(w->cfg->ctx, steps))
            return false;
    }
    return true;
}

static bool visit_latches(builder *w, border *latches) {
    for (uint32_t loop = 0; loop < w->l->count; loop++) {
        uint32_t header = w->l->loops[loop].header;
        for (uint32_t i = w->cfg->pred_start[header]; i < w->cfg->pred_start[header + 1]; i++)
            if (is_back_edge(w->dom, w->cfg->preds[i], header))
                border_add(latches, loop, w->cfg->preds[i]);
    }
    return ctx_tick(w->cfg->ctx, w->l->count);
}

static bool list_border(builder *w, arena *a, bool visit(builder *, border *), size_t which) {
    border s;
    return border_init(&s, a, w->l->count) && visit(w, &s) && border_place(&s, a, w->l, which) &&
           visit(w, &s);
}

/* Code cannot be put at the end of a block whose terminator produces a value or unwinds. */
static bool ends_plainly(const ir_cfg *cfg, uint32_t b) {
    switch (LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(cfg->blocks[b]))) {
    case LLVMBr:
    case LLVMSwitch:
    case LLVMIndirectBr:
        return true;
    default:
        return false;
    }
}

static uint32_t find_preheader(const builder *w, uint32_t loop) {
    const ir_cfg *cfg = w->cfg;
    uint32_t header = w->l->loops[loop].header, found = IR_NONE;
    for (uint32_t i = cfg->pred_start[header]; i < cfg->pred_start[header + 1]; i++) {
        uint32_t p = cfg->preds[i];
        if (ir_loop_has_block(w->l, loop, p))
            continue;
        if (found != IR_NONE)
            return IR_NONE;
        found = p;
    }
    if (found == IR_NONE || ir_cfg_succ_count(cfg, found) != 1 || !ends_plainly(cfg, found))
        return IR_NONE;
    return found;
}

static bool describe_loops(builder *w, arena *a) {
    if (!list_blocks(w, a) || !list_border(w, a, visit_latches, offsetof(ir_loop, latches)) ||
        !list_border(w, a, visit_exiting, offsetof(ir_loop, exiting)) ||
        !list_border(w, a, visit_exits, offsetof(ir_loop, exits)))
        return false;
    for (uint32_t loop = 0; loop < w->l->count; loop++)
        w->l->loops[loop].preheader = find_preheader(w, loop);
    return true;
}

bool ir_loops_build(ir_loops *l, arena *a, const ir_dom *dom) {
    const ir_cfg *cfg = dom->cfg;
    builder w = {.l = l, .cfg = cfg, .dom = dom};
    *l = (ir_loops){.cfg = cfg, .innermost = arena_array(a, cfg->count, uint32_t)};
    w.stack = arena_array(a, (size_t)cfg->edge_count + 1, uint32_t);
    if (!l->innermost || !w.stack || !find_headers(&w, a))
        return false;
    for (uint32_t b = 0; b < cfg->count; b++)
        l->innermost[b] = IR_NONE;
    for (uint32_t loop = l->count; loop-- > 0;)
        fill_loop(&w, loop);
    return (l->count == 0 || describe_loops(&w, a)) && ir_regions_find(l, a, dom) &&
           ctx_tick(cfg->ctx, (uint64_t)cfg->count + cfg->edge_count);
}
