/* Bits of pointers in integers: recorded per operation, followed when the graph is closed.
 *
 * The nodes of the flow graph are 0, all integers narrower than a pointer, and three per class c:
 * the values that point to c, what is put into the memory at c in pieces, and what is taken out.
 */
#include "ir/ptr/flow.h"

#include "ir/ptr/ptr_build.h"
#include "ir/ptr/ptr_place.h"

/* Narrow integers are followed this far before they count as going everywhere; the widest value
 * that is one location; the bytes of a pointer. */
enum { MAX_NARROW = 32, WIDEST = 64, POINTER_BYTES = 8 };

typedef struct flow_end {
    ptr_class c;
    bool memory;
} flow_end;

/* Where bits in v come from; false if there are none of a pointer. */
static bool source_of(ptr_builder *b, LLVMValueRef v, flow_end *end) {
    carrier kind = ptr_carrier(b, LLVMTypeOf(v));
    *end = (flow_end){kind == CARRIES_NONE ? 0 : ptr_value(b, v), kind == CARRIES_AGGREGATE};
    if (kind != CARRIES_NONE)
        return end->c != 0;
    return !LLVMIsConstant(v) && ptr_holds_integers(LLVMTypeOf(v)) && !LLVMIsAICmpInst(v) &&
           !LLVMIsAFCmpInst(v);
}

static void add_flow(ptr_builder *b, flow_end from, flow_end to, ptr_class against) {
    ptr_flow f = {from.c, to.c, against, from.memory, to.memory, ptr_here(b)};
    if (f.from || f.to)
        vec_push(b->g->ctx, &b->g->flows, f);
}

void ptr_flow_into(ptr_builder *b, LLVMValueRef from, ptr_class to, LLVMTypeRef type) {
    flow_end source;
    if (to && source_of(b, from, &source))
        add_flow(b, source, (flow_end){to, ptr_carrier(b, type) == CARRIES_AGGREGATE}, 0);
}

void ptr_flow_to(ptr_builder *b, LLVMValueRef from, LLVMValueRef to) {
    ptr_flow_into(b, from, ptr_value(b, to), LLVMTypeOf(to));
}

void ptr_flow_difference(ptr_builder *b, LLVMValueRef from, LLVMValueRef against, LLVMValueRef to) {
    flow_end source;
    if (source_of(b, from, &source))
        add_flow(b, source, (flow_end){ptr_value(b, to), false}, ptr_value(b, against));
}

void ptr_flow_any_narrow(ptr_builder *b, LLVMValueRef to) {
    bool memory = ptr_carrier(b, LLVMTypeOf(to)) == CARRIES_AGGREGATE;
    add_flow(b, (flow_end){0}, (flow_end){ptr_value(b, to), memory}, 0);
}

typedef struct narrow_slice {
    LLVMValueRef at[MAX_NARROW];
    unsigned len;
    bool leaves; /* for memory, other functions, or too far */
} narrow_slice;

static void follow_use(ptr_builder *b, LLVMValueRef from, narrow_slice *s, LLVMValueRef user) {
    if (LLVMIsAICmpInst(user) || LLVMIsAFCmpInst(user) || LLVMIsASwitchInst(user) ||
        LLVMIsABranchInst(user) || LLVMIsAGetElementPtrInst(user))
        return;
    bool computes = LLVMIsABinaryOperator(user) || LLVMIsAPHINode(user) ||
                    LLVMIsASelectInst(user) || LLVMIsACastInst(user) || LLVMIsAFreezeInst(user);
    if (!computes) {
        s->leaves = true;
    } else if (ptr_holds_integers(LLVMTypeOf(user)) &&
               ptr_carrier(b, LLVMTypeOf(user)) != CARRIES_NONE) {
        ptr_flow_to(b, from, user);
    } else {
        for (unsigned i = 0; i < s->len; i++)
            if (s->at[i] == user)
                return;
        if (s->len == MAX_NARROW)
            s->leaves = true;
        else
            s->at[s->len++] = user;
    }
}

void ptr_flow_narrow(ptr_builder *b, LLVMValueRef from, LLVMValueRef inst) {
    flow_end source;
    if (ptr_carrier(b, LLVMTypeOf(from)) == CARRIES_NONE || !source_of(b, from, &source))
        return;
    narrow_slice s = {{inst}, 1, false};
    for (unsigned i = 0; i < s.len && !s.leaves; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(s.at[i]); u && !s.leaves; u = LLVMGetNextUse(u))
            follow_use(b, from, &s, LLVMGetUser(u));
    if (s.leaves)
        add_flow(b, source, (flow_end){0}, 0);
}

/* The flow graph: arrows against the flow and along it, both sorted by where they begin. */
typedef struct arrow {
    uint32_t from, to;
} arrow;

typedef struct arrows {
    uint32_t *first; /* by node; one more at the end */
    uint32_t *end;
} arrows;

typedef struct flow_graph {
    ptr_graph *g;
    uint32_t classes, nodes;
    VEC(arrow) all;
    arrows along, against;
    uint32_t *witness; /* by class: the earliest operation that makes such values */
    bool *tied;        /* by node: memory whose cells are connected */
    VEC(uint32_t) work;
} flow_graph;

static void add_arrow(flow_graph *f, uint32_t from, uint32_t to) {
    vec_push(f->g->ctx, &f->all, (arrow){from, to});
}

typedef VEC(ptr_class) class_list;

static void add_once(flow_graph *f, class_list *list, ptr_class c) {
    for (size_t i = 0; i < list->len; i++)
        if (list->at[i] == c)
            return;
    vec_push(f->g->ctx, list, c);
}

static void add_cell(flow_graph *f, class_list *cells, ptr_class place) {
    ptr_class held = ptr_pointee_if_any(f->g, place);
    if (held)
        add_once(f, cells, held);
}

/* What the pointers held in `width` bytes at c point to. */
static void find_cells(flow_graph *f, ptr_class c, int64_t width, class_list *cells) {
    ptr_graph *g = f->g;
    class_list places = {0};
    add_cell(f, cells, c);
    for (size_t i = 0; i < g->nodes.at[c].holders.len; i++) {
        ptr_holder h = g->nodes.at[c].holders.at[i];
        if (h.offset > 0 && h.offset < POINTER_BYTES)
            add_cell(f, cells, ptr_find(g, h.container));
    }
    vec_push(g->ctx, &places, c);
    for (size_t i = 0; i < places.len && ctx_tick(g->ctx, 1); i++) {
        const ptr_node *n = &g->nodes.at[places.at[i]];
        for (size_t k = 0; k < n->fields.len; k++) {
            ptr_class inner = ptr_find(g, n->fields.at[k].target);
            if (n->fields.at[k].offset < 0 || n->fields.at[k].offset >= width)
                continue;
            add_cell(f, cells, inner);
            add_once(f, &places, inner);
        }
    }
    vec_free(g->ctx, &places);
}

static void tie_memory(flow_graph *f, ptr_class c, uint32_t node, int64_t width, bool into) {
    if (f->tied[node])
        return;
    f->tied[node] = node != 0;
    class_list cells = {0};
    find_cells(f, c, width, &cells);
    for (size_t i = 0; i < cells.len; i++)
        add_arrow(f, into ? node : cells.at[i], into ? cells.at[i] : node);
    vec_free(f->g->ctx, &cells);
}

static uint32_t end_node(flow_graph *f, ptr_class c, bool memory, bool into) {
    c = ptr_find(f->g, c);
    if (!memory || !c)
        return c;
    uint32_t node = f->classes * (into ? 1 : 2) + c;
    tie_memory(f, c, node, WIDEST, into);
    return node;
}

static void note_witness(flow_graph *f, const ptr_flow *flow) {
    uint32_t *first = &f->witness[ptr_find(f->g, flow->to)];
    if (!*first || flow->witness < *first)
        *first = flow->witness;
}

static void add_arrows(flow_graph *f) {
    ptr_graph *g = f->g;
    for (size_t i = 0; i < g->flows.len; i++) {
        const ptr_flow *flow = &g->flows.at[i];
        if (flow->against && ptr_find(g, flow->against) == ptr_find(g, flow->from))
            continue;
        note_witness(f, flow);
        uint32_t from = end_node(f, flow->from, flow->from_memory, false);
        add_arrow(f, from, end_node(f, flow->to, flow->to_memory, true));
    }
    for (ptr_class c = 1; c < f->classes; c++) {
        if (g->nodes.at[c].up == c && g->nodes.at[c].part_read)
            tie_memory(f, c, 0, 1, false);
        if (g->nodes.at[c].up == c && g->nodes.at[c].part_written)
            tie_memory(f, c, 0, 1, true);
    }
}

static bool sort_arrows(flow_graph *f, arrows *a, bool against) {
    a->first = arena_array(&f->g->mem, f->nodes + 1, uint32_t);
    a->end = arena_array(&f->g->mem, f->all.len + 1, uint32_t);
    if (!a->first || !a->end)
        return false;
    for (size_t i = 0; i < f->all.len; i++)
        a->first[against ? f->all.at[i].to : f->all.at[i].from]++;
    for (uint32_t n = 1; n <= f->nodes; n++)
        a->first[n] += a->first[n - 1];
    for (size_t i = f->all.len; i-- > 0;) {
        arrow x = f->all.at[i];
        a->end[--a->first[against ? x.to : x.from]] = against ? x.from : x.to;
    }
    return true;
}

/* Marks all that one arrow or more lead to from the nodes in `work`. */
static void follow(flow_graph *f, const arrows *a, bool *reached) {
    while (f->work.len && ctx_tick(f->g->ctx, 1)) {
        uint32_t n = vec_pop(&f->work);
        for (uint32_t i = a->first[n]; i < a->first[n + 1]; i++) {
            if (reached[a->end[i]])
                continue;
            reached[a->end[i]] = true;
            vec_push(f->g->ctx, &f->work, a->end[i]);
        }
    }
}

static bool is_used_as_address(const ptr_node *n) {
    return n->accessed || n->fields.len || n->pointee || n->types.first || n->signatures;
}

/* Whether values of the class may be addresses at all: the others are numbers. */
static bool holds_addresses(const ptr_node *n) {
    bool lost =
        n->marks && (n->marks->at[PTR_ESCAPES].witness || n->marks->at[PTR_UNKNOWN].witness);
    return lost || is_used_as_address(n) || n->objects.first || n->holders.len;
}

/* The operation that shows it best; pieces of memory have none, there the first thing known. */
static uint32_t witness_of(const flow_graph *f, ptr_class c) {
    const ptr_node *n = &f->g->nodes.at[c];
    const ptr_marks *marks = n->marks;
    if (marks && marks->at[PTR_COMPUTED].witness)
        return marks->at[PTR_COMPUTED].witness;
    if (f->witness[c])
        return f->witness[c];
    if (marks && marks->at[PTR_DIFF].witness)
        return marks->at[PTR_DIFF].witness;
    uint32_t fact = n->types.first ? n->types.first : n->objects.first;
    return fact ? f->g->facts.at[fact].witness : 1;
}

/* Whether pointers of the class are made from integers. A number that merely shares a cell with
 * pointers is none; but a cast says what it is, and so does an address that nothing else explains.
 */
static bool is_forged(const flow_graph *f, ptr_class c, const bool *made) {
    const ptr_node *n = &f->g->nodes.at[c];
    if (n->up != c || !is_used_as_address(n))
        return false;
    bool computed = f->against.first[c] < f->against.first[c + 1];
    return made[c] || (computed && (n->cast || (!n->objects.first && !n->holders.len)));
}

static void collect(flow_graph *f, bool *made, bool *source, ptr_forgeries *out) {
    const ptr_node *nodes = f->g->nodes.at;
    for (ptr_class c = 1; c < f->classes; c++)
        if (nodes[c].up == c && holds_addresses(&nodes[c]))
            vec_push(f->g->ctx, &f->work, c);
    follow(f, &f->along, made);
    for (ptr_class c = 1; c < f->classes; c++)
        if (is_forged(f, c, made))
            vec_push(f->g->ctx, &f->work, c);
    follow(f, &f->against, source);
    for (ptr_class c = 1; c < f->classes; c++)
        if (is_forged(f, c, made) || (source[c] && holds_addresses(&nodes[c])))
            vec_push(f->g->ctx, out, (ptr_forgery){c, witness_of(f, c)});
}

void ptr_forged(ptr_graph *g, ptr_forgeries *out) {
    flow_graph f = {.g = g, .classes = (uint32_t)g->nodes.len};
    if (f.classes > UINT32_MAX / 4) {
        ctx_fail(g->ctx, LATHE_GAVE_UP, "too many pointer classes");
        return;
    }
    f.nodes = f.classes * 3;
    f.witness = arena_array(&g->mem, f.classes, uint32_t);
    f.tied = arena_array(&g->mem, f.nodes, bool);
    bool *made = arena_array(&g->mem, f.nodes, bool);
    bool *source = arena_array(&g->mem, f.nodes, bool);
    if (!f.witness || !f.tied || !made || !source)
        return;
    add_arrows(&f);
    if (sort_arrows(&f, &f.along, false) && sort_arrows(&f, &f.against, true))
        collect(&f, made, source, out);
    vec_free(g->ctx, &f.all);
    vec_free(g->ctx, &f.work);
}
