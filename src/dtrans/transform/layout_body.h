/* The body of a new struct: an order of the old elements, with padding before each and at the end.
 */
#pragma once

#include "dtrans/transform/base.h"

typedef struct dtrans_body {
    uint32_t *order;   /* old elements in their new order; IR_NONE for one that is left out */
    uint64_t *padding; /* bytes before the one at that position; one more entry for the end */
    uint32_t count;    /* of the old elements */
    bool packed;
} dtrans_body;

/* The old body. False on failure. */
bool dtrans_body_init(dtrans_body *body, DTransOptBase *b, const dtrans_change *change);
/* Leaves out what the front end inserted to fill gaps. */
void dtrans_body_drop_padding(dtrans_body *body, const dtrans_type *t);
/* Gives the new struct its body and records where the elements are. */
void dtrans_body_set(const dtrans_body *body, DTransOptBase *b, dtrans_change *change);

/* Every replaced struct gets its fields in the order that was decided, or the body it had. */
void dtrans_set_bodies(DTransOptBase *b);

/* Sorts what stands from `first` to before `end`; equal ones stay as they are. The question is
 * whether the field `a` belongs before `b`, which stands before it. */
void dtrans_sort_fields(uint32_t *order, uint32_t first, uint32_t end,
                        bool (*before)(void *data, uint32_t a, uint32_t b), void *data);

/* The elements [first, end) are those that may be moved. */
uint32_t dtrans_first_movable(const dtrans_type *t);
uint32_t dtrans_end_movable(const dtrans_type *t);
