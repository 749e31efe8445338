/* A loop runs the other way round: i becomes UB - i in all that is in it. References are where they
 * were; only that their sums do not wrap on the way is no longer known. */
#include "hir/dd/sums.h"
#include "hir/transform/transform.h"

typedef struct mirror {
    hir *h;
    uint32_t level;
    const CanonExpr *upper;
} mirror;

static bool mirror_iv(void *data, CanonExpr *ce) {
    const mirror *m = data;
    if (!hir_has_iv(ce, m->level))
        return true;
    CanonExpr *with = hir_canon_resized(m->h, m->upper, ce->source);
    return with && hir_canon_is_plain(with) && hir_canon_add_iv(m->h, with, m->level, -1, 0) &&
           hir_canon_substitute(m->h, ce, m->level, with);
}

dd_reply hir_reverse(const dd_graph *g, HLLoop *loop) {
    dd_reply reply = dd_can_reverse(g, loop);
    if (!reply.yes)
        return reply;
    mirror m = {g->h, loop->level, hir_upper(loop)};
    if (m.upper->defined_at >= loop->level)
        return hir_decline(HIR_WHY_BOUND_ASSIGNED);
    if (!hir_rewrite_body(g->h, loop, mirror_iv, &m))
        return hir_decline(HIR_WHY_NOT_LINEAR);
    dd_reorder_sums(g, loop);
    hir_loop_set(loop, LOOP_OTHER_COUNT, true);
    hir_note_change(g);
    return reply;
}
