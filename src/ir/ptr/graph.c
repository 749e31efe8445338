#include "ir/ptr/graph.h"

#include "ir/ptr/shape.h"

#include <stdlib.h>
#include <string.h>

/* Deeper chains of containers than these come from cyclic merges; they are folded into one. */
enum { MAX_DEPTH = 24, MAX_FIELDS = 2048, MAX_BEYOND = 64 };

static void fold(ptr_graph *g, ptr_class c);
static void set_stride(ptr_graph *g, ptr_class c, uint64_t stride);
static void extend_place(ptr_graph *g, ptr_class c, int64_t size);
static ptr_class place_at(ptr_graph *g, ptr_class c, int64_t offset, bool moved);

bool ptr_graph_init(ptr_graph *g, lathe_module *m) {
    lathe_ctx *ctx = m->ctx;
    *g = (ptr_graph){.ctx = ctx};
    ir_srcloc_init(&g->places, m);
    arena_init(&g->mem, ctx);
    map_init(&g->shape_of, ctx);
    map_init_strings(&g->shape_named, ctx);
    map_init_strings(&g->symbol_named, ctx);
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
    vec_free(g->ctx, &g->pending);
    map_free(&g->shape_of);
    map_free(&g->shape_named);
    map_free(&g->symbol_named);
    map_free(&g->value_class);
    ir_srcloc_free(&g->places);
    arena_free(&g->mem);
}

ptr_class ptr_new(ptr_graph *g) {
    if (g->nodes.len == UINT32_MAX || !ctx_tick(g->ctx, 1))
        return 0;
    ptr_class c = (ptr_class)g->nodes.len;
    return vec_push(g->ctx, &g->nodes, (ptr_node){.up = c, .extent = 1}) ? c : 0;
}

ptr_class ptr_find(ptr_graph *g, ptr_class c) {
    ptr_node *nodes = g->nodes.at;
    while (nodes[c].up != c) {
        nodes[c].up = nodes[nodes[c].up].up;
        c = nodes[c].up;
    }
    return c;
}

void ptr_merge(ptr_graph *g, ptr_class a, ptr_class b) {
    if (a && b && a != b)
        vec_push(g->ctx, &g->pending, (ptr_pair){a, b});
}

/* Index of the first field with an offset above `offset`. */
static size_t field_above(const ptr_node *n, int64_t offset) {
    size_t low = 0, high = n->fields.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (n->fields.at[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static ptr_class exact_field(ptr_graph *g, ptr_class c, int64_t offset) {
    const ptr_node *n = &g->nodes.at[c];
    if (offset == 0 && n->flat)
        return c;
    size_t i = field_above(n, offset);
    if (i == 0 || n->fields.at[i - 1].offset != offset)
        return 0;
    return ptr_find(g, n->fields.at[i - 1].target);
}

static uint32_t shape_in_use(const ptr_graph *g, ptr_class c);

/* Bytes from offset on that belong to a field of c. Where a repeated place ends is known from the
 * shape of what holds it alone: the same elements may be an array here and one member there. In a
 * place without a shape, all that follows may be elements. */
static int64_t extent_in(const ptr_graph *g, ptr_class c, int64_t offset, ptr_class field) {
    if (!g->nodes.at[field].stride)
        return g->nodes.at[field].extent;
    uint32_t shape = shape_in_use(g, c);
    if (!shape)
        return PTR_OPEN_END;
    const ptr_member *m = offset < 0 ? NULL : ptr_shape_member(g, shape, (uint64_t)offset);
    if (!m || (int64_t)m->offset != offset)
        return g->nodes.at[field].extent;
    return ptr_member_is_open(&g->shapes.at[shape], m) ? PTR_OPEN_END : (int64_t)m->size;
}

/* The field of c whose bytes include offset; *start is where it begins. 0 if there is none. */
static ptr_class covering_field(ptr_graph *g, ptr_class c, int64_t offset, int64_t *start) {
    const ptr_node *n = &g->nodes.at[c];
    size_t i = field_above(n, offset);
    if (i == 0)
        return 0;
    ptr_field f = n->fields.at[i - 1];
    ptr_class target = ptr_find(g, f.target);
    *start = f.offset;
    if (f.offset == offset)
        return target == c && offset == 0 ? 0 : target;
    bool covers = f.offset >= 0 && offset - f.offset < extent_in(g, c, f.offset, target);
    return covers && !(target == c && f.offset == 0) ? target : 0;
}

/* Whether the place lies beyond a member. */
static bool is_beyond(const ptr_node *n, int64_t offset) {
    return n->holders.len && (offset < 0 || offset >= n->extent);
}

/* The same, and it is no other element: an array's elements are one place wherever the array
 * ends, as C has it. Clients learn from PTR_WALKED that this was relied on. */
static bool is_outside(const ptr_node *n, int64_t offset) {
    return !n->stride && is_beyond(n, offset);
}

/* The shape that says where members are: none once the place is walked in steps that do not fit,
 * for then its members are in no fixed place. */
static uint32_t shape_in_use(const ptr_graph *g, ptr_class c) {
    const ptr_node *n = &g->nodes.at[c];
    uint64_t size = g->shapes.at[n->shape].size;
    bool folded = n->stride && (!size || n->stride % size);
    return folded || n->mixed ? 0 : n->shape;
}

static int64_t modulo(int64_t x, uint64_t stride) {
    int64_t r = x % (int64_t)stride;
    return r < 0 ? r + (int64_t)stride : r;
}

/* Innermost place at the address of c: what a scalar access there touches. */
static ptr_class scalar_view(ptr_graph *g, ptr_class c) {
    c = ptr_find(g, c);
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
        ptr_class first = exact_field(g, c, 0);
        if (!first || first == c)
            return c;
        c = first;
    }
    return c;
}

/* The first member of a flat place is no field of it. */
static void drop_first_field(ptr_graph *g, ptr_class c) {
    ptr_node *n = &g->nodes.at[c];
    size_t i = field_above(n, 0);
    if (i == 0 || n->fields.at[i - 1].offset != 0)
        return;
    ptr_class first = n->fields.at[i - 1].target;
    memmove(&n->fields.at[i - 1], &n->fields.at[i], (n->fields.len - i) * sizeof *n->fields.at);
    n->fields.len--;
    ptr_merge(g, first, c);
}

/* A first member that was merged with its container, at any depth, is no field any more: all
 * views on the way are one. */
static void flatten(ptr_graph *g, ptr_class c) {
    ptr_class view = c;
    bool cyclic = g->nodes.at[c].flat;
    for (int depth = 0; depth < MAX_DEPTH && !cyclic; depth++) {
        ptr_class first = exact_field(g, view, 0);
        if (!first || (first == view && view != c))
            return;
        cyclic = first == c;
        view = first;
    }
    if (!cyclic)
        return;
    for (view = exact_field(g, c, 0); view != c; view = exact_field(g, view, 0))
        ptr_merge(g, view, c);
    g->nodes.at[c].flat = true;
    drop_first_field(g, c);
}

/* Two records of one address in one container say the same thing once. */
static int by_place(const void *a, const void *b) {
    const ptr_holder *x = a, *y = b;
    if (x->container != y->container)
        return x->container < y->container ? -1 : 1;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static void compact_holders(ptr_graph *g, ptr_class c) {
    ptr_node *n = &g->nodes.at[c];
    for (size_t i = 0; i < n->holders.len; i++)
        n->holders.at[i].container = ptr_find(g, n->holders.at[i].container);
    if (n->holders.len > 1)
        qsort(n->holders.at, n->holders.len, sizeof *n->holders.at, by_place);
    size_t kept = 0;
    for (size_t i = 0; i < n->holders.len; i++)
        if (i == 0 || by_place(&n->holders.at[i], &n->holders.at[kept - 1]) != 0)
            n->holders.at[kept++] = n->holders.at[i];
    n->holders.len = kept;
}

/* Whether c is one of the views of the address of a container: itself, its first member, … */
static bool is_view_of(ptr_graph *g, ptr_class container, ptr_class c) {
    ptr_class view = ptr_find(g, container);
    c = ptr_find(g, c);
    for (int depth = 0; depth < MAX_DEPTH && view && view != c; depth++) {
        ptr_class first = exact_field(g, view, 0);
        view = first == view ? 0 : first;
    }
    return view == c;
}

/* c lies at this offset of the container. Any of the container's views will do for the first. */
static void tie(ptr_graph *g, ptr_class c, ptr_class container, int64_t offset) {
    if (offset || !is_view_of(g, container, c))
        ptr_merge(g, c, place_at(g, container, offset, true));
}

/* Invariant 1 for one holder: what c reaches outside its own bytes lies in the container. */
static void tie_outside(ptr_graph *g, ptr_class c, ptr_holder h) {
    for (size_t i = 0; i < g->nodes.at[c].fields.len; i++) {
        ptr_field f = g->nodes.at[c].fields.at[i];
        if (is_beyond(&g->nodes.at[c], f.offset))
            tie(g, f.target, h.container, h.offset + f.offset);
    }
}

static void add_holder(ptr_graph *g, ptr_class c, ptr_class container, int64_t offset) {
    ptr_node *n = &g->nodes.at[c];
    for (size_t i = 0; i < n->holders.len && i < 8; i++)
        if (ptr_find(g, n->holders.at[i].container) == container &&
            n->holders.at[i].offset == offset)
            return;
    bool full = n->holders.len >= 32 && (n->holders.len & (n->holders.len - 1)) == 0;
    if (full)
        compact_holders(g, c);
    ptr_holder h = {container, offset};
    if (vec_push(g->ctx, &g->nodes.at[c].holders, h))
        tie_outside(g, c, h);
}

/* Fields of c that begin inside [offset, offset + extent of target) belong to target. */
static void swallow(ptr_graph *g, ptr_class c, int64_t offset, ptr_class target) {
    if (target == c || offset < 0)
        return;
    int64_t extent = extent_in(g, c, offset, target);
    const ptr_node *around = &g->nodes.at[c];
    if (extent == PTR_OPEN_END && offset > 0 && around->holders.len && !around->stride)
        extend_place(g, c, PTR_OPEN_END);
    int64_t end = extent > PTR_OPEN_END - offset ? PTR_OPEN_END : offset + extent;
    ptr_node *n = &g->nodes.at[c];
    if (n->stride && end > (int64_t)n->stride)
        end = (int64_t)n->stride;
    size_t first = field_above(n, offset), last = first;
    while (last < n->fields.len && n->fields.at[last].offset < end)
        last++;
    VEC(ptr_field) inner = {0};
    for (size_t i = first; i < last; i++)
        vec_push(g->ctx, &inner, n->fields.at[i]);
    if (last > first) {
        memmove(&n->fields.at[first], &n->fields.at[last],
                (n->fields.len - last) * sizeof *n->fields.at);
        n->fields.len -= last - first;
    }
    for (size_t i = 0; i < inner.len; i++)
        ptr_merge(g, inner.at[i].target, place_at(g, target, inner.at[i].offset - offset, false));
    vec_free(g->ctx, &inner);
}

/* The scalar's view of a first member holds what the container's place held (invariant 3). */
static void hand_down_pointee(ptr_graph *g, ptr_class c) {
    ptr_class first = exact_field(g, c, 0);
    ptr_class held = g->nodes.at[c].pointee;
    if (!first || first == c || !held)
        return;
    g->nodes.at[c].pointee = 0;
    ptr_set_pointee(g, first, held);
}

/* A field that reaches beyond its container's stride overlaps the next element: it repeats as the
 * container does if it is the first, and else the steps are finer than they seemed. */
static void wrap_field(ptr_graph *g, ptr_class c, int64_t offset, ptr_class target) {
    int64_t stride = (int64_t)g->nodes.at[c].stride;
    if (!stride || target == c || offset < 0 || extent_in(g, c, offset, target) <= stride - offset)
        return;
    if (offset > 0)
        set_stride(g, c, (uint64_t)offset);
    else if (!g->nodes.at[target].stride || stride % (int64_t)g->nodes.at[target].stride)
        set_stride(g, target, (uint64_t)stride);
}

static void link_field(ptr_graph *g, ptr_class c, int64_t offset, ptr_class target) {
    ptr_node *n = &g->nodes.at[c];
    size_t i = field_above(n, offset);
    if (!vec_push(g->ctx, &n->fields, (ptr_field){0}))
        return;
    memmove(&n->fields.at[i + 1], &n->fields.at[i], (n->fields.len - 1 - i) * sizeof *n->fields.at);
    n->fields.at[i] = (ptr_field){.offset = offset, .target = target};
    add_holder(g, target, c, offset);
    swallow(g, c, offset, target);
    if (offset == 0)
        hand_down_pointee(g, c);
    wrap_field(g, c, offset, target);
    if (g->nodes.at[c].fields.len > MAX_FIELDS)
        fold(g, c);
}

/* The field at offset, made with the given extent; the place is neither covered nor reducible. */
static ptr_class new_field(ptr_graph *g, ptr_class c, int64_t offset, const ptr_member *member) {
    ptr_class target = ptr_new(g);
    if (!target)
        return 0;
    if (member) {
        const ptr_shape *shape = &g->shapes.at[g->nodes.at[c].shape];
        ptr_node *t = &g->nodes.at[target];
        t->extent = ptr_member_is_open(shape, member) ? PTR_OPEN_END : (int64_t)member->size;
        t->stride = member->stride;
        t->shape = member->shape;
    }
    link_field(g, c, offset, target);
    return target;
}

/* A member that pointers leave for so many places goes round a cycle of containers. */
static bool is_cyclic(const ptr_node *n) {
    size_t beyond = n->fields.len - field_above(n, n->extent - 1) + field_above(n, -1);
    return beyond > MAX_BEYOND && n->holders.len;
}

/* A place beyond c's own bytes: it is a field of c for objects that are no members, and lies in
 * the container for those that are. */
static ptr_class outside_field(ptr_graph *g, ptr_class c, int64_t offset) {
    int64_t start;
    ptr_class known = covering_field(g, c, offset, &start);
    if (known)
        return place_at(g, known, offset - start, false);
    ptr_class target = new_field(g, c, offset, NULL);
    for (size_t i = 0; target && i < g->nodes.at[c].holders.len; i++) {
        ptr_holder h = g->nodes.at[c].holders.at[i];
        ptr_class container = ptr_find(g, h.container);
        if (container != c)
            tie(g, target, container, h.offset + offset);
    }
    if (is_cyclic(&g->nodes.at[c]))
        fold(g, c);
    return target;
}

/* One step towards the place at *offset of c: the field or member that includes it. Returns the
 * class to go on from, with *offset relative to it. */
static ptr_class step_inside(ptr_graph *g, ptr_class c, int64_t *offset) {
    int64_t start;
    ptr_class field = covering_field(g, c, *offset, &start);
    if (field) {
        *offset -= start;
        return field;
    }
    uint32_t shape = shape_in_use(g, c);
    const ptr_member *member =
        shape && *offset > 0 ? ptr_shape_member(g, shape, (uint64_t)*offset) : NULL;
    int64_t at = member ? (int64_t)member->offset : *offset;
    ptr_class known = member ? covering_field(g, c, at, &start) : 0;
    if (known && start != at) {
        *offset -= start;
        extend_place(g, known, *offset + 1);
        return known;
    }
    known = exact_field(g, c, at);
    if (known == c && known) {
        at = *offset;
        *offset = 0;
        return new_field(g, c, at, NULL);
    }
    *offset -= at;
    if (!known)
        return new_field(g, c, at, member);
    extend_place(g, known, *offset + 1);
    return known;
}

/* A search that comes back to a class went round a cycle of containers: the class repeats with
 * the distance travelled. True, with the place in *found, if c is on the path already. */
static bool came_back(ptr_graph *g, ptr_class c, int64_t offset, ptr_class *found) {
    for (int i = 0; i < g->path_length; i++) {
        ptr_holder h = g->path[i];
        if (ptr_find(g, h.container) != c)
            continue;
        if (h.offset != offset)
            set_stride(g, c, (uint64_t)llabs(offset - h.offset));
        c = ptr_find(g, c);
        *found = exact_field(g, c, h.offset);
        if (!*found)
            *found = c;
        return true;
    }
    return false;
}

/* A place beyond c's own bytes when c repeats: another element, or, for a pointer to a member, a
 * place in the container. It is remembered as a field at its full distance, for holders to come. */
static ptr_class repeated_field(ptr_graph *g, ptr_class c, int64_t offset) {
    ptr_class target = place_at(g, c, modulo(offset, g->nodes.at[c].stride), false);
    c = ptr_find(g, c);
    ptr_node *n = &g->nodes.at[c];
    size_t i = field_above(n, offset);
    bool known = i && n->fields.at[i - 1].offset == offset;
    if (!target || known || !vec_push(g->ctx, &n->fields, (ptr_field){0}))
        return target;
    memmove(&n->fields.at[i + 1], &n->fields.at[i], (n->fields.len - 1 - i) * sizeof *n->fields.at);
    n->fields.at[i] = (ptr_field){offset, target, true};
    for (i = 0; i < g->nodes.at[c].holders.len; i++) {
        ptr_holder h = g->nodes.at[c].holders.at[i];
        if (ptr_find(g, h.container) != c)
            ptr_merge(g, target, ptr_move(g, h.container, h.offset + offset));
    }
    if (g->nodes.at[c].fields.len > MAX_FIELDS || is_cyclic(&g->nodes.at[c]))
        fold(g, c);
    return target;
}

/* A place beyond c's own bytes, inside whatever holds c. */
static ptr_class at_outside(ptr_graph *g, ptr_class c, int64_t offset) {
    ptr_class found;
    if (came_back(g, c, offset, &found))
        return found;
    if (g->path_length == PTR_MAX_HOLDING) {
        fold(g, c);
        return c;
    }
    g->path[g->path_length++] = (ptr_holder){c, offset};
    found = g->nodes.at[c].stride ? repeated_field(g, c, offset) : outside_field(g, c, offset);
    g->path_length--;
    return found;
}

/* Whether a move of a pointer to c leads to a place that may be in another element or outside. The
 * end of an array is the end of a walk over it, not the member that follows. */
static bool leaves(const ptr_node *n, int64_t offset, bool moved) {
    if (!n->stride)
        return is_outside(n, offset);
    return moved && (offset < 0 || offset > n->extent);
}

static void mark_moved(ptr_graph *g, ptr_class c, int64_t offset) {
    ptr_node *n = &g->nodes.at[ptr_find(g, c)];
    size_t i = field_above(n, offset);
    if (i && n->fields.at[i - 1].offset == offset)
        n->fields.at[i - 1].moved = true;
}

static ptr_class place_at(ptr_graph *g, ptr_class c, int64_t offset, bool moved) {
    c = ptr_find(g, c);
    for (int depth = 0; c && depth < MAX_DEPTH && ctx_ok(g->ctx); depth++) {
        if (offset == 0)
            return c;
        const ptr_node *n = &g->nodes.at[c];
        uint64_t stride = n->stride;
        if (leaves(n, offset, moved)) {
            ptr_class found = at_outside(g, c, offset);
            if (moved)
                mark_moved(g, c, offset);
            return found;
        }
        if (stride && (offset < 0 || offset >= (int64_t)stride)) {
            offset = modulo(offset, stride);
            continue;
        }
        ptr_class around = c;
        int64_t distance = offset;
        c = step_inside(g, c, &offset);
        if (moved)
            mark_moved(g, around, distance);
    }
    if (c && ctx_ok(g->ctx))
        fold(g, c);
    return c;
}

/* Whether something contains c, as opposed to having been reached by a step back from c. */
static bool is_contained(const ptr_node *n) {
    for (size_t i = 0; i < n->holders.len; i++)
        if (n->holders.at[i].offset >= 0)
            return true;
    return false;
}

/* A step back from a place that nothing contains yet must lead back: the place lies in what is
 * found there. Where something contains it, both are tied to that already. */
static void lead_back(ptr_graph *g, ptr_class found, int64_t distance, ptr_class c) {
    if (found == c || g->nodes.at[found].stride || g->nodes.at[c].stride ||
        is_contained(&g->nodes.at[c]))
        return;
    ptr_class known = exact_field(g, found, distance);
    ptr_merge(g, c, known ? known : place_at(g, found, distance, true));
}

static ptr_class go_to(ptr_graph *g, ptr_class c, int64_t offset, bool moved) {
    ptr_class found = place_at(g, c, offset, moved);
    if (found && offset < 0) {
        ptr_settle(g);
        lead_back(g, ptr_find(g, found), -offset, ptr_find(g, c));
    }
    return found;
}

ptr_class ptr_at(ptr_graph *g, ptr_class c, int64_t offset) {
    return go_to(g, c, offset, false);
}

ptr_class ptr_move(ptr_graph *g, ptr_class c, int64_t offset) {
    return go_to(g, c, offset, true);
}

enum { MAX_REACHED = 4096 };

/* The named place at *offset of c, or the one around it, with *offset relative to that; 0 if
 * there is none. */
static ptr_class look_inside(ptr_graph *g, ptr_class c, int64_t *offset) {
    uint64_t stride = g->nodes.at[c].stride;
    if (stride && (*offset < 0 || *offset >= (int64_t)stride)) {
        *offset = modulo(*offset, stride);
        return c;
    }
    int64_t start = 0;
    ptr_class field = covering_field(g, c, *offset, &start);
    *offset -= start;
    return field;
}

typedef VEC(ptr_holder) place_list;

static void add_place(ptr_graph *g, place_list *places, ptr_class c, int64_t offset) {
    for (size_t i = 0; i < places->len; i++)
        if (places->at[i].container == c && places->at[i].offset == offset)
            return;
    if (c && places->len < MAX_REACHED)
        vec_push(g->ctx, places, (ptr_holder){c, offset});
}

bool ptr_reaches(ptr_graph *g, ptr_class c, int64_t offset, ptr_class target) {
    place_list places = {0};
    bool found = false;
    target = scalar_view(g, target);
    add_place(g, &places, ptr_find(g, c), offset);
    for (size_t i = 0; !found && i < places.len; i++) {
        ptr_holder at = places.at[i];
        if (at.offset == 0) {
            found = scalar_view(g, at.container) == target;
            continue;
        }
        const ptr_node *n = &g->nodes.at[at.container];
        ptr_class known = exact_field(g, at.container, at.offset);
        if (known || !is_outside(n, at.offset)) {
            ptr_class inner = look_inside(g, at.container, &at.offset);
            add_place(g, &places, inner, at.offset);
            continue;
        }
        for (size_t h = 0; h < n->holders.len; h++)
            add_place(g, &places, ptr_find(g, n->holders.at[h].container),
                      n->holders.at[h].offset + at.offset);
    }
    vec_free(g->ctx, &places);
    return found;
}

static void insert_field(ptr_graph *g, ptr_class c, ptr_field f) {
    int64_t offset = f.offset;
    ptr_class target = f.target;
    c = ptr_find(g, c);
    target = ptr_find(g, target);
    if (offset == 0) {
        ptr_class first = exact_field(g, c, 0);
        if (first)
            ptr_merge(g, first, target);
        else if (target == c)
            g->nodes.at[c].flat = true;
        else
            link_field(g, c, 0, target);
        return;
    }
    int64_t start;
    const ptr_node *n = &g->nodes.at[c];
    uint32_t shape = shape_in_use(g, c);
    bool plain = !n->stride && !is_outside(n, offset) && !covering_field(g, c, offset, &start) &&
                 (!shape || offset < 0 || !ptr_shape_member(g, shape, (uint64_t)offset));
    if (plain && target != c) {
        link_field(g, c, offset, target);
        if (f.moved)
            mark_moved(g, c, offset);
        return;
    }
    ptr_merge(g, target, place_at(g, c, offset, f.moved));
}

void ptr_insert_field(ptr_graph *g, ptr_class c, int64_t offset, ptr_class target) {
    insert_field(g, c, (ptr_field){offset, target, true});
}

/* The view of c's place as a struct of shape `inner`, with which c's own shape begins. */
static ptr_class first_view(ptr_graph *g, ptr_class c, uint32_t inner) {
    for (int depth = 0; c && depth < MAX_DEPTH && g->nodes.at[c].shape != inner; depth++) {
        uint32_t own = shape_in_use(g, c);
        ptr_class first = exact_field(g, c, 0);
        if (!own || first == c)
            return c;
        c = first ? first : new_field(g, c, 0, &g->shapes.at[own].members[0]);
    }
    return c;
}

/* Puts back a field found while c's place was seen as `shape`: a first member goes below the view
 * it is the first member of. */
static void readd_field(ptr_graph *g, ptr_class c, uint32_t shape, ptr_field f) {
    uint32_t own = shape_in_use(g, c);
    bool nested = f.offset == 0 && shape && own != shape && ptr_shape_begins_with(g, own, shape);
    insert_field(g, nested ? first_view(g, c, shape) : c, f);
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
    if (container == c || exact_field(g, container, h.offset) != c)
        return;
    swallow(g, container, h.offset, c);
    if (exact_field(g, container, h.offset) == c)
        wrap_field(g, container, h.offset, c);
}

/* Which of two shapes a merged place has: the larger if one begins with the other, else the one
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

/* Gives c another form, which is also a place of this shape. All of it is set before fields move,
 * so that they move only once, and to where they stay. */
static void reform(ptr_graph *g, ptr_class c, uint32_t shape, uint64_t stride, int64_t extent) {
    ptr_node *n = &g->nodes.at[c];
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

static void set_stride(ptr_graph *g, ptr_class c, uint64_t stride) {
    const ptr_node *n = &g->nodes.at[c];
    reform(g, c, n->shape, ptr_gcd(n->stride, stride), n->extent);
}

static void extend_place(ptr_graph *g, ptr_class c, int64_t size) {
    const ptr_node *n = &g->nodes.at[c];
    if (n->extent < size)
        reform(g, c, n->shape, n->stride, size);
}

/* Gives up keeping places of c apart, and c apart from what holds it. */
static void fold(ptr_graph *g, ptr_class c) {
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

ptr_class ptr_pointee_if_any(ptr_graph *g, ptr_class c) {
    if (!c)
        return 0;
    return ptr_find(g, g->nodes.at[scalar_view(g, c)].pointee);
}

ptr_class ptr_pointee(ptr_graph *g, ptr_class c) {
    if (!c)
        return 0;
    ptr_class view = scalar_view(g, c);
    if (!g->nodes.at[view].pointee) {
        ptr_class fresh = ptr_new(g);
        g->nodes.at[view].pointee = fresh;
    }
    return ptr_find(g, g->nodes.at[view].pointee);
}

void ptr_set_pointee(ptr_graph *g, ptr_class c, ptr_class target) {
    if (!c || !target)
        return;
    ptr_class view = scalar_view(g, c);
    if (g->nodes.at[view].pointee)
        ptr_merge(g, g->nodes.at[view].pointee, target);
    else
        g->nodes.at[view].pointee = target;
}

ptr_class ptr_walk(ptr_graph *g, ptr_class c, uint64_t stride) {
    c = ptr_find(g, c);
    if (c && stride)
        set_stride(g, c, stride);
    ptr_settle(g);
    return ptr_find(g, c);
}

void ptr_extend(ptr_graph *g, ptr_class c, uint64_t size) {
    c = ptr_find(g, c);
    if (!c)
        return;
    ptr_class view = scalar_view(g, c);
    if (g->nodes.at[view].extent < (int64_t)size)
        extend_place(g, view, (int64_t)size);
    ptr_settle(g);
}

void ptr_cover(ptr_graph *g, ptr_class c, uint64_t size) {
    c = ptr_find(g, c);
    if (c && size < PTR_OPEN_END)
        extend_place(g, c, (int64_t)size);
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
    uint32_t own = g->nodes.at[c].shape;
    if (own != shape && ptr_shape_begins_with(g, shape_in_use(g, c), shape)) {
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
    const ptr_member *m = &g->shapes.at[shape].members[member];
    if (shape_in_use(g, c) != shape || m->offset != 0)
        return ptr_at(g, c, (int64_t)m->offset);
    ptr_class first = exact_field(g, c, 0);
    return first ? first : new_field(g, c, 0, m);
}

/* A place that lies inside itself repeats: its stride divides the distance. Takes such holders
 * out of a list of c's and returns what divides them all, 0 if there are none. */
static uint64_t take_self_holders(ptr_graph *g, ptr_class c, ptr_holder *holders, size_t *len) {
    size_t kept = 0;
    uint64_t period = 0;
    for (size_t i = 0; i < *len; i++) {
        if (ptr_find(g, holders[i].container) != c)
            holders[kept++] = holders[i];
        else
            period = ptr_gcd(period, (uint64_t)llabs(holders[i].offset));
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
        set_stride(g, c, period);
}

static size_t weight(const ptr_node *n) {
    return n->fields.len + n->holders.len + (n->objects.first != 0) + (n->types.first != 0);
}

static void join(ptr_graph *g, ptr_class a, ptr_class b) {
    if (weight(&g->nodes.at[a]) < weight(&g->nodes.at[b])) {
        ptr_class swap = a;
        a = b;
        b = swap;
    }
    ptr_node from = g->nodes.at[b];
    g->merges++;
    g->nodes.at[a].accessed |= from.accessed;
    g->nodes.at[a].flat |= from.flat;
    g->nodes.at[b] = (ptr_node){.up = a};
    ptr_join_facts(g, a, &from);
    ptr_join_signatures(g, a, from.signatures);
    ptr_node *into = &g->nodes.at[a];
    uint64_t period = take_self_holders(g, a, from.holders.at, &from.holders.len);
    if (from.fields.len)
        period = ptr_gcd(period, take_self_holders(g, a, into->holders.at, &into->holders.len));
    bool becomes_mixed = from.mixed && !into->mixed;
    into->mixed |= from.mixed;
    reform(g, a, from.shape ? from.shape : into->shape,
           ptr_gcd(period, ptr_gcd(into->stride, from.stride)), from.extent);
    if (becomes_mixed)
        rehome(g, a, g->nodes.at[a].shape);
    for (size_t i = 0; i < from.fields.len; i++)
        readd_field(g, a, from.shape, from.fields.at[i]);
    size_t known = g->nodes.at[a].holders.len;
    for (size_t i = 0; i < from.holders.len; i++)
        add_holder(g, a, ptr_find(g, from.holders.at[i].container), from.holders.at[i].offset);
    bool larger = g->nodes.at[a].extent > from.extent || g->nodes.at[a].stride != from.stride;
    for (size_t i = 0; larger && i < from.holders.len; i++)
        fit_into(g, a, from.holders.at[i]);
    bool appended = g->nodes.at[a].holders.len == known + from.holders.len;
    drop_self_holders(g, a, appended && !from.fields.len ? known : 0);
    flatten(g, a);
    ptr_set_pointee(g, a, from.pointee);
    hand_down_pointee(g, a);
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
        if (a != b && ctx_tick(g->ctx, 1))
            join(g, a, b);
    }
    g->settling = false;
}
