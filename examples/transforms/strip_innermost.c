/* hir-strip-innermost: a worked example of a transform of loop nests. An innermost loop runs over
 * eight iterations at a time, in a loop around it. CONTRIBUTING.md says where such a file goes, and
 * what else is to be done.
 *
 * Legal by the dependence graph of the region: always, since no two iterations change their order.
 * Declined: loops that have others in them, and what hir_strip declines. */
#include "hir/reasons.h"
#include "passes/passes.h"

static bool is_loop(void *data, HLNode *node) {
    *(bool *)data |= node->kind == HL_LOOP;
    return true;
}

/* Whatever is declined is declined before anything is changed, with an id and a sentence. What has
 * changed is marked, and levels and references are brought up to date: hir_strip does that. */
dd_reply hir_strip_innermost(const dd_graph *g, HLLoop *loop) {
    enum { BLOCK = 8 };
    bool has_loops = false;
    for (HLNode *node = loop->body.first; node; node = node->next)
        hir_walk(node, &(hir_walker){.visit = is_loop, .data = &has_loops});
    if (has_loops)
        return hir_decline(HIR_WHY_NOT_INNERMOST);
    return hir_strip(g, loop, BLOCK);
}
