#include "hir/node.h"

#include <string.h>

static void *new_node(hir *h, hir_node_kind kind, size_t size) {
    HLNode *node = arena_alloc(&h->mem, size);
    if (!node || !ir_fits(h->ctx, (uint64_t)h->node_count + 1))
        return NULL;
    node->kind = kind;
    node->number = ++h->node_count;
    return node;
}

HLRegion *hir_new_region(hir *h) {
    HLRegion *region = new_node(h, HL_REGION, sizeof *region);
    if (!region || !vec_push(h->ctx, &h->made, region))
        return NULL;
    region->entry = region->exit = "";
    return region;
}

HLLoop *hir_new_loop(hir *h, hir_loop_kind kind) {
    HLLoop *loop = new_node(h, HL_LOOP, sizeof *loop);
    if (!loop || !hir_set_refs(h, &loop->node, kind == LOOP_WHILE ? 0 : 1))
        return NULL;
    loop->loop_kind = kind;
    loop->iv_type = hir_index_type(h);
    return loop;
}

CanonExpr *hir_upper(const HLLoop *loop) {
    return loop->node.refs[0]->subscripts[0];
}

static const struct {
    hir_loop_state state;
    const char *name;
} loop_states[] = {
    {LOOP_EXACT_BOUND, "exact-bound"},         {LOOP_MUST_PROGRESS, "must-progress"},
    {LOOP_LEAVES_IF_FALSE, "leaves-if-false"}, {LOOP_ENDS_BEFORE, "ends-before"},
    {LOOP_LEAVES_IN_TIME, "leaves-in-time"},   {LOOP_OTHER_BODY, "other-body"},
    {LOOP_OTHER_COUNT, "other-count"},
};

enum { LOOP_STATES = sizeof loop_states / sizeof *loop_states };

const char *hir_loop_state_name(unsigned state) {
    for (size_t i = 0; i < LOOP_STATES; i++)
        if (loop_states[i].state == state)
            return loop_states[i].name;
    return NULL;
}

unsigned hir_loop_state_named(const char *name) {
    for (size_t i = 0; i < LOOP_STATES; i++)
        if (strcmp(loop_states[i].name, name) == 0)
            return loop_states[i].state;
    return 0;
}

bool hir_loop_is_good(const HLLoop *loop) {
    bool counts = loop->loop_kind != LOOP_WHILE;
    return (counts || !hir_loop_is(loop, LOOP_EXACT_BOUND | LOOP_BRANCH)) &&
           (loop->counted || !hir_loop_is(loop, LOOP_BRANCH)) &&
           (loop->loop_kind == LOOP_MULTI_EXIT || !hir_loop_is(loop, LOOP_LEAVES_IN_TIME));
}

HLIf *hir_new_if(hir *h) {
    HLIf *branch = new_node(h, HL_IF, sizeof *branch);
    if (!branch || !hir_set_refs(h, &branch->node, 2))
        return NULL;
    branch->predicate = LLVMIntNE;
    return branch;
}

HLSwitch *hir_new_switch(hir *h, uint32_t cases) {
    HLSwitch *node = new_node(h, HL_SWITCH, sizeof *node);
    if (!node || !hir_set_refs(h, &node->node, 1))
        return NULL;
    node->cases = arena_array(&h->mem, cases, hir_case);
    node->case_count = node->cases ? cases : 0;
    return node->cases ? node : NULL;
}

HLLabel *hir_new_label(hir *h, const char *name) {
    HLLabel *label = new_node(h, HL_LABEL, sizeof *label);
    if (!label)
        return NULL;
    label->name = arena_strdup(&h->mem, name);
    return label->name ? label : NULL;
}

HLGoto *hir_new_goto(hir *h, const char *name) {
    HLGoto *jump = new_node(h, HL_GOTO, sizeof *jump);
    if (!jump)
        return NULL;
    jump->name = arena_strdup(&h->mem, name);
    return jump->name ? jump : NULL;
}

HLInst *hir_new_inst(hir *h, LLVMOpcode opcode, uint32_t refs) {
    HLInst *inst = new_node(h, HL_INST, sizeof *inst);
    if (!inst || !hir_set_refs(h, &inst->node, refs))
        return NULL;
    inst->opcode = opcode;
    inst->predicate = LLVMIntEQ;
    return inst;
}

HLInst *hir_new_assign(hir *h, LLVMOpcode opcode, RegDDRef *to, RegDDRef *from) {
    HLInst *inst = to && from ? hir_new_inst(h, opcode, 2) : NULL;
    if (!inst)
        return NULL;
    inst->has_lval = to->is_lval = true;
    from->is_lval = false;
    hir_set_ref(&inst->node, 0, to);
    hir_set_ref(&inst->node, 1, from);
    return inst;
}

HLIf *hir_new_comparison(hir *h, CanonExpr *left, LLVMIntPredicate predicate, CanonExpr *right,
                         const HLNode *like) {
    RegDDRef *a = hir_ref_scalar(h, left), *b = hir_ref_scalar(h, right);
    HLIf *branch = a && b ? hir_new_if(h) : NULL;
    if (!branch)
        return NULL;
    hir_set_ref(&branch->node, 0, a);
    hir_set_ref(&branch->node, 1, b);
    branch->predicate = predicate;
    branch->node.node.where = like->where;
    return branch;
}

bool hir_set_refs(hir *h, HLDDNode *node, uint32_t count) {
    RegDDRef **refs = arena_array(&h->mem, count, RegDDRef *);
    if (!refs)
        return false;
    for (uint32_t i = 0; i < count && i < node->ref_count; i++)
        refs[i] = node->refs[i];
    node->refs = refs;
    node->ref_count = count;
    return true;
}

void hir_set_ref(HLDDNode *node, uint32_t index, RegDDRef *ref) {
    if (!ref || index >= node->ref_count)
        return;
    node->refs[index] = ref;
    ref->node = &node->node;
}

static void place_between(HLNode *node, hir_list *list, HLNode *parent, HLNode *prev,
                          HLNode *next) {
    lathe_assert(parent && node != parent && node->kind != HL_REGION);
    lathe_assert(!node->list && (prev ? prev->next : list->first) == next &&
                 (next ? next->prev : list->last) == prev);
    node->list = list;
    node->parent = parent;
    node->prev = prev;
    node->next = next;
    *(prev ? &prev->next : &list->first) = node;
    *(next ? &next->prev : &list->last) = node;
}

void hir_append(hir_list *list, HLNode *parent, HLNode *node) {
    place_between(node, list, parent, list->last, NULL);
}

void hir_insert_before(HLNode *place, HLNode *node) {
    lathe_assert(place->list);
    place_between(node, place->list, place->parent, place->prev, place);
}

void hir_insert_after(HLNode *place, HLNode *node) {
    lathe_assert(place->list);
    place_between(node, place->list, place->parent, place, place->next);
}

void hir_unlink(HLNode *node) {
    if (!node->list)
        return;
    lathe_assert((node->prev ? node->prev->next : node->list->first) == node &&
                 (node->next ? node->next->prev : node->list->last) == node);
    *(node->prev ? &node->prev->next : &node->list->first) = node->next;
    *(node->next ? &node->next->prev : &node->list->last) = node->prev;
    node->list = NULL;
    node->parent = node->prev = node->next = NULL;
}

void hir_relink(hir_list *list, HLNode *parent) {
    for (HLNode *node = list->first; node; node = node->next) {
        node->list = list;
        node->parent = parent;
    }
}

HLDDNode *hir_as_dd(HLNode *node) {
    switch (node->kind) {
    case HL_LOOP:
    case HL_IF:
    case HL_SWITCH:
    case HL_INST:
        return (HLDDNode *)node;
    default:
        return NULL;
    }
}

HLLoop *hir_parent_loop(const HLNode *node) {
    HLNode *around = node->parent;
    while (around && around->kind != HL_LOOP)
        around = around->parent;
    return (HLLoop *)around;
}

HLInst *hir_as_inst(HLNode *node) {
    return node && node->kind == HL_INST ? (HLInst *)node : NULL;
}

bool hir_is_innermost(HLLoop *loop) {
    uint32_t loops = 0;
    hir_each_node (node, &loop->node.node)
        loops += node->kind == HL_LOOP;
    return loops == 1;
}

bool hir_is_in_list(const HLNode *node, const hir_list *list) {
    for (; node; node = node->parent)
        if (node->list == list)
            return true;
    return false;
}

bool hir_is_in(const HLNode *node, const HLNode *top) {
    while (node && node != top)
        node = node->parent;
    return node != NULL;
}

HLRegion *hir_parent_region(const HLNode *node) {
    const HLNode *around = node;
    while (around && around->kind != HL_REGION)
        around = around->parent;
    return (HLRegion *)around;
}

uint32_t hir_node_level(const HLNode *node) {
    uint32_t level = 0;
    for (const HLLoop *loop = hir_parent_loop(node); loop; loop = hir_parent_loop(&loop->node.node))
        level++;
    return level;
}

bool hir_is_before(const HLNode *a, const HLNode *b) {
    lathe_assert(a->order && b->order);
    return a->order < b->order;
}

hir_list *hir_child_list(HLNode *node, uint32_t index) {
    switch (node->kind) {
    case HL_REGION:
        return index == 0 ? &((HLRegion *)node)->body : NULL;
    case HL_LOOP:
        return index == 0 ? &((HLLoop *)node)->body : NULL;
    case HL_IF: {
        HLIf *branch = (HLIf *)node;
        return index == 0 ? &branch->then_body : index == 1 ? &branch->else_body : NULL;
    }
    case HL_SWITCH: {
        HLSwitch *choice = (HLSwitch *)node;
        if (index < choice->case_count)
            return &choice->cases[index].body;
        return index == choice->case_count ? &choice->default_body : NULL;
    }
    default:
        return NULL;
    }
}

/* Which list of its parent the node is in. */
static uint32_t list_index(const HLNode *node) {
    const HLNode *parent = node->parent;
    if (parent->kind == HL_IF)
        return node->list == &((const HLIf *)parent)->else_body;
    if (parent->kind != HL_SWITCH)
        return 0;
    const HLSwitch *choice = (const HLSwitch *)parent;
    if (node->list == &choice->default_body)
        return choice->case_count;
    const hir_case *own = (const hir_case *)((const char *)node->list - offsetof(hir_case, body));
    return (uint32_t)(own - choice->cases);
}

/* The first node in the lists from the index on, telling of each; NULL if they are empty. */
static HLNode *first_from(HLNode *node, uint32_t index, const hir_walker *walker) {
    for (hir_list *list; (list = hir_child_list(node, index)); index++) {
        if (walker->list)
            walker->list(walker->data, node, index);
        if (list->first)
            return list->first;
    }
    return NULL;
}

/* What comes after node and all in it; NULL when the walk is back at the root. */
static HLNode *step_over(HLNode *node, const HLNode *root, const hir_walker *walker) {
    for (;;) {
        if (walker->leave)
            walker->leave(walker->data, node);
        if (node == root)
            return NULL;
        if (node->next)
            return node->next;
        HLNode *inside = first_from(node->parent, list_index(node) + 1, walker);
        if (inside)
            return inside;
        node = node->parent;
    }
}

void hir_walk(HLNode *root, const hir_walker *walker) {
    for (HLNode *node = root; node;) {
        bool inside = walker->visit(walker->data, node);
        HLNode *first = inside ? first_from(node, 0, walker) : NULL;
        node = first ? first : step_over(node, root, walker);
    }
}

HLNode *hir_next_node(HLNode *node, const HLNode *top) {
    static const hir_walker silent = {0};
    HLNode *first = first_from(node, 0, &silent);
    return first ? first : step_over(node, top, &silent);
}

RegDDRef *hir_next_ref(HLNode *node, RegDDRef ***at) {
    const HLDDNode *dd = hir_as_dd(node);
    RegDDRef **end = dd ? dd->refs + dd->ref_count : NULL;
    *at = *at ? *at + 1 : dd ? dd->refs : NULL;
    while (*at != end && !**at)
        ++*at;
    return *at != end ? **at : NULL;
}

void hir_number_nodes(HLRegion *region) {
    uint32_t order = 0;
    hir_each_node (node, &region->node)
        node->order = ++order;
}
