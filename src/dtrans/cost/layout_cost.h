/* What layouts cost, in bytes that accesses bring into the cache: all that is decided by whether it
 * pays is decided by these numbers. They are estimates of one program, to be compared with one
 * another; nothing depends on them but speed.
 */
#pragma once

#include "dtrans/analysis/type_info.h"

/* How the address of an access moves from one iteration of the innermost loop to the next. */
typedef enum cost_motion {
    COST_JUMPS, /* or nothing is known */
    COST_STAYS,
    COST_WALKS,
} cost_motion;

typedef struct cost_stride {
    cost_motion motion;
    uint64_t bytes; /* of COST_WALKS, in either direction */
} cost_stride;

/* Of all that is touched in the program. */
typedef struct cost_strides {
    cost_stride *of; /* by index into info->touched */
    uint32_t *order; /* of info->touched: types in order, the loops of each, the fields of each */
    uint32_t *first; /* by type: where it begins there; one more for the end */
    bool *wanted, *known; /* by type: whether somebody asks for it, and whether `of` is known */
} cost_strides;

/* strides.c: from HIR of a copy of the program, which has what touches the type, and all others
 * that are going to be asked about. NULL without memory; what cannot be found out counts as
 * COST_JUMPS. */
const cost_strides *cost_strides_of(DTransInfo *info, uint32_t type);
/* Whoever will ask about several types says so of all before: then one copy does. */
void cost_will_ask(DTransInfo *info, uint32_t type);

/* Which fields of a struct are neighbours in memory. */
typedef struct cost_layout {
    const uint32_t *group; /* by field, IR_NONE for padding; NULL: one group each */
    const uint64_t *size;  /* by group: bytes from one object's to the next's */
    uint32_t groups;
} cost_layout;

/* An array of structs as it is, and one that is split. */
double cost_of_array(DTransInfo *info, uint32_t type);
double cost_of_parts(DTransInfo *info, uint32_t type, const cost_layout *layout);
/* Objects that are allocated one by one: what malloc takes for each, and what a pool does that
 * gives it so many bytes. */
double cost_of_nodes(const dtrans_type *t);
double cost_of_pooled(const dtrans_type *t, uint64_t bytes);
/* The same of objects in parts: whoever uses another than the first fetches one line more. */
double cost_of_pooled_parts(const dtrans_type *t, const cost_layout *layout);

/* Whether no more objects of the type than known are ever there at once, and all fit into the
 * first-level cache with room for others. `most` is what variables hold, 0 if there are none. */
bool cost_stays_in_cache(const dtrans_type *t, uint64_t most);

/* Whether it is less by so much that it is worth the risk of a wrong estimate. */
bool cost_pays(double now, double then);

/* tell.c: a share of the bytes moved now, at the end of the remark added last; and that a type
 * stays because it is too large. Nothing if it is 0. */
void cost_tell(DTransInfo *info, double share);
void cost_tell_missed(DTransInfo *info, uint32_t type, const char *pass, double share);
