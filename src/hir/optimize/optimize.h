/* The driver: picks and makes the changes that a nest gets faster by. */
#pragma once

#include "hir/dd/memo.h"
#include "hir/transform/transform.h"

typedef enum hir_taboo_kind {
    HIR_TABOO_REGION,    /* nothing is changed in it: that gains too little */
    HIR_TABOO_GAVE_UP,   /* the same, after too many attempts */
    HIR_TABOO_WITHHELD,  /* the same, for whoever looks for a wrong change */
    HIR_TABOO_MOVE,      /* the loop does not become innermost there */
    HIR_TABOO_BLOCKS,    /* the loop may, but not in blocks */
    HIR_TABOO_UNCHECKED, /* the region is not left without checks at run time */
    HIR_TABOO_CHECKS,    /* the region is left without checks at run time */
} hir_taboo_kind;

/* What has failed. Transforms cannot be taken back: HIR is built again, and this is left out.
 * Numbers are of nodes, and are the same each time. */
typedef struct hir_taboo {
    hir_taboo_kind kind;
    uint32_t region;          /* its index */
    uint32_t innermost, loop; /* of moves */
    bool checked;             /* of moves: if there are checks at run time, or if there are none */
} hir_taboo;
typedef VEC(hir_taboo) hir_taboos;

typedef struct hir_opt_step {
    const char *what; /* a literal */
    const char *id;   /* why it was declined, NULL if it was done */
    const char *reason;
    ir_place where;
} hir_opt_step;
typedef VEC(hir_opt_step) hir_opt_steps;

/* Builds the HIR of fn and changes what gets faster by that, by the cost model; hir_lower is to
 * follow. h is new; free it in any case. Steps are added, also those that were declined. False with
 * the status set. */
bool hir_optimize(hir *h, lathe_module *m, LLVMValueRef fn, const dd_options *options,
                  hir_opt_steps *steps);
/* Before that: loops in whose innermost iterations subscripts are clamped to the ends are split,
 * lowered, and brought into shape again. Whether any were. */
bool hir_optimize_clamps(lathe_module *m, LLVMValueRef fn);
/* Whether it has changed any region. */
bool hir_is_changed(const hir *h);
/* As remarks. */
void hir_tell_steps(const hir *h, const hir_opt_steps *steps);

typedef enum hir_opt_end {
    HIR_OPT_SAME,    /* the region is as it was */
    HIR_OPT_CHANGED, /* the nest is faster, by the model */
    HIR_OPT_AGAIN,   /* not faster: to be built again, there is one taboo more */
} hir_opt_end;

/* Internal: one region. */
hir_opt_end hir_optimize_region(hir *h, uint32_t index, const dd_options *options, dd_memo *memo,
                                hir_taboos *taboos, hir_opt_steps *steps);
