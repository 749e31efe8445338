/* Looking locations up: what is known, without making anything. */
#include "ir/ptr/ptr_place.h"

#include "ir/ptr/ptr_shape.h"

/* Index of the first field with an offset above `offset`. */
size_t ptr_field_above(const ptr_node *n, int64_t offset) {
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

ptr_class ptr_exact_field(ptr_graph *g, ptr_class c, int64_t offset) {
    const ptr_node *n = &g->nodes.at[c];
    if (offset == 0 && n->flat)
        return c;
    size_t i = ptr_field_above(n, offset);
    if (i == 0 || n->fields.at[i - 1].offset != offset)
        return 0;
    return ptr_find(g, n->fields.at[i - 1].target);
}

/* The shape that says where members are: none once the location is walked in steps that do not fit,
 * for then its members are at no fixed offset. */
uint32_t ptr_shape_in_use(const ptr_graph *g, ptr_class c) {
    const ptr_node *n = &g->nodes.at[c];
    uint64_t size = g->shapes.at[n->shape].size;
    bool folded = n->stride && (!size || n->stride % size);
    return folded || n->mixed ? 0 : n->shape;
}

/* Bytes from offset on that belong to a field of c. Where a repeated location ends is known from
 * the shape of what holds it alone: the same elements may be an array here and one member there,
 * but not less. In a location without a shape, all that follows may be elements. */
int64_t ptr_extent_in(const ptr_graph *g, ptr_class c, int64_t offset, ptr_class field) {
    if (!g->nodes.at[field].stride)
        return g->nodes.at[field].extent;
    uint32_t shape = ptr_shape_in_use(g, c);
    if (!shape)
        return PTR_OPEN_END;
    const ptr_member *m = offset < 0 ? NULL : ptr_shape_member(g, shape, (uint64_t)offset);
    if (!m || (int64_t)m->offset != offset)
        return g->nodes.at[field].extent;
    if (ptr_member_is_open(&g->shapes.at[shape], m))
        return PTR_OPEN_END;
    int64_t element = (int64_t)g->nodes.at[field].stride;
    return (int64_t)m->size < element ? element : (int64_t)m->size;
}

/* The field of c whose bytes include offset; *start is where it begins. 0 if there is none. */
ptr_class ptr_covering_field(ptr_graph *g, ptr_class c, int64_t offset, int64_t *start) {
    const ptr_node *n = &g->nodes.at[c];
    size_t i = ptr_field_above(n, offset);
    if (i == 0)
        return 0;
    ptr_field f = n->fields.at[i - 1];
    ptr_class target = ptr_find(g, f.target);
    *start = f.offset;
    if (f.offset == offset)
        return target == c && offset == 0 ? 0 : target;
    bool covers = f.offset >= 0 && offset - f.offset < ptr_extent_in(g, c, f.offset, target);
    return covers && !(target == c && f.offset == 0) ? target : 0;
}

/* Whether the location lies beyond a member. */
bool ptr_is_beyond(const ptr_node *n, int64_t offset) {
    return n->holders.len && (offset < 0 || offset >= n->extent);
}

/* The same, and it is not another element: an array's elements are one location wherever the array
 * ends, as C has it. Clients learn from PTR_WALKED that this was relied on. */
bool ptr_is_outside(const ptr_node *n, int64_t offset) {
    return !n->stride && ptr_is_beyond(n, offset);
}

/* Innermost location at the address of c: what a scalar access there touches. */
ptr_class ptr_scalar_view(ptr_graph *g, ptr_class c) {
    c = ptr_find(g, c);
    for (int depth = 0; depth < PTR_MAX_DEPTH; depth++) {
        ptr_class first = ptr_exact_field(g, c, 0);
        if (!first || first == c)
            return c;
        c = first;
    }
    return c;
}

/* Whether c is one of the views of the address of a container: itself, its first member, … */
bool ptr_is_view_of(ptr_graph *g, ptr_class container, ptr_class c) {
    ptr_class view = ptr_find(g, container);
    c = ptr_find(g, c);
    for (int depth = 0; depth < PTR_MAX_DEPTH && view && view != c; depth++) {
        ptr_class first = ptr_exact_field(g, view, 0);
        view = first == view ? 0 : first;
    }
    return view == c;
}

ptr_class ptr_pointee_if_any(ptr_graph *g, ptr_class c) {
    if (!c)
        return 0;
    return ptr_find(g, g->nodes.at[ptr_scalar_view(g, c)].pointee);
}
