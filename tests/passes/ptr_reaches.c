/* Which places of a graph of pointer classes are so many bytes from one another. */
#include "passes/ptr_touch.h"

#include "ir/ptr/ptr_place.h"
#include "ir/ptr/ptr_shape.h"

enum { MAX_REACHED = 4096 };

/* The named place at *offset of c, or the one around it, with *offset relative to that; 0 if
 * there is none. */
static ptr_class look_inside(ptr_graph *g, ptr_class c, int64_t *offset) {
    uint64_t stride = g->nodes.at[c].stride;
    if (stride && (*offset < 0 || *offset >= (int64_t)stride)) {
        *offset = ptr_modulo(*offset, stride);
        return c;
    }
    int64_t start = 0;
    ptr_class field = ptr_covering_field(g, c, *offset, &start);
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
    target = ptr_scalar_view(g, target);
    add_place(g, &places, ptr_find(g, c), offset);
    for (size_t i = 0; !found && i < places.len; i++) {
        ptr_holder at = places.at[i];
        if (at.offset == 0) {
            found = ptr_scalar_view(g, at.container) == target;
            continue;
        }
        const ptr_node *n = &g->nodes.at[at.container];
        ptr_class known = ptr_exact_field(g, at.container, at.offset);
        if (known || !ptr_is_outside(n, at.offset)) {
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
