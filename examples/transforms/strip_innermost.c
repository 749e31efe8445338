/* hir-strip-innermost: a worked example of a transform of loop nests. An innermost loop runs over
 * eight iterations at a time, in a loop around it. CONTRIBUTING.md says where such a file goes, and
 * what else is to be done.
 *
 * Legal by the dependence graph of the region: always, since no two iterations change their order.
 * Declined: loops whose trip count is unknown, that have jumps or other loops in them, and what
 * hir_strip declines. */
#include "hir/hir_reasons.h"
#include "hir/transform/loop_parts.h"
#include "passes/passes.h"

/* Whatever is declined is declined before anything is changed, with an id and a sentence. What has
 * changed is marked, and levels and references are brought up to date: hir_strip does that. */
dd_reply hir_strip_innermost(const dd_graph *g, HLLoop *loop) {
    enum { BLOCK = 8 };
    dd_reply reply = hir_check_body(g, loop);
    if (!reply.yes)
        return reply;
    hir_each_node (node, &loop->node.node)
        if (node->kind == HL_LOOP && node != &loop->node.node)
            return hir_decline(HIR_WHY_NOT_INNERMOST);
    return hir_strip(g, loop, BLOCK);
}
