/* Internal to src/ir/ptr: how the graph's locations are found, made and changed. ptr_graph.h has
 * the laws.
 */
#pragma once

#include "base/limits.h"
#include "ir/ptr/ptr_graph.h"

static inline int64_t ptr_modulo(int64_t x, uint64_t stride) {
    int64_t r = x % (int64_t)stride;
    return r < 0 ? r + (int64_t)stride : r;
}

/* lookup.c: nothing is made. */

/* Index of the first field with an offset above `offset`. */
size_t ptr_field_above(const ptr_node *n, int64_t offset);
ptr_class ptr_exact_field(ptr_graph *g, ptr_class c, int64_t offset);
/* The shape that says where members are, 0 if none does. */
uint32_t ptr_shape_in_use(const ptr_graph *g, ptr_class c);
/* Bytes from offset on that belong to a field of c. */
int64_t ptr_extent_in(const ptr_graph *g, ptr_class c, int64_t offset, ptr_class field);
/* The field of c whose bytes include offset; *start is where it begins. 0 if there is none. */
ptr_class ptr_covering_field(ptr_graph *g, ptr_class c, int64_t offset, int64_t *start);
/* Whether the location lies beyond a member, and whether it is not another element either. */
bool ptr_is_beyond(const ptr_node *n, int64_t offset);
bool ptr_is_outside(const ptr_node *n, int64_t offset);
/* Innermost location at the address of c: what a scalar access there touches. */
ptr_class ptr_scalar_view(ptr_graph *g, ptr_class c);
/* Whether c is one of the views of the address of a container: itself, its first member, … */
bool ptr_is_view_of(ptr_graph *g, ptr_class container, ptr_class c);

/* ptr_place.c */

/* The field at offset, made with the given extent; offset is neither covered nor reducible. */
ptr_class ptr_new_field(ptr_graph *g, ptr_class c, int64_t offset, const ptr_member *member);
void ptr_put_field(ptr_graph *g, ptr_class c, ptr_field f);
void ptr_add_holder(ptr_graph *g, ptr_class c, ptr_class container, int64_t offset);
/* Fields of c that begin inside [offset, offset + extent of target) belong to target. */
void ptr_swallow(ptr_graph *g, ptr_class c, int64_t offset, ptr_class target);
/* A field that reaches beyond its container's stride overlaps the next element. */
void ptr_wrap_field(ptr_graph *g, ptr_class c, int64_t offset, ptr_class target);
/* The scalar's view of a first member holds what the container's location held (invariant 3). */
void ptr_hand_down_pointee(ptr_graph *g, ptr_class c);

/* ptr_graph.c */

/* Gives up distinguishing locations of c, and c from what holds it. */
void ptr_fold(ptr_graph *g, ptr_class c);
void ptr_set_stride(ptr_graph *g, ptr_class c, uint64_t stride);
void ptr_extend_place(ptr_graph *g, ptr_class c, int64_t size);
