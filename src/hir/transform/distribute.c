/* A loop becomes several, each with some of the nodes of its body.
 *
 * A node has to stay in one loop with those that it depends on and that depend on it, within one
 * iteration or from one iteration to another; else the loop of what is needed comes first. What
 * outer loops carry stays in order anyway. Temps have edges like memory: one that is assigned in
 * each iteration ties what assigns it and what reads it together. Where that would tie a loop
 * inside to something else, what is cheap is computed again: its edges are then those of all that
 * read it; what is not gets a row, an element for each iteration. Rows are small: if they cannot
 * have an element for all, the loop runs over as many iterations at a time as they have, and what
 * is inside is distributed. Nothing is executed that was not executed before; but an iteration may
 * begin before others are done, so all that is in the loop has to terminate. */
#include "hir/dd/alias.h"
#include "hir/transform/row.h"
#include "hir/transform/transform.h"

#include "ir/scc.h"

#include <string.h>

typedef struct link {
    uint32_t from, to; /* numbers of nodes */
    uint32_t edge;     /* DD_NO_EDGE: gotos */
} link;

/* So that nodes that many others read cost no more than others do. */
enum { MAX_READERS = 256, MAX_ROWS = 4 };

typedef VEC(uint32_t) numbers;

/* A temp that some nodes assign, for themselves and for others in the same iteration. */
typedef struct carrier {
    hir_temp temp;
    numbers writers;
    uint32_t last;   /* of them; IR_NONE: it cannot have a row */
    numbers readers; /* that are not writers */
    bool *loaded;    /* by part; NULL: it has no row */
    hir_row row;
} carrier;

typedef struct splitter {
    const dd_graph *g;
    HLLoop *loop;
    arena mem;
    VEC(HLNode *) nodes; /* of the loop's body */
    map number;          /* HLNode -> index among them + 1 */
    bool *has_loop;      /* by node */
    /* By node: those that read what is computed again for each part. Empty: it is a part of one
     * loop only. */
    numbers *readers;
    uint32_t reader_count;
    bool jumps; /* there are gotos */
    VEC(link) links;
    VEC(carrier) carriers; /* that may get a row */
    map carrier_of;        /* symbase -> number + 1 */
    bool uses_rows;        /* then what overwrites those ties nothing together */
    uint64_t at_once;      /* iterations that have elements in rows */
    dd_reply no_rows;      /* why there are none where they would serve; id is NULL otherwise */
    uint32_t *part;        /* of each node, in the order that they are to run in */
    uint32_t parts;
} splitter;

static uint32_t number_of(const splitter *s, const HLNode *node) {
    while (node && node->parent != &s->loop->node.node)
        node = node->parent;
    const map_word *place = node ? map_find(&s->number, node) : NULL;
    return place ? (uint32_t)place->u - 1 : IR_NONE;
}

static void add_link(splitter *s, uint32_t from, uint32_t to, uint32_t edge) {
    if (from != to)
        vec_push(s->g->h->ctx, &s->links, (link){from, to, edge});
}

static bool list_nodes(splitter *s) {
    for (HLNode *node = s->loop->body.first; node && ctx_tick(s->g->h->ctx, 1); node = node->next) {
        vec_push(s->g->h->ctx, &s->nodes, node);
        map_set_number(&s->number, node, s->nodes.len);
    }
    s->has_loop = arena_array(&s->mem, s->nodes.len, bool);
    s->readers = arena_array(&s->mem, s->nodes.len, numbers);
    for (size_t i = 0; s->has_loop && i < s->nodes.len; i++)
        hir_each_node (node, s->nodes.at[i])
            s->has_loop[i] |= node->kind == HL_LOOP;
    hir_each_node (node, &s->loop->node.node)
        s->jumps |= node->kind == HL_GOTO;
    return s->has_loop && s->readers;
}

/* What is computed again. */

static bool is_cheap(const HLInst *inst) {
    switch (inst->opcode) {
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMFDiv:
    case LLVMSRem:
    case LLVMURem:
    case LLVMFRem:
        return false;
    case LLVMCall:
        return inst->callee && str_starts_with(inst->callee, "llvm.fmuladd.");
    default:
        return hir_is_computation(inst);
    }
}

static bool has_number(const numbers *all, uint32_t number) {
    for (size_t i = 0; i < all->len; i++)
        if (all->at[i] == number)
            return true;
    return false;
}

static void add_reader(splitter *s, uint32_t node, uint32_t reader) {
    if (!has_number(&s->readers[node], reader) && vec_push(s->g->h->ctx, &s->readers[node], reader))
        s->reader_count++;
}

/* Nodes after it are done: what reads it, or reads what is computed from it again. */
static bool find_readers(splitter *s, uint32_t node, uint32_t left) {
    dd_each_out (s->g, i, left) {
        const dd_edge *e = &s->g->edges.at[i];
        uint32_t reader = number_of(s, s->g->refs.at[e->sink].node);
        if (e->kind != DD_FLOW)
            continue;
        if (e->level || reader == IR_NONE || reader <= node)
            return false;
        for (size_t k = 0; k < s->readers[reader].len; k++)
            add_reader(s, node, s->readers[reader].at[k]);
        if (!s->readers[reader].len)
            add_reader(s, node, reader);
    }
    return true;
}

static bool serves_a_loop(const splitter *s, uint32_t node) {
    for (size_t i = 0; i < s->readers[node].len; i++)
        if (s->has_loop[s->readers[node].at[i]])
            return true;
    return false;
}

static void look_at_node(splitter *s, uint32_t node) {
    const HLInst *inst =
        s->nodes.at[node]->kind == HL_INST ? (const HLInst *)s->nodes.at[node] : NULL;
    const RegDDRef *left = inst && inst->has_lval ? inst->node.refs[0] : NULL;
    hir_temp t = left ? hir_ref_temp(s->g->h, left) : 0;
    uint32_t ref = t ? dd_find_ref(s->g, left) : IR_NONE;
    if (ref == IR_NONE || s->jumps || left->next_def || hir_temp_at(s->g->h, t)->defs != left ||
        hir_is_live_out(s->g->region, t) || !is_cheap(inst) || s->reader_count > MAX_READERS)
        return;
    if (!find_readers(s, node, ref) || !serves_a_loop(s, node) || s->readers[node].len < 2)
        vec_clear(&s->readers[node]);
}

/* Its own temp: each part has it for itself. */
static bool is_own(const splitter *s, uint32_t node, const dd_edge *e) {
    const dd_ref *ref = &s->g->refs.at[e->source];
    return s->readers[node].len && ref->kind == DD_REF_SCALAR &&
           ref->symbase == ((const HLInst *)s->nodes.at[node])->node.refs[0]->symbase;
}

/* What only reads of each other ties together may be computed for it once. */
static void link_readers(splitter *s, uint32_t node) {
    const numbers *readers = &s->readers[node];
    uint32_t before = IR_NONE;
    for (size_t i = 0; i < readers->len; i++) {
        if (s->has_loop[readers->at[i]])
            continue;
        if (before != IR_NONE) {
            add_link(s, before, readers->at[i], DD_NO_EDGE);
            add_link(s, readers->at[i], before, DD_NO_EDGE);
        }
        before = readers->at[i];
    }
}

/* From and to all that they are computed for again. */
static void link_nodes(splitter *s, uint32_t from, uint32_t to, uint32_t edge) {
    const numbers one = {.at = &from, .len = 1}, other = {.at = &to, .len = 1};
    const numbers *sources = s->readers[from].len ? &s->readers[from] : &one;
    const numbers *sinks = s->readers[to].len ? &s->readers[to] : &other;
    for (size_t i = 0; i < sources->len; i++)
        for (size_t k = 0; k < sinks->len && ctx_tick(s->g->h->ctx, 1); k++)
            add_link(s, sources->at[i], sinks->at[k], edge);
}

static void link_edges(splitter *s) {
    for (uint32_t i = 0; i < s->g->edges.len && ctx_tick(s->g->h->ctx, 1); i++) {
        const dd_edge *e = &s->g->edges.at[i];
        if (e->kind == DD_INPUT || (e->level && e->level != s->loop->level))
            continue;
        uint32_t from = number_of(s, s->g->refs.at[e->source].node);
        uint32_t to = number_of(s, s->g->refs.at[e->sink].node);
        if (from != IR_NONE && to != IR_NONE && !is_own(s, from, e) && !is_own(s, to, e))
            link_nodes(s, from, to, i);
    }
}

/* All nodes between a goto and its label stay together. */
static void link_goto(splitter *s, HLNode *node) {
    const HLGoto *jump = node->kind == HL_GOTO ? (const HLGoto *)node : NULL;
    if (!jump || !jump->target)
        return;
    uint32_t from = number_of(s, node), to = number_of(s, &jump->target->node);
    for (uint32_t i = from; to != IR_NONE && i < to; i++) {
        add_link(s, i, i + 1, DD_NO_EDGE);
        add_link(s, i + 1, i, DD_NO_EDGE);
    }
}

/* A temp that is overwritten: if each iteration had its own, that would not matter. */
static bool is_reuse(const splitter *s, const link *l) {
    const dd_edge *e = l->edge != DD_NO_EDGE ? &s->g->edges.at[l->edge] : NULL;
    return e && s->g->refs.at[e->source].kind == DD_REF_SCALAR && e->kind != DD_FLOW;
}

/* Rows take it away, or would, if each temp had one. Those that assign a temp stay together. */
static bool is_taken_away(const splitter *s, const link *l, bool all) {
    if (all || !s->uses_rows || !is_reuse(s, l))
        return all && is_reuse(s, l);
    hir_symbase symbase = s->g->refs.at[s->g->edges.at[l->edge].source].symbase;
    const map_word *place = map_find_u(&s->carrier_of, symbase);
    const numbers *writers = place ? &s->carriers.at[place->u - 1].writers : NULL;
    return writers && !(has_number(writers, l->from) && has_number(writers, l->to));
}

/* Components of the nodes by their links; `rows`: as if each temp had a row. */
static bool find_components(splitter *s, bool rows, ir_scc *scc) {
    uint32_t count = (uint32_t)s->nodes.len;
    uint32_t *start = arena_array(&s->mem, count + 1, uint32_t);
    uint32_t *targets = arena_array(&s->mem, s->links.len, uint32_t);
    if (!start || !targets)
        return false;
    for (size_t i = 0; i < s->links.len; i++)
        if (!is_taken_away(s, &s->links.at[i], rows))
            start[s->links.at[i].from + 1]++;
    for (uint32_t i = 0; i < count; i++)
        start[i + 1] += start[i];
    uint32_t *next = arena_array(&s->mem, count, uint32_t);
    for (uint32_t i = 0; next && i < count; i++)
        next[i] = start[i];
    for (size_t i = 0; next && i < s->links.len; i++)
        if (!is_taken_away(s, &s->links.at[i], rows))
            targets[next[s->links.at[i].from]++] = s->links.at[i].to;
    return next && ir_scc_build(scc, &s->mem, count, start, targets);
}

static bool is_in_order(const splitter *s) {
    for (size_t i = 0; i < s->links.len; i++)
        if (s->part[s->links.at[i].from] > s->part[s->links.at[i].to] &&
            !is_taken_away(s, &s->links.at[i], false))
            return false;
    return true;
}

/* Components in the order of their first nodes. */
static void order_by_nodes(splitter *s, const ir_scc *scc, uint32_t *rank) {
    s->parts = 0;
    for (size_t i = 0; i < s->nodes.len; i++) {
        if (s->readers[i].len)
            continue;
        if (!rank[scc->component[i]])
            rank[scc->component[i]] = ++s->parts;
        s->part[i] = rank[scc->component[i]] - 1;
    }
}

/* From what needs nothing on: the last component comes first. */
static void order_by_needs(splitter *s, const ir_scc *scc, uint32_t *rank) {
    uint32_t next = 0;
    for (uint32_t c = scc->count; c > 0; c--)
        if (rank[c - 1])
            rank[c - 1] = ++next;
    for (size_t i = 0; i < s->nodes.len; i++)
        if (!s->readers[i].len)
            s->part[i] = rank[scc->component[i]] - 1;
}

static bool order_parts(splitter *s, const ir_scc *scc) {
    uint32_t *rank = arena_array(&s->mem, scc->count, uint32_t);
    s->part = arena_array(&s->mem, s->nodes.len, uint32_t);
    if (!rank || !s->part)
        return false;
    order_by_nodes(s, scc, rank);
    if (!is_in_order(s))
        order_by_needs(s, scc, rank);
    return true;
}

/* A link from what comes later to what comes before. */
static uint32_t blocking_edge(const splitter *s) {
    for (size_t i = 0; i < s->links.len; i++)
        if (s->links.at[i].from > s->links.at[i].to && !is_reuse(s, &s->links.at[i]))
            return s->links.at[i].edge;
    return DD_NO_EDGE;
}

static dd_reply why_together(splitter *s) {
    ir_scc scc;
    if (!find_components(s, true, &scc))
        return hir_decline(HIR_WHY_OUT_OF_MEMORY);
    if (scc.count > 1 && s->no_rows.id)
        return s->no_rows;
    if (scc.count > 1)
        return hir_decline(HIR_WHY_TEMP_ALL_PARTS);
    dd_reply reply = hir_decline(HIR_WHY_DEP_ALL);
    reply.edge = blocking_edge(s);
    return reply;
}

/* Rows. */

/* False if something outside of the loop assigns it, too. */
static bool find_writers(splitter *s, carrier *c) {
    for (const RegDDRef *def = hir_temp_at(s->g->h, c->temp)->defs; def; def = def->next_def) {
        uint32_t number = number_of(s, def->node);
        if (number == IR_NONE || s->readers[number].len)
            return false;
        if (!has_number(&c->writers, number))
            vec_push(s->g->h->ctx, &c->writers, number);
        c->last = c->last == IR_NONE || number > c->last ? number : c->last;
    }
    return c->last != IR_NONE;
}

/* What is cheap goes into the loop that needs it. */
static bool is_sinkable(const splitter *s, const carrier *c) {
    const HLNode *writer = s->nodes.at[c->last];
    return c->writers.len == 1 && writer->kind == HL_INST && is_cheap((const HLInst *)writer);
}

static void add_carrier(splitter *s, hir_temp t) {
    hir_symbase symbase = hir_temp_at(s->g->h, t)->symbase;
    carrier c = {.temp = t, .last = IR_NONE};
    if (s->carriers.len == MAX_ROWS || hir_is_live_out(s->g->region, t) ||
        map_find_u(&s->carrier_of, symbase) || !hir_row_is_possible(s->g->h, s->loop, t))
        return;
    if (!hir_may_have_rows(s->g->h)) {
        s->no_rows = hir_decline(HIR_WHY_RECURSION);
        return;
    }
    if (!find_writers(s, &c) || is_sinkable(s, &c) || !vec_push(s->g->h->ctx, &s->carriers, c)) {
        vec_free(s->g->h->ctx, &c.writers);
        return;
    }
    map_word *place = map_put_u(&s->carrier_of, symbase);
    if (place)
        place->u = s->carriers.len;
}

/* Temps that tie a loop inside to something else. */
static void find_carriers(splitter *s) {
    for (size_t i = 0; i < s->links.len && !s->jumps; i++) {
        const link *l = &s->links.at[i];
        const dd_edge *e = l->edge != DD_NO_EDGE ? &s->g->edges.at[l->edge] : NULL;
        const dd_ref *from = e ? &s->g->refs.at[e->source] : NULL;
        if (e && e->kind == DD_FLOW && from->kind == DD_REF_SCALAR && from->writes &&
            (s->has_loop[l->from] || s->has_loop[l->to]))
            add_carrier(s, hir_ref_temp(s->g->h, from->ref));
    }
}

/* A value that is read must be of the same iteration, and read nowhere but in the loop. */
static void note_reader(splitter *s, const dd_edge *e) {
    const map_word *place = map_find_u(&s->carrier_of, s->g->refs.at[e->source].symbase);
    carrier *c = place && place->u ? &s->carriers.at[place->u - 1] : NULL;
    uint32_t reader = number_of(s, s->g->refs.at[e->sink].node);
    if (!c || c->last == IR_NONE || (reader != IR_NONE && has_number(&c->writers, reader)))
        return;
    if (e->level || reader == IR_NONE || reader < c->last)
        c->last = IR_NONE;
    else
        vec_push(s->g->h->ctx, &c->readers, reader);
}

/* Candidates that turn out not to be one stay in the list without a name. */
static void check_carriers(splitter *s) {
    for (uint32_t i = 0; i < s->g->edges.len && s->carriers.len; i++) {
        const dd_edge *e = &s->g->edges.at[i];
        if (e->kind == DD_FLOW && s->g->refs.at[e->source].kind == DD_REF_SCALAR)
            note_reader(s, e);
    }
    map_clear(&s->carrier_of);
    for (size_t i = 0; i < s->carriers.len; i++) {
        const carrier *c = &s->carriers.at[i];
        map_word *place = c->last != IR_NONE
                              ? map_put_u(&s->carrier_of, hir_temp_at(s->g->h, c->temp)->symbase)
                              : NULL;
        if (place)
            place->u = i + 1;
    }
}

static bool assign_parts(splitter *s) {
    ir_scc scc;
    return find_components(s, false, &scc) && order_parts(s, &scc) && ctx_ok(s->g->h->ctx);
}

/* Whether the node, or one that it is computed again for, is in another part. */
static bool is_read_elsewhere(const splitter *s, uint32_t reader, uint32_t part) {
    const numbers *again = &s->readers[reader];
    bool found = !again->len && s->part[reader] != part;
    for (size_t i = 0; i < again->len; i++)
        found |= s->part[again->at[i]] != part;
    return found;
}

/* The temp is read in a part that does not assign it. */
static bool crosses(const splitter *s, const carrier *c) {
    for (size_t k = 0; c->last != IR_NONE && k < c->readers.len; k++)
        if (is_read_elsewhere(s, c->readers.at[k], s->part[c->last]))
            return true;
    return false;
}

/* For how many iterations there is room at once. */
static bool measure_rows(splitter *s) {
    hir_temp temps[MAX_ROWS];
    size_t count = 0;
    for (size_t i = 0; i < s->carriers.len; i++)
        if (crosses(s, &s->carriers.at[i]))
            temps[count++] = s->carriers.at[i].temp;
    s->at_once = hir_row_iterations(s->g->h, s->g->region, s->loop, temps, count);
    if (!s->at_once)
        s->no_rows = hir_decline(HIR_WHY_STACK_FULL);
    return s->at_once != 0;
}

/* With rows if that gives more of them. */
static bool choose_parts(splitter *s) {
    if (!assign_parts(s))
        return false;
    uint32_t without = s->parts;
    find_carriers(s);
    check_carriers(s);
    s->uses_rows = s->carrier_of.len > 0;
    if (!s->uses_rows)
        return true;
    if (!assign_parts(s) || (s->parts > without && measure_rows(s)))
        return ctx_ok(s->g->h->ctx);
    s->uses_rows = false;
    return assign_parts(s);
}

static dd_reply find_parts(splitter *s) {
    if (!list_nodes(s))
        return hir_decline(HIR_WHY_OUT_OF_MEMORY);
    for (uint32_t i = (uint32_t)s->nodes.len; i > 0 && ctx_ok(s->g->h->ctx); i--)
        look_at_node(s, i - 1);
    for (uint32_t i = 0; i < s->nodes.len; i++)
        link_readers(s, i);
    link_edges(s);
    hir_each_node (node, &s->loop->node.node)
        if (ctx_tick(s->g->h->ctx, 1))
            link_goto(s, node);
    if (!choose_parts(s))
        return hir_decline(HIR_WHY_OUT_OF_MEMORY);
    return s->parts > 1 ? dd_yes() : why_together(s);
}

static bool has_places_for_all(const splitter *s) {
    int64_t upper;
    return !s->uses_rows ||
           (hir_is_constant(hir_upper(s->loop), &upper) && (uint64_t)upper < s->at_once);
}

/* As many iterations at a time as rows have elements for; if that cannot be, no rows. */
static dd_reply fit_rows(splitter *s) {
    dd_reply done = {.yes = true, .edge = DD_NO_EDGE};
    if (has_places_for_all(s))
        return done;
    dd_reply reply = hir_strip(s->g, s->loop, (uint32_t)s->at_once);
    if (reply.yes)
        return done;
    s->uses_rows = false;
    return assign_parts(s) && s->parts > 1 ? done : reply;
}

/* What a node is in each of its parts: itself in the first, copies in the others. */
typedef struct piece {
    uint32_t part;
    HLNode *node;
} piece;

typedef VEC(piece) pieces;

static bool add_piece(splitter *s, pieces *out, uint32_t part, HLNode *node) {
    return node && vec_push(s->g->h->ctx, out, (piece){part, node});
}

static bool add_inst(splitter *s, pieces *out, uint32_t part, HLInst *inst) {
    return inst && add_piece(s, out, part, &inst->node.node);
}

/* What the node reads in a part that does not assign it. */
static bool load_rows(splitter *s, uint32_t node, uint32_t part, pieces *out) {
    bool done = true;
    for (size_t i = 0; s->uses_rows && i < s->carriers.len && done; i++) {
        carrier *c = &s->carriers.at[i];
        if (!c->loaded || c->loaded[part] || s->part[c->last] == part ||
            !has_number(&c->readers, node))
            continue;
        c->loaded[part] = true;
        done = add_inst(s, out, part, hir_row_load(s->g->h, &c->row, s->loop));
    }
    return done;
}

static bool store_rows(splitter *s, uint32_t node, pieces *out) {
    bool done = true;
    for (size_t i = 0; s->uses_rows && i < s->carriers.len && done; i++) {
        carrier *c = &s->carriers.at[i];
        if (c->loaded && c->last == node)
            done = add_inst(s, out, s->part[node], hir_row_store(s->g->h, &c->row, s->loop));
    }
    return done;
}

static bool add_pieces(splitter *s, uint32_t node, uint32_t *last, pieces *out) {
    const numbers one = {.at = &node, .len = 1};
    const numbers *readers = s->readers[node].len ? &s->readers[node] : &one;
    bool done = true, first = true;
    for (size_t i = 0; i < readers->len && done; i++) {
        uint32_t part = s->part[readers->at[i]];
        if (last[part] == node + 1)
            continue;
        last[part] = node + 1;
        done = load_rows(s, node, part, out);
        done &= add_piece(s, out, part,
                          first ? s->nodes.at[node] : hir_clone(s->g->h, s->nodes.at[node]));
        first = false;
    }
    return done && store_rows(s, node, out);
}

/* For those that are read in a part that does not assign them. */
static bool make_rows(splitter *s) {
    bool done = true;
    for (size_t i = 0; s->uses_rows && i < s->carriers.len && done; i++) {
        carrier *c = &s->carriers.at[i];
        if (!crosses(s, c))
            continue;
        c->loaded = arena_array(&s->mem, s->parts, bool);
        done = c->loaded && hir_row_make(s->g->h, s->g->region, s->at_once, c->temp, &c->row);
    }
    return done;
}

static bool find_pieces(splitter *s, pieces *out) {
    uint32_t *last = arena_array(&s->mem, s->parts, uint32_t);
    bool done = last && make_rows(s);
    for (uint32_t i = 0; done && i < s->nodes.len; i++)
        done = add_pieces(s, i, last, out);
    return done;
}

/* Nodes keep their order in each part. The loop itself has the first. */
static bool split(splitter *s) {
    pieces all = {0};
    HLLoop **loops = arena_array(&s->mem, s->parts, HLLoop *);
    bool done = loops && find_pieces(s, &all);
    for (uint32_t i = 0; done && i < s->parts; i++)
        done = (loops[i] = i ? hir_loop_like(s->g->h, s->loop) : s->loop) != NULL;
    for (uint32_t i = 1; done && i < s->parts; i++)
        hir_insert_after(&loops[i - 1]->node.node, &loops[i]->node.node);
    for (size_t i = 0; done && i < all.len; i++) {
        HLLoop *to = loops[all.at[i].part];
        hir_unlink(all.at[i].node);
        hir_append(&to->body, &to->node.node, all.at[i].node);
    }
    vec_free(s->g->h->ctx, &all);
    return done;
}

static dd_reply check(const dd_graph *g, HLLoop *loop) {
    if (!g->complete)
        return hir_decline(HIR_WHY_REGION_TOO_LARGE);
    if (loop->loop_kind == LOOP_WHILE)
        return hir_decline(HIR_WHY_NO_COUNT);
    if (loop->loop_kind == LOOP_MULTI_EXIT)
        return hir_decline(HIR_WHY_EXITS);
    if (!loop->body.first || !loop->body.first->next)
        return hir_decline(HIR_WHY_ONE_PART);
    if (hir_upper(loop)->defined_at >= loop->level)
        return hir_decline(HIR_WHY_BOUND_ASSIGNED);
    if (hir_is_crossed(g->region, &loop->body))
        return hir_decline(HIR_WHY_JUMPS_CROSS);
    if (!hir_gets_to_end(&loop->node.node))
        return hir_decline(HIR_WHY_MAY_NOT_END);
    return dd_yes();
}

dd_reply hir_distribute(const dd_graph *g, HLLoop *loop) {
    splitter s = {.g = g, .loop = loop};
    dd_reply reply = check(g, loop);
    if (!reply.yes)
        return reply;
    arena_init(&s.mem, g->h->ctx);
    map_init(&s.number, g->h->ctx);
    map_init(&s.carrier_of, g->h->ctx);
    reply = find_parts(&s);
    if (reply.yes)
        reply = fit_rows(&s);
    if (reply.yes && !split(&s))
        reply = hir_decline(HIR_WHY_OUT_OF_MEMORY);
    if (reply.yes) {
        hir_note_change(g);
    }
    map_free(&s.number);
    map_free(&s.carrier_of);
    for (size_t i = 0; i < s.carriers.len; i++) {
        vec_free(g->h->ctx, &s.carriers.at[i].readers);
        vec_free(g->h->ctx, &s.carriers.at[i].writers);
    }
    vec_free(g->h->ctx, &s.carriers);
    for (size_t i = 0; s.readers && i < s.nodes.len; i++)
        vec_free(g->h->ctx, &s.readers[i]);
    vec_free(g->h->ctx, &s.nodes);
    vec_free(g->h->ctx, &s.links);
    arena_free(&s.mem);
    return reply;
}
