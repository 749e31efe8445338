/* A checkpoint is worth having once per iteration of an outermost loop that takes a good part of
 * the time. Of the blocks that every iteration passes outside inner loops, the one with the least
 * live bytes is taken: all are passed equally often, so that is the least per time between saves.
 */
#include "ckpt/auto.h"

#include "ckpt/ckpt_mem.h"
#include "ckpt/objects.h"
#include "ir/analyses.h"
#include "ir/size.h"

/* Loops with less than one part in so many of the time get no checkpoint. */
enum { LEAST_SHARE = 10, MAX_DEPTH = 16, ROUNDS = 4 };

/* What is known of one function. */
typedef struct view {
    const ir_cfg *cfg;
    const ir_dom *dom;
    const ir_loops *loops;
    const ir_freq *freq;
    double *cost; /* per block: of one run of the function, with what it calls */
    double total;
} view;

typedef struct chooser {
    lathe_module *m;
    arena mem;
    map views; /* function -> view */
} chooser;

static view *view_of(const chooser *c, LLVMValueRef fn) {
    return map_get(&c->views, fn);
}

static bool look_at(chooser *c, LLVMValueRef fn) {
    view *v = arena_new(&c->mem, view);
    map_word *place = v ? map_put(&c->views, fn) : NULL;
    if (!place || !(v->freq = ir_freq_of(c->m, fn)))
        return false;
    v->cfg = ir_cfg_of(c->m, fn);
    v->dom = ir_dom_of(c->m, fn);
    v->loops = ir_loops_of(c->m, fn);
    v->cost = arena_array(&c->mem, v->cfg->count + 1, double);
    v->total = 1;
    place->p = v;
    return v->cost != NULL;
}

static double cost_of_call(const chooser *c, LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst) || !LLVMIsAFunction(LLVMGetCalledValue(inst)))
        return 0;
    const view *callee = view_of(c, LLVMGetCalledValue(inst));
    return callee ? callee->total : 0;
}

static void add_up(const chooser *c, view *v) {
    double total = 0;
    for (uint32_t b = 0; b < v->cfg->count && ctx_tick(c->m->ctx, 1); b++) {
        double once = 0;
        ir_each_inst (inst, v->cfg->blocks[b])
            once += 1 + cost_of_call(c, inst);
        v->cost[b] = once * v->freq->block[b];
        total += v->cost[b];
    }
    v->total = total < 1e15 ? total : 1e15;
}

static bool passes_always(const view *v, const ir_loop *loop, uint32_t b) {
    for (uint32_t i = 0; i < loop->latches.count; i++)
        if (!ir_dominates(v->dom, b, loop->latches.at[i]))
            return false;
    return true;
}

static uint64_t live_bytes(const chooser *c, const ir_live *live, const ckpt_objects *objects,
                           uint32_t b) {
    uint64_t bytes = 0;
    for (int64_t i = 0; (i = bitset_next(&live->out[b], (size_t)i)) != BITSET_END; i++) {
        LLVMTypeRef type = LLVMTypeOf(ir_live_value(live, (uint32_t)i));
        bytes += ir_abi_size(ir_layout(c->m), type);
    }
    for (size_t i = 0; i < objects->all.len; i++)
        if (objects->all.at[i].modified && ckpt_object_live_out(&objects->all.at[i], live, b))
            bytes += objects->all.at[i].bytes;
    return bytes;
}

static uint32_t best_block(const chooser *c, const view *v, uint32_t loop, const ir_live *live,
                           const ckpt_objects *objects) {
    const ir_loop *l = &v->loops->loops[loop];
    uint32_t best = IR_NONE;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < l->blocks.count; i++) {
        uint32_t b = l->blocks.at[i];
        if (v->loops->innermost[b] != loop || !passes_always(v, l, b))
            continue;
        uint64_t bytes = live_bytes(c, live, objects, b);
        if (bytes < least) {
            least = bytes;
            best = b;
        }
    }
    return best;
}

static double cost_of_loop(const view *v, uint32_t loop) {
    double cost = 0;
    for (uint32_t i = 0; i < v->loops->loops[loop].blocks.count; i++)
        cost += v->cost[v->loops->loops[loop].blocks.at[i]];
    return cost;
}

/* Before the compare that the branch alone uses, which need not be saved then. */
static LLVMValueRef end_of(LLVMBasicBlockRef bb) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
    LLVMValueRef test =
        LLVMIsABranchInst(last) && LLVMIsConditional(last) ? LLVMGetCondition(last) : NULL;
    bool own = test && LLVMIsACmpInst(test) && LLVMGetInstructionParent(test) == bb &&
               !LLVMGetNextUse(LLVMGetFirstUse(test));
    return own ? test : last;
}

static void place(const chooser *c, LLVMBasicBlockRef bb) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c->m->llvm_ctx);
    LLVMPositionBuilderBefore(b, end_of(bb));
    ckpt_build_directive(c->m, b);
    LLVMDisposeBuilder(b);
}

/* The function is about to be changed, but its view stays true: a call is not an edge. */
static void choose_in_loops(chooser *c, LLVMValueRef fn, double least) {
    view *v = view_of(c, fn);
    const ir_live *live = ir_live_of(c->m, fn);
    ckpt_objects objects = {0};
    if (live && ckpt_objects_find(&objects, c->m, fn))
        for (uint32_t l = 0; l < v->loops->count; l++) {
            if (v->loops->loops[l].parent != IR_NONE || cost_of_loop(v, l) < least)
                continue;
            uint32_t best = best_block(c, v, l, live, &objects);
            if (best != IR_NONE)
                place(c, v->cfg->blocks[best]);
        }
    if (objects.ctx)
        ckpt_objects_free(&objects);
    ir_analyses_forget(c->m, fn);
}

/* By the user's choice, or because it was chosen for before: ckpt_mem comes first. */
static bool has_places(LLVMValueRef fn) {
    return ckpt_has_directive(fn) || ckpt_mem_is_injected(fn);
}

typedef struct visit {
    LLVMValueRef fn;
    int depth;
} visit;

/* From main along calls outside loops: inside loops, the loop itself has a checkpoint. */
static void choose_in_program(chooser *c, LLVMValueRef entry) {
    VEC(visit) work = {0};
    map seen;
    map_init(&seen, c->m->ctx);
    double least = view_of(c, entry)->total / LEAST_SHARE;
    vec_push(c->m->ctx, &work, (visit){entry, 0});
    for (size_t i = 0; i < work.len && ctx_tick(c->m->ctx, 1); i++) {
        visit at = work.at[i];
        if (!map_add(&seen, at.fn) || has_places(at.fn))
            continue;
        const view *v = view_of(c, at.fn);
        for (uint32_t b = 0; b < v->cfg->count && at.depth < MAX_DEPTH; b++)
            if (v->loops->innermost[b] == IR_NONE)
                ir_each_inst (inst, v->cfg->blocks[b])
                    if (cost_of_call(c, inst) * v->freq->block[b] >= least)
                        vec_push(c->m->ctx, &work, (visit){LLVMGetCalledValue(inst), at.depth + 1});
        choose_in_loops(c, at.fn, least);
    }
    vec_free(c->m->ctx, &work);
    map_free(&seen);
}

bool ckpt_choose_places(lathe_module *m, const ckpt_options *options) {
    chooser c = {.m = m};
    LLVMValueRef entry = LLVMGetNamedFunction(m->llvm, "main");
    arena_init(&c.mem, m->ctx);
    map_init(&c.views, m->ctx);
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && ctx_ok(m->ctx))
            look_at(&c, fn);
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < c.views.len && ctx_ok(m->ctx); i++)
            add_up(&c, c.views.at[i].value.p);
    for (size_t i = 0; i < c.views.len && ctx_ok(m->ctx); i++) {
        LLVMValueRef fn = c.views.at[i].key.p;
        const view *v = c.views.at[i].value.p;
        if (ckpt_mem_parameter(m, fn, options) && !has_places(fn))
            choose_in_loops(&c, fn, v->total / LEAST_SHARE);
    }
    if (ctx_ok(m->ctx) && options->program && entry && !LLVMIsDeclaration(entry))
        choose_in_program(&c, entry);
    map_free(&c.views);
    arena_free(&c.mem);
    return ctx_ok(m->ctx);
}
