/* A checkpoint is worth having once per iteration of an outermost loop that takes a good part of
 * the time. Of the blocks that every iteration passes outside inner loops, the one with the least
 * live bytes is taken: all are passed equally often, so that is the least per time between saves.
 *
 * A program that does many things one after the other has no such loop. Then, first, loops count by
 * what they take in all calls of their functions; then recursive functions get checkpoints at their
 * beginnings; and at last there is one before each call in main that takes a hundredth of the time.
 */
#include "ckpt/auto.h"

#include "ckpt/ckpt_costs.h"
#include "ckpt/ckpt_mem.h"
#include "ckpt/exceptions.h"
#include "ckpt/select.h"
#include "ckpt/tracked.h"
#include "ir/runs.h"
#include "ir/value.h"

/* Loops with less than one part in so many of the time get no checkpoint. */
enum { LEAST_SHARE = 10, LEAST_STEP = 100, MAX_DEPTH = 16 };

static uint32_t best_block(const ckpt_cost *f, uint32_t loop, const ckpt_tracking *t) {
    const ir_loop *l = &f->loops->loops[loop];
    uint32_t best = IR_NONE;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < l->blocks.count; i++) {
        uint32_t b = l->blocks.at[i];
        if (f->loops->innermost[b] != loop || !ckpt_passes_always(f, l, b))
            continue;
        uint64_t bytes = ckpt_tracked_bytes(t, b);
        if (bytes < least) {
            least = bytes;
            best = b;
        }
    }
    return best;
}

/* The function is changed, but its costs stay true: a call is not an edge. How many were chosen. */
static size_t choose_in_loops(const ckpt_costs *c, LLVMValueRef fn, double least) {
    const ckpt_cost *f = ckpt_cost_of(c, fn);
    ckpt_tracking t;
    size_t chosen = 0;
    if (ckpt_tracking_init(&t, c->m, fn))
        for (uint32_t l = 0; l < f->loops->count; l++) {
            if (f->loops->loops[l].parent != IR_NONE || ckpt_cost_of_loop(f, l) < least)
                continue;
            uint32_t best = best_block(f, l, &t);
            if (best != IR_NONE)
                ckpt_add_directive(c->m, f->cfg->blocks[best]);
            chosen += best != IR_NONE;
        }
    ckpt_tracking_free(&t);
    ir_analyses_forget(c->m, fn);
    return chosen;
}

/* By the user's choice, or because it was chosen for before: ckpt_mem comes first. */
static bool has_places(LLVMValueRef fn) {
    return ckpt_has_directive(fn) || ckpt_mem_is_injected(fn);
}

typedef struct visit {
    LLVMValueRef fn;
    int depth;
} visit;

/* From main along calls outside loops: inside loops, the loop itself has a checkpoint. Whether
 * there is one now. */
static bool choose_in_program(const ckpt_costs *c, LLVMValueRef entry) {
    VEC(visit) work = {0};
    map seen;
    bool chosen = false;
    map_init(&seen, c->m->ctx);
    double least = ckpt_cost_of(c, entry)->total / LEAST_SHARE;
    vec_push(c->m->ctx, &work, (visit){entry, 0});
    for (size_t i = 0; i < work.len && ctx_tick(c->m->ctx, 1); i++) {
        visit at = work.at[i];
        bool own = has_places(at.fn);
        chosen |= own;
        if (!map_add(&seen, at.fn) || own)
            continue;
        const ckpt_cost *f = ckpt_cost_of(c, at.fn);
        for (uint32_t b = 0; b < f->cfg->count && at.depth < MAX_DEPTH; b++)
            if (f->loops->innermost[b] == IR_NONE)
                ir_each_inst (inst, f->cfg->blocks[b])
                    if (ckpt_cost_of_call(c, inst) * f->freq->block[b] >= least)
                        vec_push(c->m->ctx, &work, (visit){LLVMGetCalledValue(inst), at.depth + 1});
        chosen |= choose_in_loops(c, at.fn, least) > 0;
    }
    vec_free(c->m->ctx, &work);
    map_free(&seen);
    return chosen;
}

/* ---- programs of many steps ---- */

/* What main calls by name, main first. */
static void find_reached(const ckpt_costs *c, LLVMValueRef entry, map *reached) {
    map_add(reached, entry);
    for (size_t i = 0; i < reached->len && ctx_tick(c->m->ctx, 1); i++)
        ir_each_block (bb, (LLVMValueRef)reached->at[i].key.p)
            ir_each_inst (inst, bb)
                if (ckpt_is_call(inst) && ckpt_cost_of_call(c, inst) > 0)
                    map_add(reached, LLVMGetCalledValue(inst));
}

typedef struct spread {
    const ckpt_costs *c;
    ir_runs runs;
    double total; /* of the program's time */
} spread;

static bool choose_in_functions(const spread *s, const map *reached) {
    bool chosen = false;
    for (size_t i = 0; i < reached->len && ctx_ok(s->c->m->ctx); i++) {
        LLVMValueRef fn = reached->at[i].key.p;
        double runs = ir_runs_of(&s->runs, fn);
        if (runs > 0 && !has_places(fn))
            chosen |= choose_in_loops(s->c, fn, s->total / LEAST_SHARE / runs) > 0;
    }
    return chosen;
}

static bool choose_in_recursion(const spread *s, const map *reached) {
    bool chosen = false;
    for (size_t i = 0; i < reached->len && ctx_ok(s->c->m->ctx); i++) {
        LLVMValueRef fn = reached->at[i].key.p;
        if (!ckpt_calls_itself(fn) || has_places(fn))
            continue;
        ckpt_add_directive(s->c->m, LLVMGetEntryBasicBlock(fn));
        ir_analyses_forget(s->c->m, fn);
        chosen = true;
    }
    return chosen;
}

static void choose_before_calls(const spread *s, LLVMValueRef entry) {
    const ckpt_cost *f = ckpt_cost_of(s->c, entry);
    VEC(LLVMValueRef) calls = {0};
    for (uint32_t b = 0; b < f->cfg->count; b++)
        if (f->loops->innermost[b] == IR_NONE)
            ir_each_inst (inst, f->cfg->blocks[b])
                if (ckpt_cost_of_call(s->c, inst) * f->freq->block[b] >= s->total / LEAST_STEP)
                    vec_push(s->c->m->ctx, &calls, inst);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(s->c->m->llvm_ctx);
    for (size_t i = 0; i < calls.len; i++) {
        LLVMPositionBuilderBefore(b, calls.at[i]);
        ckpt_build_directive(s->c->m, b);
    }
    LLVMDisposeBuilder(b);
    vec_free(s->c->m->ctx, &calls);
    ir_analyses_forget(s->c->m, entry);
}

static void choose_in_steps(ckpt_costs *c, LLVMValueRef entry) {
    spread s = {.c = c, .total = ckpt_cost_of(c, entry)->total};
    map reached;
    map_init(&reached, c->m->ctx);
    find_reached(c, entry, &reached);
    if (ir_runs_build(&s.runs, &c->mem, c->m) && !choose_in_functions(&s, &reached) &&
        !choose_in_recursion(&s, &reached))
        choose_before_calls(&s, entry);
    map_free(&reached);
}

bool ckpt_choose_places(lathe_module *m, const ckpt_options *options) {
    ckpt_costs c;
    LLVMValueRef entry = LLVMGetNamedFunction(m->llvm, "main");
    ckpt_costs_init(&c, m);
    for (size_t i = 0; i < c.functions.len && ctx_ok(m->ctx); i++) {
        LLVMValueRef fn = c.functions.at[i].key.p;
        const ckpt_cost *f = c.functions.at[i].value.p;
        if (ckpt_mem_parameter(m, fn, options) && !has_places(fn))
            choose_in_loops(&c, fn, f->total / LEAST_SHARE);
    }
    if (ctx_ok(m->ctx) && options->program && entry && !LLVMIsDeclaration(entry) &&
        !choose_in_program(&c, entry) && ctx_ok(m->ctx))
        choose_in_steps(&c, entry);
    ckpt_costs_free(&c);
    return ctx_ok(m->ctx);
}
