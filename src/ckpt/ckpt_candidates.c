#include "ckpt/ckpt_candidates.h"

#include "ckpt/ckpt_costs.h"
#include "ckpt/ckpt_mem.h"
#include "ckpt/tracked.h"
#include "ir/runs.h"

/* What all functions have in common. */
typedef struct program {
    ckpt_costs costs;
    ir_runs runs;
    double time;
} program;

LLVMValueRef ckpt_directive_in(LLVMBasicBlockRef bb) {
    ir_each_inst (inst, bb)
        if (ckpt_is_directive(inst))
            return inst;
    return NULL;
}

static double time_of(const program *g, LLVMValueRef fn) {
    return ir_runs_of(&g->runs, fn) * ckpt_cost_of(&g->costs, fn)->total;
}

/* That of the function that takes most, with what it calls: of main, if there is one. */
static void find_time(program *g) {
    for (size_t i = 0; i < g->costs.functions.len; i++) {
        double time = time_of(g, g->costs.functions.at[i].key.p);
        g->time = time > g->time ? time : g->time;
    }
}

static ir_place line_of(ckpt_candidates *p, LLVMBasicBlockRef bb) {
    for (LLVMValueRef inst = LLVMGetLastInstruction(bb); inst;
         inst = LLVMGetPreviousInstruction(inst)) {
        ir_place where = ir_srcloc_inst(&p->lines, inst);
        if (where.exact)
            return where;
    }
    return (ir_place){0};
}

static uint32_t outermost(const ir_loops *loops, uint32_t loop) {
    while (loops->loops[loop].parent != IR_NONE)
        loop = loops->loops[loop].parent;
    return loop;
}

static void find_loop(const ckpt_cost *f, uint32_t b, ckpt_candidate *one) {
    uint32_t loop = f->loops->innermost[b];
    if (loop == IR_NONE)
        return;
    one->level = f->loops->loops[loop].depth;
    one->always = ckpt_passes_always(f, &f->loops->loops[loop], b);
    one->share = ckpt_cost_of_loop(f, outermost(f->loops, loop)) / f->total;
}

/* The last block that each way from the entry to an end of the function passes. */
static uint32_t last_on_each_way(const ckpt_cost *f) {
    uint32_t last = IR_NONE;
    for (uint32_t i = 0; i < f->cfg->rpo_count; i++) {
        uint32_t b = f->cfg->rpo[i];
        if (f->cfg->succ_start[b] != f->cfg->succ_start[b + 1])
            continue;
        last = last == IR_NONE ? b : last;
        while (!ir_dominates(f->dom, last, b))
            last = f->dom->idom[last];
    }
    return last == IR_NONE ? f->cfg->rpo[0] : last;
}

/* `one` has what is the same for all of the function. */
static void add_candidate(ckpt_candidates *p, const ckpt_cost *f, const ckpt_tracking *t,
                          ckpt_candidate one, uint32_t b) {
    ckpt_tracked each;
    one.bb = f->cfg->blocks[b];
    one.where = line_of(p, one.bb);
    one.runs = f->freq->block[b];
    find_loop(f, b, &one);
    for (size_t at = 0; ckpt_next_tracked(t, b, &at, &each); one.tracked++)
        one.bytes += each.bytes;
    vec_push(p->m->ctx, &p->all, one);
}

static void add_function(ckpt_candidates *p, const program *g, LLVMValueRef fn) {
    const ckpt_cost *f = ckpt_cost_of(&g->costs, fn);
    ckpt_candidate one = {.fn = fn,
                          .in_memory = ckpt_mem_parameter(p->m, fn, &(ckpt_options){0}),
                          .time = time_of(g, fn) / g->time};
    uint32_t last = last_on_each_way(f);
    ckpt_tracking t;
    if (ckpt_tracking_init(&t, p->m, fn))
        for (uint32_t b = 0; b < f->cfg->count && ctx_tick(p->m->ctx, 1); b++) {
            one.always = ir_cfg_reachable(f->cfg, b) && ir_dominates(f->dom, b, last);
            if (ir_cfg_reachable(f->cfg, b))
                add_candidate(p, f, &t, one, b);
        }
    ckpt_tracking_free(&t);
}

bool ckpt_candidates_find(ckpt_candidates *p, lathe_module *m, LLVMValueRef fn) {
    program g = {0};
    *p = (ckpt_candidates){.m = m};
    ir_srcloc_init(&p->lines, m);
    if (ckpt_costs_init(&g.costs, m) && ir_runs_build(&g.runs, &g.costs.mem, m)) {
        find_time(&g);
        for (size_t i = 0; i < g.costs.functions.len && ctx_ok(m->ctx); i++)
            if (!fn || g.costs.functions.at[i].key.p == fn)
                add_function(p, &g, g.costs.functions.at[i].key.p);
    }
    ckpt_costs_free(&g.costs);
    return ctx_ok(m->ctx);
}

void ckpt_candidates_free(ckpt_candidates *p) {
    vec_free(p->m->ctx, &p->all);
    ir_srcloc_free(&p->lines);
}
