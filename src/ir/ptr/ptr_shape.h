/* Shapes: struct types known by their layout. */
#pragma once

#include "ir/ptr/ptr_graph.h"

/* The shape of a named struct type; 0 for literal structs, unions, opaque and non-struct types. */
uint32_t ptr_shape_of(ptr_graph *g, LLVMTargetDataRef layout, LLVMTypeRef type);
/* Registers a shape under its name; equal name and layout give the same shape. */
uint32_t ptr_shape_add(ptr_graph *g, const ptr_shape *shape);

/* Whether a struct of shape `outer` begins, at any depth, with one of shape `inner`. */
bool ptr_shape_begins_with(const ptr_graph *g, uint32_t outer, uint32_t inner);
/* The member whose bytes include offset, or NULL. A flexible array member owns all that follows. */
const ptr_member *ptr_shape_member(const ptr_graph *g, uint32_t shape, uint64_t offset);

/* Whether the last member is an array whose end is open: [0 x T], or an array of one. */
bool ptr_member_is_open(const ptr_shape *shape, const ptr_member *member);
