/* The driver: picks and makes the changes that a nest gets faster by. */
#ifndef LATHE_HIR_OPTIMIZE_OPTIMIZE_H
#define LATHE_HIR_OPTIMIZE_OPTIMIZE_H

#include "hir/dd/memo.h"
#include "hir/transform/transform.h"

/* What has led nowhere. Transforms cannot be taken back: HIR is built again, and this is left out.
 * Numbers are of nodes, and are the same each time. */
typedef struct hir_taboo {
    uint32_t region;          /* its index */
    uint32_t innermost, loop; /* that loop does not become innermost there; 0, 0: nothing at all */
    bool in_blocks;           /* it may, but not in blocks */
    bool checked;             /* not if there are checks at run time */
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
/* Whether it has changed any region. */
bool hir_is_changed(const hir *h);
/* As remarks. */
void hir_tell_steps(const hir *h, const hir_opt_steps *steps);

typedef enum hir_opt_end {
    HIR_OPT_SAME,    /* the region is as it was */
    HIR_OPT_CHANGED, /* it is faster, by the model */
    HIR_OPT_AGAIN,   /* it is not: to be built again, there is one taboo more */
} hir_opt_end;

/* Internal: memory that LLVM will not keep in registers in the loop, since the loop also writes
 * elsewhere in the same array: places that stay, and those that an iteration uses again. */
typedef struct hir_hidden {
    bool stays, again;
} hir_hidden;
hir_hidden hir_find_hidden(hir *h, HLLoop *innermost);

/* Internal: one region. */
hir_opt_end hir_optimize_region(hir *h, uint32_t index, const dd_options *options, dd_memo *memo,
                                hir_taboos *taboos, hir_opt_steps *steps);

#endif
