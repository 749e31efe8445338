/* Changes of loop nests. Each is legal by the dependence graph of its region, which is out of date
 * afterwards; refs and levels are up to date. What cannot be done is declined, with nothing
 * changed.
 */
#pragma once

#include "hir/dd/query.h"
#include "ir/ir_pass.h"

/* Interchanges two loops, of which the inner one is all that is in the outer one. */
dd_reply hir_interchange(const dd_graph *g, HLLoop *outer, HLLoop *inner);
/* The last iteration comes first. */
dd_reply hir_reverse(const dd_graph *g, HLLoop *loop);
/* The second, which comes after the first, becomes the end of it, and is no more. Instructions
 * between them go before or after both. */
dd_reply hir_fuse(const dd_graph *g, HLLoop *first, HLLoop *second);

/* An if that is all that is in the loop, and always decides the same, gets around it: each of its
 * ways that does something has the loop. */
dd_reply hir_hoist_if(const dd_graph *g, HLLoop *loop);
/* An if right in the loop that always decides the same, as loops and ifs around it prove, gives way
 * to what it leads to. */
dd_reply hir_drop_if(const dd_graph *g, HLLoop *loop);
/* As many loops as dependences allow, right after one another, each with some of what was in it;
 * the first is `loop`. */
dd_reply hir_distribute(const dd_graph *g, HLLoop *loop);
/* What is computed right before the loop, only for what is in it, is computed in it. */
dd_reply hir_sink(const dd_graph *g, HLLoop *loop);
/* A temp that the loop accumulates in and that is stored after it: the loop accumulates in the
 * memory that it is stored to. */
dd_reply hir_reduce_in_memory(const dd_graph *g, HLLoop *loop);

/* All of the five above in the graph's region, from the inside out, until nothing more can be done;
 * the graph is up to date afterwards. Whether anything has changed. `told`, if not NULL, is called
 * with each step, and where the loop was. memo may be NULL. */
typedef void hir_told(void *data, const char *step, ir_place where);
bool hir_make_perfect(dd_graph *g, dd_memo *memo, hir_told *told, void *data);

/* So many iterations of the outer loop at once: each loop in it is run once for all of them, and
 * what is around those stands there once for each, in order. Another loop does the iterations that
 * are left. */
dd_reply hir_unroll_jam(const dd_graph *g, HLLoop *outer, uint32_t factor);

/* A loop-invariant memory location is in a temp while it runs: read before it,
 * and written after it if it writes it. */
dd_reply hir_licm(const dd_graph *g, HLLoop *loop);

/* What an iteration of the innermost loop reads, and it or one before it has read or written, is
 * in temps. */
dd_reply hir_scalar_replace(const dd_graph *g, HLLoop *loop);
/* Only what the same iteration has read or written: iterations do not come to depend on one
 * another. */
dd_reply hir_scalar_replace_within(const dd_graph *g, HLLoop *loop);

/* Blocks of iterations, of these sizes from outer to inner; 0 or 1: that level is not blocked. The
 * loops are a perfect nest; outer and inner become loops inside of blocks. */
dd_reply hir_tile(const dd_graph *g, HLLoop *outer, HLLoop *inner, const uint32_t *sizes);

/* The loop runs over `size` iterations at a time, in a loop around it; nothing changes its order.
 * The numbers of blocks, and of iterations in one, are exact. Its trip count is known
 * (dd_can_count). */
dd_reply hir_strip(const dd_graph *g, HLLoop *loop, uint32_t size);

/* The outermost loop is in an if that checks, at run time, what its dependences are only assumed
 * for: bases that lead to disjoint bytes, and numbers that do not wrap. A copy does
 * what it did if that does not hold. */
dd_reply hir_version_nest(const dd_graph *g, HLLoop *loop);
/* The same, and that subscripts stay in their dimensions, where that is not known. */
dd_reply hir_version_dims(const dd_graph *g, HLLoop *loop);
/* Whether it would be; nothing is changed. */
dd_reply hir_can_version(const dd_graph *g, HLLoop *loop, bool dims, uint32_t *comparisons);
/* Whether a reference of the nest may leave a dimension, as far as is known. */
bool hir_may_leave_dims(const dd_graph *g, const HLLoop *loop);

/* Rows that are reached through tables of pointers become a dimension of arrays, if it is found at
 * run time that they are at equal distances. */
dd_reply hir_version_rows(const dd_graph *g, HLLoop *loop);
/* Whether they would; nothing is changed. */
dd_reply hir_can_version_rows(const dd_graph *g, HLLoop *loop);

/* Iterations at the ends of the loop in which a subscript is clamped get loops of their own; the
 * one of those between them is *middle, NULL if it is declined. */
dd_reply hir_split_clamps(const dd_graph *g, HLLoop *loop);
dd_reply hir_split_clamps_at(const dd_graph *g, HLLoop *loop, HLLoop **middle);

/* A copy of the node and all that is in it, in no list. Gotos inside lead to labels inside of the
 * copy; temps are the same; a loop of the copy has no header. NULL without memory. */
HLNode *hir_clone(hir *h, const HLNode *node);

/* Internal: replaces the CanonExprs of all refs in the loop, not that of its own bound, by what
 * `rewrite` makes of copies. False, and nothing changed, if it cannot make one. */
typedef bool hir_rewrite_fn(void *data, CanonExpr *ce);
bool hir_rewrite_body(hir *h, HLLoop *loop, hir_rewrite_fn *rewrite, void *data);

/* Internal, loop_parts.c. */
/* Whether what comes after the node is surely executed when it was: no exit, no exception, no
 * trap, and no loop without a count. */
bool hir_gets_to_end(HLNode *node);
/* Whether a goto leads into the list, or out of it. */
bool hir_is_crossed(HLRegion *region, const hir_list *list);
/* Whether something after the region reads the temp. */
bool hir_is_live_out(const HLRegion *region, hir_temp t);
/* Whether it does nothing but compute a value, the same each time from the same operands. */
bool hir_is_computation(const HLInst *inst);
/* Makes it come from the loop of LLVM IR that the other one comes from. */
void hir_loop_take_source(HLLoop *to, const HLLoop *from);
/* A loop that runs as often, with nothing in it, that is nowhere yet. NULL without memory. */
HLLoop *hir_loop_like(hir *h, const HLLoop *loop);
void hir_move_list(hir_list *from, hir_list *to, HLNode *parent);

/* What the parameter HIR_ASSUME says. */
dd_options hir_assumed(const ir_params *params);

/* The tree has changed: brings levels and references up to date. */
static inline void hir_note_change(const dd_graph *g) {
    g->region->changed = true;
    hir_update_levels(g->h);
}
/* The first reason counts. False. */
static inline bool hir_give_up(dd_reply *reply, hir_why why) {
    if (!reply->id)
        *reply = hir_decline(why);
    return false;
}
