#include "ir/ptr/ptr_graph.h"

#include "base/num.h"
#include "ir/ptr/ptr_place.h"
#include "ir/ptr/ptr_shape.h"

#include <stdlib.h>
#include <string.h>

/* How many classes a program may need. A value of the program asks for a fixed number of locations
 * at most: its own, what it points to, and members on its path, each view of which is made once;
 * real programs have less than one class per value. Merging makes only locations that one of the
 * two merged classes had. What needs more than NODES_PER_VALUE for each value is a knot: a struct
 * that was merged with a part of itself, whose locations lead to ever more locations. So the number
 * of classes, and with it that of merges, is bounded by the size of the program. */
enum { SOME_NODES = 1 << 14, NODES_PER_VALUE = 32 };

bool ptr_graph_init(ptr_graph *g, lathe_module *m) {
    lathe_ctx *ctx = m->ctx;
    *g = (ptr_graph){.ctx = ctx, .most_nodes = SOME_NODES};
    ir_srcloc_init(&g->places, m);
    arena_init(&g->mem, ctx);
    map_init(&g->shape_of, ctx);
    map_init_strings(&g->shape_named, ctx);
    map_init_strings(&g->symbol_named, ctx);
    map_init(&g->passing, ctx);
    map_init(&g->value_class, ctx);
    return vec_push(ctx, &g->nodes, (ptr_node){0}) && vec_push(ctx, &g->shapes, (ptr_shape){0}) &&
           vec_push(ctx, &g->facts, (ptr_fact){0}) &&
           vec_push(ctx, &g->witnesses, (ptr_witness){0}) &&
           vec_push(ctx, &g->signatures, (ptr_signature){0});
}

void ptr_graph_free(ptr_graph *g) {
    for (size_t i = 0; i < g->nodes.len; i++) {
        vec_free(g->ctx, &g->nodes.at[i].fields);
        vec_free(g->ctx, &g->nodes.at[i].holders);
    }
    vec_free(g->ctx, &g->nodes);
    vec_free(g->ctx, &g->shapes);
    vec_free(g->ctx, &g->facts);
    vec_free(g->ctx, &g->witnesses);
    vec_free(g->ctx, &g->signatures);
    vec_free(g->ctx, &g->sites);
    vec_free(g->ctx, &g->symbols);
    vec_free(g->ctx, &g->flows);
    vec_free(g->ctx, &g->pending);
    vec_free(g->ctx, &g->history);
    vec_free(g->ctx, &g->shadows);
    map_free(&g->shape_of);
    map_free(&g->shape_named);
    map_free(&g->symbol_named);
    map_free(&g->passing);
    map_free(&g->value_class);
    ir_srcloc_free(&g->places);
    arena_free(&g->mem);
}

void ptr_expect(ptr_graph *g, size_t values) {
    g->most_nodes += NODES_PER_VALUE * values;
}

ptr_class ptr_new(ptr_graph *g) {
    if (g->nodes.len >= g->most_nodes)
        ctx_fail(g->ctx, LATHE_GAVE_UP, "pointer analysis exceeded %zu classes", g->most_nodes);
    if (g->nodes.len >= g->most_nodes || !ctx_tick(g->ctx, 1))
        return 0;
    ptr_class c = (ptr_class)g->nodes.len;
    return vec_push(g->ctx, &g->nodes, (ptr_node){.up = c, .extent = 1}) ? c : 0;
}

ptr_class ptr_find(ptr_graph *g, ptr_class c) {
    lathe_assert(c < g->nodes.len);
    ptr_node *nodes = g->nodes.at;
    while (nodes[c].up != c) {
        nodes[c].up = nodes[nodes[c].up].up;
        c = nodes[c].up;
    }
    return c;
}

void ptr_merge(ptr_graph *g, ptr_class a, ptr_class b) {
    lathe_assert(a < g->nodes.len && b < g->nodes.len);
    if (a && b && a != b)
        vec_push(g->ctx, &g->pending, (ptr_pair){a, b, g->here, g->cause});
}

/* The first member of a flat location is not a field of it. */
static void drop_first_field(ptr_graph *g, ptr_class c) {
    ptr_node *n = &g->nodes.at[c];
    lathe_assert(n->flat);
    size_t i = ptr_field_above(n, 0);
    if (i == 0 || n->fields.at[i - 1].offset != 0)
        return;
    ptr_class first = n->fields.at[i - 1].target;
    memmove(&n->fields.at[i - 1], &n->fields.at[i], (n->fields.len - i) * sizeof *n->fields.at);
    n->fields.len--;
    ptr_merge(g, first, c);
}

/* A first member that was merged with its container, at any depth, is not a field any more: all
 * views on the way are one. */
static void flatten(ptr_graph *g, ptr_class c) {
    ptr_class view = c;
    bool cyclic = g->nodes.at[c].flat;
    for (int depth = 0; depth < PTR_MAX_DEPTH && !cyclic; depth++) {
        ptr_class first = ptr_exact_field(g, view, 0);
        if (!first || (first == view && view != c))
            return;
        cyclic = first == c;
        view = first;
    }
    if (!cyclic)
        return;
    for (view = ptr_exact_field(g, c, 0); view != c; view = ptr_exact_field(g, view, 0))
        ptr_merge(g, view, c);
    g->nodes.at[c].flat = true;
    drop_first_field(g, c);
}

/* The view of c's location as a struct of shape `inner`, with which c's own shape begins. */
static ptr_class first_view(ptr_graph *g, ptr_class c, uint32_t inner) {
    for (int depth = 0; c && depth < PTR_MAX_DEPTH && g->nodes.at[c].shape != inner; depth++) {
        uint32_t own = ptr_shape_in_use(g, c);
        ptr_class first = ptr_exact_field(g, c, 0);
        if (!own || first == c)
            return c;
        c = first ? first : ptr_new_field(g, c, 0, &g->shapes.at[own].members[0]);
    }
    return c;
}

/* Puts back a field found while c's location was seen as `shape`: a first member goes below the
 * view it is the first member of. */
static void readd_field(ptr_graph *g, ptr_class c, uint32_t shape, ptr_field f) {
    uint32_t own = ptr_shape_in_use(g, c);
    bool nested = f.offset == 0 && shape && own != shape && ptr_shape_begins_with(g, own, shape);
    ptr_put_field(g, nested ? first_view(g, c, shape) : c, f);
}

typedef VEC(ptr_field) field_list;

static field_list take_fields(ptr_graph *g, ptr_class c) {
    field_list taken = {g->nodes.at[c].fields.at, g->nodes.at[c].fields.len,
                        g->nodes.at[c].fields.cap};
    g->nodes.at[c].fields.at = NULL;
    g->nodes.at[c].fields.len = g->nodes.at[c].fields.cap = 0;
    return taken;
}

/* Takes all fields out and puts them back under the stride and shape c has now. */
static void rehome(ptr_graph *g, ptr_class c, uint32_t old_shape) {
    field_list old = take_fields(g, c);
    for (size_t i = 0; i < old.len; i++)
        readd_field(g, c, old_shape, old.at[i]);
    vec_free(g->ctx, &old);
}

/* c's bytes in one of its containers belong to c and no other field, unless c lies there inside
 * another field. */
static void fit_into(ptr_graph *g, ptr_class c, ptr_holder h) {
    ptr_class container = ptr_find(g, h.container);
    if (container == c || ptr_exact_field(g, container, h.offset) != c)
        return;
    ptr_swallow(g, container, h.offset, c);
    if (ptr_exact_field(g, container, h.offset) == c)
        ptr_wrap_field(g, container, h.offset, c);
}

/* Which of two shapes a merged location has: the larger if one begins with the other, else the one
 * known first, so that the answer does not depend on the order of merges. */
static uint32_t joint_shape(const ptr_graph *g, uint32_t a, uint32_t b) {
    if (!a || !b)
        return a ? a : b;
    if (ptr_shape_begins_with(g, a, b))
        return a;
    if (ptr_shape_begins_with(g, b, a))
        return b;
    return a < b ? a : b;
}

static bool is_mixture(const ptr_graph *g, uint32_t a, uint32_t b) {
    return a && b && !ptr_shape_begins_with(g, a, b) && !ptr_shape_begins_with(g, b, a);
}

/* Gives c another form, which is also a location of this shape. All of it is set before fields
 * move, so that they move only once, and to where they stay. */
static void reform(ptr_graph *g, ptr_class c, uint32_t shape, uint64_t stride, int64_t extent) {
    ptr_node *n = &g->nodes.at[c];
    lathe_assert(c && n->up == c && shape < g->shapes.len);
    uint32_t old_shape = n->shape;
    bool mixed = n->mixed || is_mixture(g, n->shape, shape);
    shape = joint_shape(g, n->shape, shape);
    bool moved = shape != old_shape || stride != n->stride || mixed != n->mixed;
    extent =
        extent < (int64_t)g->shapes.at[shape].size ? (int64_t)g->shapes.at[shape].size : extent;
    extent = extent < (int64_t)stride ? (int64_t)stride : extent;
    bool grows = extent > n->extent, repeats = stride && !n->stride;
    n->shape = shape;
    n->mixed = mixed;
    n->stride = stride;
    n->extent = grows ? extent : n->extent;
    if (moved && n->fields.len)
        rehome(g, c, old_shape);
    for (size_t i = 0; (grows || repeats) && i < g->nodes.at[c].holders.len; i++)
        fit_into(g, c, g->nodes.at[c].holders.at[i]);
}

void ptr_set_stride(ptr_graph *g, ptr_class c, uint64_t stride) {
    const ptr_node *n = &g->nodes.at[c];
    reform(g, c, n->shape, num_gcd(n->stride, stride), n->extent);
}

void ptr_extend_place(ptr_graph *g, ptr_class c, int64_t size) {
    const ptr_node *n = &g->nodes.at[c];
    if (n->extent < size)
        reform(g, c, n->shape, n->stride, size);
}

/* Gives up distinguishing locations of c, and c from what holds it. */
void ptr_fold(ptr_graph *g, ptr_class c) {
    c = ptr_find(g, c);
    if (!c)
        return;
    for (size_t i = 0; i < g->nodes.at[c].holders.len; i++)
        ptr_merge(g, c, g->nodes.at[c].holders.at[i].container);
    g->nodes.at[c].holders.len = 0;
    field_list old = take_fields(g, c);
    g->nodes.at[c].stride = 1;
    for (size_t i = 0; i < old.len; i++)
        ptr_merge(g, c, old.at[i].target);
    vec_free(g->ctx, &old);
}

ptr_class ptr_pointee_named(ptr_graph *g, ptr_class c) {
    if (!c)
        return 0;
    ptr_class view = ptr_scalar_view(g, c);
    if (!g->nodes.at[view].pointee) {
        ptr_class fresh = ptr_new(g);
        g->nodes.at[view].pointee = fresh;
    }
    return g->nodes.at[view].pointee;
}

ptr_class ptr_pointee(ptr_graph *g, ptr_class c) {
    return ptr_find(g, ptr_pointee_named(g, c));
}

void ptr_set_pointee(ptr_graph *g, ptr_class c, ptr_class target) {
    if (!c || !target)
        return;
    ptr_class view = ptr_scalar_view(g, c);
    if (g->nodes.at[view].pointee)
        ptr_merge(g, g->nodes.at[view].pointee, target);
    else
        g->nodes.at[view].pointee = target;
}

ptr_class ptr_walk(ptr_graph *g, ptr_class c, uint64_t stride) {
    c = ptr_find(g, c);
    if (c && stride)
        ptr_set_stride(g, c, stride);
    ptr_settle(g);
    return ptr_find(g, c);
}

void ptr_extend(ptr_graph *g, ptr_class c, uint64_t size) {
    c = ptr_find(g, c);
    if (!c)
        return;
    ptr_class view = ptr_scalar_view(g, c);
    if (g->nodes.at[view].extent < (int64_t)size)
        ptr_extend_place(g, view, (int64_t)size);
    ptr_settle(g);
}

void ptr_cover(ptr_graph *g, ptr_class c, uint64_t size) {
    c = ptr_find(g, c);
    if (c && size < PTR_OPEN_END)
        ptr_extend_place(g, c, (int64_t)size);
    ptr_settle(g);
}

/* A holder of c at offset 0 that is a struct beginning with c and of this shape: a pointer to the
 * first member cast back to its container. */
static ptr_class enclosing_view(ptr_graph *g, ptr_class c, uint32_t shape) {
    for (size_t i = 0; i < g->nodes.at[c].holders.len; i++) {
        ptr_holder h = g->nodes.at[c].holders.at[i];
        ptr_class container = ptr_find(g, h.container);
        if (h.offset == 0 && g->nodes.at[container].shape == shape)
            return container;
    }
    return 0;
}

ptr_class ptr_see_shape(ptr_graph *g, ptr_class c, uint32_t shape, uint32_t witness) {
    c = ptr_find(g, c);
    if (!c || !shape)
        return c;
    lathe_assert(shape < g->shapes.len && witness < g->witnesses.len);
    uint32_t own = g->nodes.at[c].shape;
    if (own != shape && ptr_shape_begins_with(g, ptr_shape_in_use(g, c), shape)) {
        c = first_view(g, c, shape);
        ptr_settle(g);
        c = ptr_find(g, c);
        own = g->nodes.at[c].shape;
    }
    ptr_class enclosing = own == shape ? 0 : enclosing_view(g, c, shape);
    if (enclosing)
        c = enclosing;
    else if (own != shape && (!own || !g->nodes.at[c].holders.len))
        reform(g, c, shape, g->nodes.at[c].stride, 1);
    ptr_settle(g);
    c = ptr_find(g, c);
    ptr_add_type(g, c, shape, witness);
    return c;
}

ptr_class ptr_member_at(ptr_graph *g, ptr_class c, uint32_t shape, uint32_t member) {
    c = ptr_find(g, c);
    if (!c)
        return 0;
    lathe_assert(shape < g->shapes.len && member < g->shapes.at[shape].member_count);
    const ptr_member *m = &g->shapes.at[shape].members[member];
    if (ptr_shape_in_use(g, c) != shape || m->offset != 0)
        return ptr_at(g, c, (int64_t)m->offset);
    ptr_class first = ptr_exact_field(g, c, 0);
    return first ? first : ptr_new_field(g, c, 0, m);
}

/* A location that lies inside itself repeats: its stride divides the distance. Takes such holders
 * out of a list of c's and returns what divides them all, 0 if there are none. */
static uint64_t take_self_holders(ptr_graph *g, ptr_class c, ptr_holder *holders, size_t *len) {
    size_t kept = 0;
    uint64_t period = 0;
    for (size_t i = 0; i < *len; i++) {
        if (ptr_find(g, holders[i].container) != c)
            holders[kept++] = holders[i];
        else
            period = num_gcd(period, num_magnitude(holders[i].offset));
    }
    *len = kept;
    return period;
}

/* Holders before `from` are known to be others. */
static void drop_self_holders(ptr_graph *g, ptr_class c, size_t from) {
    ptr_node *n = &g->nodes.at[c];
    size_t len = n->holders.len - from;
    uint64_t period = len ? take_self_holders(g, c, n->holders.at + from, &len) : 0;
    n->holders.len = from + len;
    if (period)
        ptr_set_stride(g, c, period);
}

static size_t weight(const ptr_node *n) {
    return n->fields.len + n->holders.len + (n->objects.first != 0) + (n->types.first != 0);
}

static void join(ptr_graph *g, ptr_class a, ptr_class b) {
    lathe_assert(a && b && a != b && g->nodes.at[a].up == a && g->nodes.at[b].up == b);
    if (weight(&g->nodes.at[a]) < weight(&g->nodes.at[b])) {
        ptr_class swap = a;
        a = b;
        b = swap;
    }
    lathe_assert(weight(&g->nodes.at[a]) >= weight(&g->nodes.at[b])); /* or it is not near-linear */
    bool views = ptr_is_view_of(g, a, b) || ptr_is_view_of(g, b, a);
    ptr_node from = g->nodes.at[b];
    g->merges++;
    g->nodes.at[a].accessed |= from.accessed;
    g->nodes.at[a].used |= from.used;
    g->nodes.at[a].bulk |= from.bulk;
    g->nodes.at[a].flat |= from.flat || views; /* or the first member would be made anew */
    g->nodes.at[a].part_read |= from.part_read;
    g->nodes.at[a].part_written |= from.part_written;
    g->nodes.at[a].cast |= from.cast;
    g->nodes.at[b] = (ptr_node){.up = a};
    ptr_join_facts(g, a, &from);
    ptr_join_signatures(g, a, from.signatures);
    ptr_node *into = &g->nodes.at[a];
    uint64_t period = take_self_holders(g, a, from.holders.at, &from.holders.len);
    if (from.fields.len)
        period = num_gcd(period, take_self_holders(g, a, into->holders.at, &into->holders.len));
    bool becomes_mixed = from.mixed && !into->mixed;
    into->mixed |= from.mixed;
    reform(g, a, from.shape ? from.shape : into->shape,
           num_gcd(period, num_gcd(into->stride, from.stride)), from.extent);
    if (becomes_mixed)
        rehome(g, a, g->nodes.at[a].shape);
    for (size_t i = 0; i < from.fields.len; i++)
        readd_field(g, a, from.shape, from.fields.at[i]);
    size_t known = g->nodes.at[a].holders.len;
    for (size_t i = 0; i < from.holders.len; i++)
        ptr_add_holder(g, a, ptr_find(g, from.holders.at[i].container), from.holders.at[i].offset);
    bool larger = g->nodes.at[a].extent > from.extent || g->nodes.at[a].stride != from.stride;
    for (size_t i = 0; larger && i < from.holders.len; i++)
        fit_into(g, a, from.holders.at[i]);
    bool appended = g->nodes.at[a].holders.len == known + from.holders.len;
    drop_self_holders(g, a, appended && !from.fields.len ? known : 0);
    flatten(g, a);
    ptr_set_pointee(g, a, from.pointee);
    ptr_hand_down_pointee(g, a);
    vec_free(g->ctx, &from.fields);
    vec_free(g->ctx, &from.holders);
}

void ptr_settle(ptr_graph *g) {
    if (g->settling)
        return;
    g->settling = true;
    while (g->pending.len) {
        ptr_pair p = vec_pop(&g->pending);
        ptr_class a = ptr_find(g, p.a), b = ptr_find(g, p.b);
        if (a == b || !ctx_tick(g->ctx, 1))
            continue;
        vec_push(g->ctx, &g->history, (ptr_join){p.a, p.b, p.at, p.cause});
        g->cause = (uint32_t)g->history.len;
        join(g, a, b);
    }
    g->cause = 0;
    g->settling = false;
}
