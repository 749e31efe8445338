#include "ckpt/ckpt_costs.h"

/* Costs go up a call chain by one call in each round; what is further away is left out, which also
 * ends recursion. */
enum { ROUNDS = 4 };
static const double most = 1e15;

const ckpt_cost *ckpt_cost_of(const ckpt_costs *c, LLVMValueRef fn) {
    return map_get(&c->functions, fn);
}

static bool look_at(ckpt_costs *c, LLVMValueRef fn) {
    ckpt_cost *f = arena_new(&c->mem, ckpt_cost);
    map_word *place = f ? map_put(&c->functions, fn) : NULL;
    if (!place || !(f->freq = ir_freq_of(c->m, fn)))
        return false;
    f->cfg = ir_cfg_of(c->m, fn);
    f->dom = ir_dom_of(c->m, fn);
    f->loops = ir_loops_of(c->m, fn);
    f->block = arena_array(&c->mem, f->cfg->count + 1, double);
    f->total = 1;
    place->p = f;
    return f->block != NULL;
}

double ckpt_cost_of_call(const ckpt_costs *c, LLVMValueRef inst) {
    if ((!LLVMIsACallInst(inst) && !LLVMIsAInvokeInst(inst)) ||
        !LLVMIsAFunction(LLVMGetCalledValue(inst)))
        return 0;
    const ckpt_cost *callee = ckpt_cost_of(c, LLVMGetCalledValue(inst));
    return callee ? callee->total : 0;
}

static void add_up(const ckpt_costs *c, ckpt_cost *f) {
    double total = 0;
    for (uint32_t b = 0; b < f->cfg->count && ctx_tick(c->m->ctx, 1); b++) {
        double once = 0;
        ir_each_inst (inst, f->cfg->blocks[b])
            once += 1 + ckpt_cost_of_call(c, inst);
        f->block[b] = once * f->freq->block[b];
        total += f->block[b];
    }
    f->total = total < most ? total : most;
}

bool ckpt_costs_init(ckpt_costs *c, lathe_module *m) {
    *c = (ckpt_costs){.m = m};
    arena_init(&c->mem, m->ctx);
    map_init(&c->functions, m->ctx);
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && ctx_ok(m->ctx))
            look_at(c, fn);
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < c->functions.len && ctx_ok(m->ctx); i++)
            add_up(c, c->functions.at[i].value.p);
    return ctx_ok(m->ctx);
}

void ckpt_costs_free(ckpt_costs *c) {
    map_free(&c->functions);
    arena_free(&c->mem);
}

double ckpt_cost_of_loop(const ckpt_cost *f, uint32_t loop) {
    double cost = 0;
    for (uint32_t i = 0; i < f->loops->loops[loop].blocks.count; i++)
        cost += f->block[f->loops->loops[loop].blocks.at[i]];
    return cost;
}

bool ckpt_passes_always(const ckpt_cost *f, const ir_loop *loop, uint32_t block) {
    for (uint32_t i = 0; i < loop->latches.count; i++)
        if (!ir_dominates(f->dom, block, loop->latches.at[i]))
            return false;
    return true;
}
