/* What may be done with the loops of a region, as far as dependences go. */
#pragma once

#include "hir/dd/dd_graph.h"

typedef struct dd_reply {
    bool yes;
    const char *id;     /* why not; NULL if yes */
    const char *reason; /* a sentence */
    uint32_t edge;      /* the one that blocks it, or DD_NO_EDGE */
    uint64_t distance;  /* of vectorizing: so many iterations at once at most; 0: any number */
} dd_reply;

static inline dd_reply hir_decline(hir_why why) {
    const reason_row *row = &hir_reasons[why];
    return (dd_reply){.id = row->id, .reason = row->sentence, .edge = DD_NO_EDGE};
}
static inline dd_reply dd_yes(void) {
    return (dd_reply){.yes = true, .edge = DD_NO_EDGE};
}

/* Whether it is known how often the loop runs, and the graph has all edges. */
dd_reply dd_can_count(const dd_graph *g, const HLLoop *loop);
dd_reply dd_can_parallelize(const dd_graph *g, HLLoop *loop);
dd_reply dd_can_vectorize(const dd_graph *g, HLLoop *loop);
dd_reply dd_can_reverse(const dd_graph *g, HLLoop *loop);
/* outer and inner are interchanged; inner is in outer. */
dd_reply dd_can_permute(const dd_graph *g, HLLoop *outer, HLLoop *inner);
/* All loops from outer to inner. */
dd_reply dd_can_tile(const dd_graph *g, HLLoop *outer, HLLoop *inner);
/* The loop that comes after it with nothing but instructions in between, NULL if none does. */
HLLoop *dd_loop_behind(const HLLoop *loop);
/* second is that of first. Whether what is between them can go elsewhere is not looked at. */
dd_reply dd_can_fuse(const dd_graph *g, HLLoop *first, HLLoop *second);
