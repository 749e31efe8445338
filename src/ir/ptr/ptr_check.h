/* Whether a graph of pointer classes keeps what ptr_graph.h promises: for asserts and for tests. */
#pragma once

#include "ir/ptr/ptr_graph.h"

/* NULL if every index is in range, lists end, and all that was merged is with its root; else what
 * does not hold, as a literal. To be asked of a settled graph whose context has no error. Takes
 * time linear in the graph. */
const char *ptr_graph_check(const ptr_graph *g);

/* At the end of a phase that changed the graph; nothing in a release. */
static inline void ptr_graph_assert(const ptr_graph *g) {
    (void)g;
    lathe_assert(!ctx_ok(g->ctx) || !ptr_graph_check(g));
}
