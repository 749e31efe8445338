/* The tree, from any reducible control flow graph.
 *
 * A block that one edge leads to is put where that edge is: in a branch of an if, or right after
 * the block before it. Any other block is put, with a label, after what its immediate dominator
 * became, or after the outermost loop that it is not in. Edges to it are gotos, which all lead
 * forwards; edges back to a loop's start go to the label at the end of its body. Which of them are
 * needed is found out afterwards (jumps.c). */
#include "hir/build/builder.h"

typedef enum task_kind {
    PLACE_BLOCK, /* with the loop it starts, if it does */
    PLACE_BODY,  /* the same without the loop */
    PLACE_LABELLED,
    END_BODY,
    LEAVE_LOOP,
} task_kind;

typedef struct task {
    task_kind kind;
    uint32_t block; /* END_BODY, LEAVE_LOOP: a loop */
    hir_list *list;
    HLNode *parent;
} task;

typedef struct planter {
    hir_builder *b;
    arena mem;
    VEC(task) tasks;  /* the last is done first */
    HLLabel **labels; /* by position in the order; NULL: the block needs none */
    uint32_t *behind_block, *behind_loop, *then; /* lists of such blocks, in reverse post-order */
} planter;

static void push(planter *p, task_kind kind, uint32_t block, hir_list *list, HLNode *parent) {
    vec_push(p->b->ctx, &p->tasks, (task){kind, block, list, parent});
}

static bool is_back_edge(const hir_builder *b, uint32_t from, uint32_t to) {
    uint32_t loop = hir_b_loop_of_header(b, to);
    return loop != IR_NONE && ir_loop_has_block(b->loops, loop, from);
}

/* Edges to the block that do not go back to a loop's start. */
static uint32_t forward_edges(const hir_builder *b, uint32_t block, uint32_t *from) {
    const ir_cfg *cfg = b->cfg;
    uint32_t count = 0;
    for (uint32_t i = cfg->pred_start[block]; i < cfg->pred_start[block + 1]; i++)
        if (ir_cfg_reachable(cfg, cfg->preds[i]) && !is_back_edge(b, cfg->preds[i], block)) {
            *from = cfg->preds[i];
            count++;
        }
    return count;
}

/* The outermost loop with `from` and without `to`. */
static uint32_t loop_left(const hir_builder *b, uint32_t from, uint32_t to) {
    uint32_t loop = b->loops->innermost[from], left = loop;
    for (; loop != IR_NONE && !ir_loop_has_block(b->loops, loop, to);
         loop = b->loops->loops[loop].parent)
        left = loop;
    return left;
}

static void prepend(planter *p, uint32_t *list, uint32_t place) {
    p->then[place] = *list;
    *list = place;
}

static void plan_block(planter *p, uint32_t place) {
    hir_builder *b = p->b;
    uint32_t block = b->order[place], from = 0;
    if (block == b->loops->loops[b->root].header)
        return;
    if (forward_edges(b, block, &from) == 1 && hir_b_stays_in_loops(b, from, block))
        return;
    uint32_t above = b->dom->idom[block];
    p->labels[place] = hir_new_label(b->h, hir_b_block_name(b, block));
    if (hir_b_stays_in_loops(b, above, block))
        prepend(p, &p->behind_block[b->place[above]], place);
    else
        prepend(p, &p->behind_loop[loop_left(b, above, block)], place);
}

static bool plan(planter *p) {
    hir_builder *b = p->b;
    uint32_t count = b->order_count;
    p->labels = arena_array(&p->mem, count, HLLabel *);
    p->behind_block = arena_array(&p->mem, count, uint32_t);
    p->behind_loop = arena_array(&p->mem, b->loops->count, uint32_t);
    p->then = arena_array(&p->mem, count, uint32_t);
    if (!p->labels || !p->behind_block || !p->behind_loop || !p->then)
        return false;
    for (uint32_t i = 0; i < count; i++)
        p->behind_block[i] = IR_NONE;
    for (uint32_t i = 0; i < b->loops->count; i++)
        p->behind_loop[i] = IR_NONE;
    for (uint32_t i = count; i-- > 0;)
        plan_block(p, i);
    return ctx_tick(b->ctx, count);
}

/* Pushes what comes after something, so that the first is done first. */
static void push_behind(planter *p, uint32_t first, hir_list *list, HLNode *parent) {
    size_t start = p->tasks.len;
    for (uint32_t i = first; i != IR_NONE; i = p->then[i])
        push(p, PLACE_LABELLED, p->b->order[i], list, parent);
    for (size_t i = start, j = p->tasks.len; i + 1 < j; i++) {
        task swap = p->tasks.at[i];
        p->tasks.at[i] = p->tasks.at[--j];
        p->tasks.at[j] = swap;
    }
}

static void append_goto(planter *p, uint32_t from, HLLabel *target, hir_list *list,
                        HLNode *parent) {
    HLGoto *jump = target ? hir_new_goto(p->b->h, target->name) : NULL;
    LLVMValueRef branch = hir_b_end(p->b, from);
    if (!jump)
        return;
    jump->target = target;
    jump->inst = LLVMGetNumSuccessors(branch) == 1 ? branch : NULL;
    hir_append(list, parent, &jump->node);
}

static void append_exit(planter *p, uint32_t from, uint32_t to, hir_list *list, HLNode *parent) {
    HLGoto *jump = hir_new_goto(p->b->h, hir_b_block_name(p->b, to));
    if (!jump)
        return;
    jump->from = p->b->cfg->blocks[from];
    jump->to = p->b->cfg->blocks[to];
    hir_append(list, parent, &jump->node);
}

/* What an edge does: its copies, then the block itself if it stands here, or a goto. */
static void place_edge(planter *p, uint32_t from, uint32_t to, hir_list *list, HLNode *parent) {
    hir_builder *b = p->b;
    if (!hir_b_in_region(b, to)) {
        append_exit(p, from, to, list, parent);
        return;
    }
    hir_b_edge_copies(b, from, to, list, parent);
    if (is_back_edge(b, from, to))
        append_goto(p, from, b->facts[hir_b_loop_of_header(b, to)].next_label, list, parent);
    else if (p->labels[b->place[to]])
        append_goto(p, from, p->labels[b->place[to]], list, parent);
    else
        push(p, PLACE_BLOCK, to, list, parent);
}

static void append_node(void *node, hir_list *list, HLNode *parent) {
    if (node)
        hir_append(list, parent, node);
}

static void place_insts(planter *p, uint32_t block, hir_list *list, HLNode *parent) {
    hir_builder *b = p->b;
    LLVMBasicBlockRef bb = b->cfg->blocks[block];
    ir_each_inst (inst, bb)
        if (LLVMIsAPHINode(inst)) {
            append_node(map_get(&b->nodes, inst), list, parent);
            append_node(map_get(&b->copy_nodes, inst), list, parent);
        }
    ir_each_inst (inst, bb)
        if (!LLVMIsAPHINode(inst) && !LLVMIsATerminatorInst(inst))
            append_node(map_get(&b->nodes, inst), list, parent);
}

static uint32_t successor(const hir_builder *b, uint32_t block, uint32_t index) {
    return b->cfg->succs[b->cfg->succ_start[block] + index];
}

static void place_branch(planter *p, uint32_t block, hir_list *list, HLNode *parent) {
    hir_builder *b = p->b;
    HLNode *node = map_get(&b->nodes, hir_b_end(b, block));
    uint32_t loop = b->loops->innermost[block];
    if (!node) {
        bool counted =
            loop != IR_NONE && b->facts[loop].at_latch && b->facts[loop].counted == block;
        uint32_t to = successor(b, block, 0);
        place_edge(p, block, counted ? b->loops->loops[loop].header : to, list, parent);
        return;
    }
    hir_append(list, parent, node);
    uint32_t edges = ir_cfg_succ_count(b->cfg, block);
    for (uint32_t i = 0; i < edges; i++) {
        /* a switch's first successor is its default, an if's the then branch */
        uint32_t index = node->kind == HL_IF ? i : i == 0 ? edges - 1 : i - 1;
        place_edge(p, block, successor(b, block, i), hir_child_list(node, index), node);
    }
}

static void place_body(planter *p, const task *t) {
    push_behind(p, p->behind_block[p->b->place[t->block]], t->list, t->parent);
    place_insts(p, t->block, t->list, t->parent);
    place_branch(p, t->block, t->list, t->parent);
}

/* The loop, then what its last iteration leads to, then blocks after it. */
static void place_loop(planter *p, const task *t, uint32_t loop) {
    HLLoop *node = p->b->facts[loop].node;
    if (!node)
        return;
    hir_append(t->list, t->parent, &node->node.node);
    push_behind(p, p->behind_loop[loop], t->list, t->parent);
    push(p, LEAVE_LOOP, loop, t->list, t->parent);
    push(p, END_BODY, loop, &node->body, &node->node.node);
    push(p, PLACE_BODY, t->block, &node->body, &node->node.node);
}

static void leave_loop(planter *p, const task *t) {
    hir_builder *b = p->b;
    uint32_t loop = t->block, block = b->facts[loop].counted;
    if (!b->facts[loop].at_latch)
        return;
    uint32_t header = b->loops->loops[loop].header;
    uint32_t to = successor(b, block, successor(b, block, 0) == header);
    place_edge(p, block, to, t->list, t->parent);
}

static void do_task(planter *p, const task *t) {
    uint32_t loop;
    switch (t->kind) {
    case PLACE_LABELLED:
        hir_append(t->list, t->parent, &p->labels[p->b->place[t->block]]->node);
        push(p, PLACE_BLOCK, t->block, t->list, t->parent);
        break;
    case PLACE_BLOCK:
        loop = hir_b_loop_of_header(p->b, t->block);
        if (loop == IR_NONE)
            place_body(p, t);
        else
            place_loop(p, t, loop);
        break;
    case PLACE_BODY:
        place_body(p, t);
        break;
    case END_BODY:
        if (p->b->facts[t->block].next_label)
            hir_append(t->list, t->parent, &p->b->facts[t->block].next_label->node);
        break;
    case LEAVE_LOOP:
        leave_loop(p, t);
        break;
    }
}

static void name_next_labels(hir_builder *b) {
    for (uint32_t i = 0; i < b->order_count; i++) {
        uint32_t loop = hir_b_loop_of_header(b, b->order[i]);
        if (loop == IR_NONE || !b->facts[loop].next_label)
            continue;
        str name;
        str_init(&name, b->ctx);
        str_printf(&name, "%s.next", hir_b_block_name(b, b->order[i]));
        b->facts[loop].next_label->name = arena_strdup(&b->h->mem, str_text(&name));
        str_free(&name);
    }
}

/* The copies that the PHIs of the outermost loop need before it. */
static void place_entry(planter *p) {
    hir_builder *b = p->b;
    uint32_t header = b->loops->loops[b->root].header;
    uint32_t before = b->loops->loops[b->root].preheader;
    hir_b_edge_copies(b, before, header, &b->region->body, &b->region->node);
    b->region->entry_from = b->cfg->blocks[before];
    b->region->entry_to = b->cfg->blocks[header];
    push(p, PLACE_BLOCK, header, &b->region->body, &b->region->node);
}

bool hir_b_make_tree(hir_builder *b) {
    planter p = {.b = b};
    arena_init(&p.mem, b->ctx);
    name_next_labels(b);
    if (plan(&p) && ctx_ok(b->ctx)) {
        place_entry(&p);
        while (p.tasks.len && ctx_tick(b->ctx, 1)) {
            task t = vec_pop(&p.tasks);
            do_task(&p, &t);
        }
    }
    vec_free(b->ctx, &p.tasks);
    arena_free(&p.mem);
    return ctx_ok(b->ctx);
}
