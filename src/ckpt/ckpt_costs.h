/* Where the time goes: an estimate of what each block of a program costs, from how often branches
 * are usually taken, and what the called functions cost. */
#pragma once

#include "base/arena.h"
#include "base/map.h"
#include "ir/analyses.h"

/* What is known of one function. It stays true when calls are added that lead to no other block. */
typedef struct ckpt_cost {
    const ir_cfg *cfg;
    const ir_dom *dom;
    const ir_loops *loops;
    const ir_freq *freq;
    double *block; /* of one run of the function, with what it calls */
    double total;
} ckpt_cost;

typedef struct ckpt_costs {
    lathe_module *m;
    arena mem;
    map functions; /* function -> ckpt_cost */
} ckpt_costs;

/* False, with the context's status set, on failure. Free it either way. */
bool ckpt_costs_init(ckpt_costs *c, lathe_module *m);
void ckpt_costs_free(ckpt_costs *c);

/* NULL if the function has no body. */
const ckpt_cost *ckpt_cost_of(const ckpt_costs *c, LLVMValueRef fn);
/* Of a function with a body that the instruction calls; else 0. */
double ckpt_cost_of_call(const ckpt_costs *c, LLVMValueRef inst);
double ckpt_cost_of_loop(const ckpt_cost *f, uint32_t loop);

/* Whether each iteration of the loop passes the block. */
bool ckpt_passes_always(const ckpt_cost *f, const ir_loop *loop, uint32_t block);
