/* Loops that callers name by handle, and answers about them. */
#pragma once

#include "hir/dd/query.h"

#include <lathe/hir_graph.h>

/* NULL, with LATHE_USAGE and a message that names the argument, if it is none of the region. */
HLLoop *api_loop_in(const dd_graph *g, HLNode *loop, const char *name);
/* False if answer, a caller's struct, is not sound. */
bool api_give_answer(lathe_ctx *ctx, const dd_reply *reply, lathe_deps_answer *answer);
