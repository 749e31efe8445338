/* Temps that a loop does nothing with but accumulate: t = t + x, where x is not about t, and the
 * like. Iterations may then come in any order, as far as such a temp goes: its last value is the
 * same, and nobody in the loop sees another. */
#pragma once

#include "hir/dd/dd_graph.h"

typedef struct dd_sums {
    const dd_graph *g;
    map ops; /* by symbase: what all references to the temp in the loop are part of */
} dd_sums;

/* Of the loop and all that is in it. Free it in any case. */
void dd_sums_find(dd_sums *s, const dd_graph *g, const HLLoop *loop);
void dd_sums_free(dd_sums *s);
/* Whether the edge is between references to such a temp. */
bool dd_is_of_sum(const dd_sums *s, const dd_edge *e);

/* To be called before iterations of the loop change their order: sums on the way are others then,
 * and may wrap. */
void dd_reorder_sums(const dd_graph *g, const HLLoop *loop);
