/* What the files that put sums into memory share: loop_reduce.c finds and checks, reduce_change.c
 * changes.
 *
 *   s = x; for k { s = s + … }; …; M = f(s)
 *
 * or, where the loop is in one way of an if, and s is joined with another value after it:
 *
 *   if (n > 0) { s = x; for k { s = s + … }; j = s } else { j = x }; …; M = f(j)
 */
#pragma once

#include "hir/transform/loop_parts.h"

typedef struct hir_sum {
    const dd_graph *g;
    hir *h;
    HLLoop *loop;
    hir_temp temp; /* the sum */
    HLInst *start; /* assigns it before the loop */
    HLInst *store; /* writes to M */
    HLIf *around;  /* with the loop in one way; NULL: there is none */
    hir_temp joined;
    HLInst *last, *other;         /* assign that one in both ways, after all else */
    bool start_is_read;           /* between it and the loop */
    bool is_read, joined_is_read; /* by others than the store, if that stores it as it is */
    VEC(HLNode *) reads;          /* of the sum, in the loop */
    VEC(HLInst *) writes;
} hir_sum;

/* Whether the store writes the temp as it is. */
bool hir_sum_stores(const hir_sum *s, hir_temp t);
/* The temp that it assigns; 0 if there is none. */
static inline hir_temp hir_assigned(const hir *h, const HLInst *inst) {
    return inst && inst->has_lval ? hir_ref_temp(h, inst->node.refs[0]) : 0;
}
/* reduce_change.c: false, and nothing changed, without memory. */
bool hir_sum_change(hir_sum *s);
/* Whether they are the same location, as far as can be seen, and the first is like any other. */
bool hir_is_same_place(const RegDDRef *a, const RegDDRef *b);
/* A new load or store of the location, not inserted yet. NULL without memory. */
HLInst *hir_new_load(hir *h, const HLInst *like, const RegDDRef *place, hir_temp to);
HLInst *hir_new_store(hir *h, const HLInst *like, const RegDDRef *place, const RegDDRef *value);

/* Whether nobody but the two, of which the second may be NULL, reads what the first computes. */
bool hir_is_only_for(const dd_graph *g, const HLInst *inst, const HLInst *reader,
                     const HLInst *other);

/* reread.c: a sum that the loop stores to a location each time it changes is read from there.
 */
dd_reply hir_reread(const dd_graph *g, HLLoop *loop);
