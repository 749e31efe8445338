/* Gotos that lead to where the control flow gets anyway, and labels that no goto leads to, go; and
 * what stands in one branch of an if while the other one leaves comes out of it. */
#include "hir/build/builder.h"
#include "hir/predicate.h"

typedef struct tidy {
    hir_builder *b;
    map labels; /* HLLabel -> gotos to it */
    VEC(HLNode *) nodes;
    bool changed;
} tidy;

static void collect_all(tidy *t) {
    vec_clear(&t->nodes);
    hir_each_node (node, &t->b->region->node)
        if (ctx_tick(t->b->ctx, 1))
            vec_push(t->b->ctx, &t->nodes, node);
}

/* Whether the control flow gets from after the node to the label without doing anything. */
static bool comes_next(const HLNode *node, const HLLabel *label) {
    for (;;) {
        const HLNode *next = node->next;
        for (; next && next->kind == HL_LABEL; next = next->next)
            if (next == &label->node)
                return true;
        if (next || !node->parent || node->parent->kind == HL_LOOP ||
            node->parent->kind == HL_REGION)
            return false;
        node = node->parent;
    }
}

static void drop(tidy *t, size_t i) {
    hir_unlink(t->nodes.at[i]);
    t->nodes.at[i] = NULL;
    t->changed = true;
}

static void drop_gotos(tidy *t) {
    for (size_t i = t->nodes.len; i-- > 0;) {
        HLNode *node = t->nodes.at[i];
        HLGoto *jump = node->kind == HL_GOTO ? (HLGoto *)node : NULL;
        if (jump && jump->target && comes_next(node, jump->target))
            drop(t, i);
    }
}

/* Whether nothing gets past the end of the list. */
static bool ends_in_goto(const hir_list *list) {
    return list->last && list->last->kind == HL_GOTO;
}

/* The four bits of a comparison of floating-point numbers say for which outcomes it is true. */
static LLVMRealPredicate real_inverse(LLVMRealPredicate p) {
    return (LLVMRealPredicate)(LLVMRealPredicateTrue - p);
}

static void swap_branches(HLIf *branch) {
    hir_list old = branch->then_body;
    branch->then_body = branch->else_body;
    branch->else_body = old;
    hir_relink(&branch->then_body, &branch->node.node);
    hir_relink(&branch->else_body, &branch->node.node);
    if (branch->is_float)
        branch->real_predicate = real_inverse(branch->real_predicate);
    else
        branch->predicate = hir_inverse_predicate(branch->predicate);
}

static void move_out(HLIf *branch) {
    HLNode *after = &branch->node.node;
    for (HLNode *node = branch->else_body.first, *next; node; node = next) {
        next = node->next;
        hir_unlink(node);
        hir_insert_after(after, node);
        after = node;
    }
}

static void flatten(tidy *t) {
    for (size_t i = t->nodes.len; i-- > 0;) {
        HLNode *node = t->nodes.at[i];
        HLIf *branch = node && node->kind == HL_IF ? (HLIf *)node : NULL;
        if (!branch)
            continue;
        bool then_leaves = ends_in_goto(&branch->then_body);
        bool else_leaves = ends_in_goto(&branch->else_body);
        if (!branch->then_body.first || (else_leaves && !then_leaves))
            swap_branches(branch);
        if ((then_leaves || else_leaves) && branch->else_body.first) {
            move_out(branch);
            t->changed = true;
        }
    }
}

static void count_gotos(tidy *t) {
    map_clear(&t->labels);
    for (size_t i = 0; i < t->nodes.len; i++) {
        HLNode *node = t->nodes.at[i];
        HLGoto *jump = node && node->kind == HL_GOTO ? (HLGoto *)node : NULL;
        map_word *count = jump && jump->target ? map_put(&t->labels, jump->target) : NULL;
        if (count)
            count->u++;
    }
}

static void drop_labels(tidy *t) {
    count_gotos(t);
    for (size_t i = 0; i < t->nodes.len; i++) {
        HLNode *node = t->nodes.at[i];
        if (node && node->kind == HL_LABEL && !map_find(&t->labels, node))
            drop(t, i);
    }
}

/* An if that leads nowhere else decides nothing. */
static void drop_empty_ifs(tidy *t) {
    for (size_t i = t->nodes.len; i-- > 0;) {
        HLNode *node = t->nodes.at[i];
        HLIf *branch = node && node->kind == HL_IF ? (HLIf *)node : NULL;
        if (branch && !branch->then_body.first && !branch->else_body.first)
            drop(t, i);
    }
}

/* What falls off the region's end gets to its exit. */
static void drop_last_goto(HLRegion *region) {
    HLGoto *jump = region->body.last && region->body.last->kind == HL_GOTO
                       ? (HLGoto *)region->body.last
                       : NULL;
    if (!jump || jump->target)
        return;
    region->exit = jump->name;
    region->exit_from = jump->from;
    region->exit_to = jump->to;
    hir_unlink(&jump->node);
}

enum { MAX_ROUNDS = 8 };

void hir_b_tidy(hir_builder *b) {
    tidy t = {.b = b, .changed = true};
    map_init(&t.labels, b->ctx);
    for (int round = 0; round < MAX_ROUNDS && t.changed && ctx_ok(b->ctx); round++) {
        t.changed = false;
        collect_all(&t);
        drop_gotos(&t);
        drop_labels(&t);
        drop_empty_ifs(&t);
        flatten(&t);
    }
    drop_last_goto(b->region);
    vec_free(b->ctx, &t.nodes);
    map_free(&t.labels);
}
