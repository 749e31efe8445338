/* A transform of loop nests as a pass: the row of a pass, whose data says how it is tried. A new
 * transform is a function of its own file, of the form of `loop`, and such a row. */
#pragma once

#include "hir/hir_passes.h"
#include "hir/transform/transform.h"

typedef struct hir_job hir_job;

typedef struct hir_step {
    const char *name;     /* in remarks */
    const char *pass;     /* that has it */
    const char *size_key; /* of its parameter, if it has one */
    uint32_t size;
    uint32_t level; /* 0: loops of all levels */
    /* Chosen by parameters; NULL and 0: any. */
    const char *function;
    uint32_t number, line; /* of the loop */
    bool dims;             /* of versioning: subscripts stay in their dimensions */
    /* One of: the transform of a loop; what tries it there; what does all there is to do in the
     * region; what tries it there from outside. */
    dd_reply (*loop)(const dd_graph *g, HLLoop *loop);
    dd_reply (*at)(hir_job *j, HLLoop *loop);
    void (*in_region)(hir_job *j);
    dd_reply (*outside)(void *data, dd_graph *g, HLLoop *loop); /* `at`, of a pass from outside */
    void *data;                                                 /* of it */
    bool inside_first; /* loops in others come before those */
    bool again;        /* a loop at which it was done is tried again */
    bool joins_loops;  /* in regions of several loops */
} hir_step;

/* Takes the name of the pass, and the parameters of HIR_CHOOSE. */
void hir_step_choose(hir_step *step, const ir_params *params);

/* Of a row: HIR_STEP(.name = "reversal", .loop = hir_reverse). */
#define HIR_STEP(...)                                                                              \
    .scope = IR_LOOPS, .run = hir_step_pass, .data = &(const hir_step) {                           \
        __VA_ARGS__                                                                                \
    }

/* The pass of every row with HIR_STEP: its transform wherever it is legal. */
lathe_status hir_step_pass(lathe_module *m, const ir_params *params, str *out);
/* Several on one HIR, which is lowered when all are done. */
lathe_status hir_run_steps(lathe_module *m, const hir_step *steps, size_t count,
                           dd_options options);
