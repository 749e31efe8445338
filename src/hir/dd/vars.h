/* Which variable of a system each atom is, for one or two executions of references. */
#pragma once

#include "hir/dd/affine.h"

/* What does not vary in the region is the same on both sides. */
typedef enum dd_side { DD_SOURCE, DD_SINK, DD_DIFFERENCE /* sink - source */ } dd_side;

typedef struct dd_var {
    uint8_t kind, side;
    uint32_t number;
} dd_var;

typedef struct dd_vars {
    const dd_region *r;
    uint32_t source, sink; /* loops */
    dd_var at[DD_MAX_VARS];
    uint32_t count;
    bool failed; /* there are too many */
} dd_vars;

void dd_vars_init(dd_vars *v, const dd_region *r, uint32_t source, uint32_t sink);
/* First all atoms are requested, */
uint32_t dd_vars_want(dd_vars *v, dd_atom_kind kind, uint32_t number, dd_side side);
void dd_vars_form(dd_vars *v, const dd_form *f, dd_side side);
void dd_vars_domain(dd_vars *v, const dd_domain *d, dd_side side);
/* then what those are made of is added, */
void dd_vars_close(dd_vars *v);
static inline uint32_t dd_vars_count(const dd_vars *v) {
    return v->source + v->sink + v->count;
}
/* and then rows can be written. row += sign * f; false if that does not fit. */
bool dd_vars_put(const dd_vars *v, int64_t *row, const dd_form *f, dd_side side, int64_t sign);
void dd_vars_add_domain(const dd_vars *v, dd_system *s, const dd_domain *d, dd_side side);
/* What is known of the atoms themselves, and of the region where one of the domains holds. */
void dd_vars_add_facts(const dd_vars *v, dd_system *s, const dd_domain *a, const dd_domain *b);
