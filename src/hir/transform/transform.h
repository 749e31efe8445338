/* Changes of loop nests. Each is legal by the dependence graph of its region, which is out of date
 * afterwards; refs and levels are up to date. What cannot be done is declined, with nothing
 * changed.
 */
#ifndef LATHE_HIR_TRANSFORM_H
#define LATHE_HIR_TRANSFORM_H

#include "hir/dd/query.h"

/* Two loops, of which the inner one is all that is in the outer one, change places. */
dd_reply hir_interchange(const dd_graph *g, HLLoop *outer, HLLoop *inner);
/* The last iteration comes first. */
dd_reply hir_reverse(const dd_graph *g, HLLoop *loop);
/* The second, which comes right behind the first, becomes the end of it, and is no more. */
dd_reply hir_fuse(const dd_graph *g, HLLoop *first, HLLoop *second);

/* So many iterations of the outer loop at once: each loop in it is run once for all of them, and
 * what is around those stands there once for each, in order. Another loop does the iterations that
 * are left. */
dd_reply hir_unroll_jam(const dd_graph *g, HLLoop *outer, uint32_t factor);

/* A place in memory that does not move with the loop is in a temp while it runs: read before it,
 * and written behind it if it writes it. */
dd_reply hir_licm(const dd_graph *g, HLLoop *loop);

/* What an iteration of the innermost loop reads, and it or one before it has read or written, is
 * in temps. */
dd_reply hir_scalar_replace(const dd_graph *g, HLLoop *loop);

/* Blocks of iterations, of these sizes from outer to inner; 0 or 1: that level is not blocked. The
 * loops are a perfect nest; outer and inner become loops inside of blocks. */
dd_reply hir_tile(const dd_graph *g, HLLoop *outer, HLLoop *inner, const uint32_t *sizes);

/* A copy of the node and all that is in it, in no list. Gotos inside lead to labels inside of the
 * copy; temps are the same; a loop of the copy has no header. NULL without memory. */
HLNode *hir_clone(hir *h, const HLNode *node);

/* Internal: replaces the CanonExprs of all refs in the loop, not that of its own bound, by what
 * `rewrite` makes of copies. False, and nothing changed, if it cannot make one. */
typedef bool hir_rewrite_fn(void *data, CanonExpr *ce);
bool hir_rewrite_body(hir *h, HLLoop *loop, hir_rewrite_fn *rewrite, void *data);

static inline dd_reply hir_decline(const char *id, const char *reason) {
    return (dd_reply){.id = id, .reason = reason, .edge = DD_NO_EDGE};
}

#endif
