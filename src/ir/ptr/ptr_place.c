/* Locations made on demand: fields, and what their containers must know of them. */
#include "ir/ptr/ptr_place.h"

#include "ir/ptr/ptr_shape.h"

#include <stdlib.h>
#include <string.h>

/* More fields than these are not distinguished; a member that is left for so many locations goes
 * round a cycle of containers. */
enum { MAX_FIELDS = 2048, MAX_BEYOND = 64 };

static ptr_class place_at(ptr_graph *g, ptr_class c, int64_t offset, bool moved);

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

/* c lies at this offset of the container. Any of the container's views will do for the first. */
static void tie(ptr_graph *g, ptr_class c, ptr_class container, int64_t offset) {
    if (offset || !ptr_is_view_of(g, container, c))
        ptr_merge(g, c, place_at(g, container, offset, true));
}

/* Invariant 1 for one holder: what c reaches outside its own bytes lies in the container. */
static void tie_outside(ptr_graph *g, ptr_class c, ptr_holder h) {
    for (size_t i = 0; i < g->nodes.at[c].fields.len; i++) {
        ptr_field f = g->nodes.at[c].fields.at[i];
        if (ptr_is_beyond(&g->nodes.at[c], f.offset))
            tie(g, f.target, h.container, h.offset + f.offset);
    }
}

void ptr_add_holder(ptr_graph *g, ptr_class c, ptr_class container, int64_t offset) {
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
void ptr_swallow(ptr_graph *g, ptr_class c, int64_t offset, ptr_class target) {
    if (target == c || offset < 0)
        return;
    int64_t extent = ptr_extent_in(g, c, offset, target);
    const ptr_node *around = &g->nodes.at[c];
    if (extent == PTR_OPEN_END && offset > 0 && around->holders.len && !around->stride)
        ptr_extend_place(g, c, PTR_OPEN_END);
    int64_t end = extent > PTR_OPEN_END - offset ? PTR_OPEN_END : offset + extent;
    ptr_node *n = &g->nodes.at[c];
    if (n->stride && end > (int64_t)n->stride)
        end = (int64_t)n->stride;
    size_t first = ptr_field_above(n, offset), last = first;
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

/* The scalar's view of a first member holds what the container's location held (invariant 3). */
void ptr_hand_down_pointee(ptr_graph *g, ptr_class c) {
    ptr_class first = ptr_exact_field(g, c, 0);
    ptr_class held = g->nodes.at[c].pointee;
    if (!first || first == c || !held)
        return;
    g->nodes.at[c].pointee = 0;
    ptr_set_pointee(g, first, held);
}

/* A field that reaches beyond its container's stride overlaps the next element: it repeats as the
 * container does if it is the first, and else the steps are finer than they seemed. */
void ptr_wrap_field(ptr_graph *g, ptr_class c, int64_t offset, ptr_class target) {
    int64_t stride = (int64_t)g->nodes.at[c].stride;
    if (!stride || target == c || offset < 0 ||
        ptr_extent_in(g, c, offset, target) <= stride - offset)
        return;
    if (offset > 0)
        ptr_set_stride(g, c, (uint64_t)offset);
    else if (!g->nodes.at[target].stride || stride % (int64_t)g->nodes.at[target].stride)
        ptr_set_stride(g, target, (uint64_t)stride);
}

static void link_field(ptr_graph *g, ptr_class c, int64_t offset, ptr_class target) {
    ptr_node *n = &g->nodes.at[c];
    size_t i = ptr_field_above(n, offset);
    if (!vec_push(g->ctx, &n->fields, (ptr_field){0}))
        return;
    memmove(&n->fields.at[i + 1], &n->fields.at[i], (n->fields.len - 1 - i) * sizeof *n->fields.at);
    n->fields.at[i] = (ptr_field){.offset = offset, .target = target};
    ptr_add_holder(g, target, c, offset);
    ptr_swallow(g, c, offset, target);
    if (offset == 0)
        ptr_hand_down_pointee(g, c);
    ptr_wrap_field(g, c, offset, target);
    if (g->nodes.at[c].fields.len > MAX_FIELDS)
        ptr_fold(g, c);
}

/* The field at offset, made with the given extent; offset is neither covered nor reducible. */
ptr_class ptr_new_field(ptr_graph *g, ptr_class c, int64_t offset, const ptr_member *member) {
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

/* A member that pointers leave for so many locations goes round a cycle of containers. */
static bool is_cyclic(const ptr_node *n) {
    size_t beyond = n->fields.len - ptr_field_above(n, n->extent - 1) + ptr_field_above(n, -1);
    return beyond > MAX_BEYOND && n->holders.len;
}

/* A location beyond c's own bytes: it is a field of c for objects that are not members, and lies in
 * the container for those that are. */
static ptr_class outside_field(ptr_graph *g, ptr_class c, int64_t offset) {
    int64_t start;
    ptr_class known = ptr_covering_field(g, c, offset, &start);
    if (known)
        return place_at(g, known, offset - start, false);
    ptr_class target = ptr_new_field(g, c, offset, NULL);
    for (size_t i = 0; target && i < g->nodes.at[c].holders.len; i++) {
        ptr_holder h = g->nodes.at[c].holders.at[i];
        ptr_class container = ptr_find(g, h.container);
        if (container != c)
            tie(g, target, container, h.offset + offset);
    }
    if (is_cyclic(&g->nodes.at[c]))
        ptr_fold(g, c);
    return target;
}

/* One step towards the location at *offset of c: the field or member that includes it. Returns the
 * class to go on from, with *offset relative to it. */
static ptr_class step_inside(ptr_graph *g, ptr_class c, int64_t *offset) {
    int64_t start;
    ptr_class field = ptr_covering_field(g, c, *offset, &start);
    if (field) {
        *offset -= start;
        return field;
    }
    uint32_t shape = ptr_shape_in_use(g, c);
    const ptr_member *member =
        shape && *offset > 0 ? ptr_shape_member(g, shape, (uint64_t)*offset) : NULL;
    int64_t at = member ? (int64_t)member->offset : *offset;
    ptr_class known = member ? ptr_covering_field(g, c, at, &start) : 0;
    if (known && start != at) {
        *offset -= start;
        ptr_extend_place(g, known, *offset + 1);
        return known;
    }
    known = ptr_exact_field(g, c, at);
    if (known == c && known) {
        at = *offset;
        *offset = 0;
        return ptr_new_field(g, c, at, NULL);
    }
    *offset -= at;
    if (!known)
        return ptr_new_field(g, c, at, member);
    ptr_extend_place(g, known, *offset + 1);
    return known;
}

/* A search that comes back to a class went round a cycle of containers: the class repeats with
 * the distance travelled. True, with the location in *found, if c is on the path already. */
static bool came_back(ptr_graph *g, ptr_class c, int64_t offset, ptr_class *found) {
    for (int i = 0; i < g->path_length; i++) {
        ptr_holder h = g->path[i];
        if (ptr_find(g, h.container) != c)
            continue;
        if (h.offset != offset)
            ptr_set_stride(g, c, (uint64_t)llabs(offset - h.offset));
        c = ptr_find(g, c);
        *found = ptr_exact_field(g, c, h.offset);
        if (!*found)
            *found = c;
        return true;
    }
    return false;
}

/* A location beyond c's own bytes when c repeats: another element, or, for a pointer to a member, a
 * location in the container. It is kept as a field at its full distance, for holders to come. */
static ptr_class repeated_field(ptr_graph *g, ptr_class c, int64_t offset) {
    ptr_class target = place_at(g, c, ptr_modulo(offset, g->nodes.at[c].stride), false);
    c = ptr_find(g, c);
    ptr_node *n = &g->nodes.at[c];
    size_t i = ptr_field_above(n, offset);
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
        ptr_fold(g, c);
    return target;
}

/* A location beyond c's own bytes, inside whatever holds c. */
static ptr_class at_outside(ptr_graph *g, ptr_class c, int64_t offset) {
    ptr_class found;
    if (came_back(g, c, offset, &found))
        return found;
    if (g->path_length == PTR_MAX_HOLDING) {
        ptr_fold(g, c);
        return c;
    }
    g->path[g->path_length++] = (ptr_holder){c, offset};
    found = g->nodes.at[c].stride ? repeated_field(g, c, offset) : outside_field(g, c, offset);
    g->path_length--;
    return found;
}

/* Whether a move of a pointer to c leads to a location that may be in another element or outside.
 * The end of an array is the end of a walk over it, not the member that follows. */
static bool leaves(const ptr_node *n, int64_t offset, bool moved) {
    if (!n->stride)
        return ptr_is_outside(n, offset);
    return moved && (offset < 0 || offset > n->extent);
}

static void mark_moved(ptr_graph *g, ptr_class c, int64_t offset) {
    ptr_node *n = &g->nodes.at[ptr_find(g, c)];
    size_t i = ptr_field_above(n, offset);
    if (i && n->fields.at[i - 1].offset == offset)
        n->fields.at[i - 1].moved = true;
}

static ptr_class place_at(ptr_graph *g, ptr_class c, int64_t offset, bool moved) {
    c = ptr_find(g, c);
    for (int depth = 0; c && depth < PTR_MAX_DEPTH && ctx_ok(g->ctx); depth++) {
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
            offset = ptr_modulo(offset, stride);
            continue;
        }
        ptr_class around = c;
        int64_t distance = offset;
        c = step_inside(g, c, &offset);
        if (moved)
            mark_moved(g, around, distance);
    }
    if (c && ctx_ok(g->ctx))
        ptr_fold(g, c);
    return c;
}

/* Whether something contains c, as opposed to having been reached by a step back from c. */
static bool is_contained(const ptr_node *n) {
    for (size_t i = 0; i < n->holders.len; i++)
        if (n->holders.at[i].offset >= 0)
            return true;
    return false;
}

/* A step back from a location that nothing contains yet must lead back: the location lies in what
 * is found there. Where something contains it, both are tied to that already. */
static void lead_back(ptr_graph *g, ptr_class found, int64_t distance, ptr_class c) {
    if (found == c || g->nodes.at[found].stride || g->nodes.at[c].stride ||
        is_contained(&g->nodes.at[c]))
        return;
    ptr_class known = ptr_exact_field(g, found, distance);
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

void ptr_put_field(ptr_graph *g, ptr_class c, ptr_field f) {
    int64_t offset = f.offset;
    ptr_class target = f.target;
    c = ptr_find(g, c);
    target = ptr_find(g, target);
    if (offset == 0) {
        ptr_class first = ptr_exact_field(g, c, 0);
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
    uint32_t shape = ptr_shape_in_use(g, c);
    bool plain = !n->stride && !ptr_is_outside(n, offset) &&
                 !ptr_covering_field(g, c, offset, &start) &&
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
    ptr_put_field(g, c, (ptr_field){offset, target, true});
}
