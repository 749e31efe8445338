/* What the parts of the driver share: one region, and what has become of it. */
#pragma once

#include "hir/optimize/optimize.h"
#include "hir/optimize/optimize_cost.h"

typedef VEC(HLLoop *) hir_loop_list;

/* A loop that was unrolled and jammed. */
typedef struct hir_jam {
    const HLLoop *loop;
    uint32_t factor;
} hir_jam;

typedef struct hir_optimizer {
    hir *h;
    lathe_ctx *ctx;
    HLRegion *region;
    uint32_t index;
    dd_graph graph;
    bool is_stale;    /* that; see hir_o_graph */
    uint32_t changes; /* made so far */
    bool checks;      /* nests get checks at run time */
    bool may_check;   /* without: they might, and gain */
    bool is_refused;  /* something that promised a gain */
    dd_reply reply;   /* why a nest that would gain can have no checks, and where that is */
    ir_place where;
    dd_graph checked[2];    /* of the region if checks excluded what they can; with dimensions */
    uint32_t checked_at[2]; /* changes when it was built, and 1; 0: it was not */
    dd_memo *memo;
    hir_taboos *taboos;
    hir_opt_steps *steps;
    hir_loop_list blocks; /* loops over blocks */
    VEC(hir_jam) jams;
} hir_optimizer;

/* optimize.c */
/* Of the region as it is now. */
const dd_graph *hir_o_graph(hir_optimizer *o);
/* Notes what became of a change; what is declined time and again once. Whether it was made. */
bool hir_o_note(hir_optimizer *o, const char *what, ir_place where, dd_reply reply);
/* Of all of the region: not for moves. */
bool hir_o_is_taboo(const hir_optimizer *o, hir_taboo_kind kind);
void hir_o_forbid(hir_optimizer *o, hir_taboo_kind kind);

typedef struct hir_loop_search {
    const HLLoop *first;
    uint32_t all, deepest;
} hir_loop_search;

/* Loops in the node that count, and those of them that have no other in them unless the list is
 * NULL. */
hir_loop_search hir_o_find_loops(const hir_optimizer *o, HLNode *in, hir_loop_list *innermost);
/* The innermost loops of the region as it is when it begins. */
void hir_o_each_innermost(hir_optimizer *o, void (*visit)(hir_optimizer *o, HLLoop *innermost));
/* The loop around it, or itself, at the level. */
HLLoop *hir_o_around(HLLoop *innermost, uint32_t level);
/* Bits for loops of the nest. */
uint32_t hir_o_jammable(const cost_nest *n);
/* Those of them that dependences between its references let be jammed. */
uint32_t hir_o_safely_jammable(const cost_nest *n);
uint32_t hir_o_blocks_in(const hir_optimizer *o, const cost_nest *n);

/* move.c */
/* One loop further in, and all that it takes. */
hir_opt_end hir_o_move_one(hir_optimizer *o);
/* The least cycles that one move might lead to, of a loop in the nest. */
double hir_o_best_move(hir_optimizer *o, const cost_nest *n, const HLLoop *nest);

/* optimize_blocks.c */
/* Blocks of loops from outer to inner; whether it was done. */
bool hir_o_make_blocks(hir_optimizer *o, HLLoop *outer, HLLoop *inner, const cost_tiling *t);
void hir_o_tile_all(hir_optimizer *o);
/* A loop that was distributed, and its level before that: it may have got a loop over blocks. */
void hir_o_note_strip(hir_optimizer *o, HLLoop *loop, uint32_t level);

/* jam.c */
void hir_o_jam_all(hir_optimizer *o);

/* optimize_keep.c */
void hir_o_keep_all(hir_optimizer *o);

/* checks.c */
/* Makes checks, or sees whether they would be good for something. */
void hir_o_begin_checks(hir_optimizer *o);
void hir_o_end_checks(hir_optimizer *o);
/* Whether the region is to be tried again, with checks. */
bool hir_o_wants_checks(hir_optimizer *o);
