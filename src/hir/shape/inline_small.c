/* Small functions that are called in loop nests become part of them: accessors, index functions.
 *
 * HIR has no model of what a call does to memory, so one is enough to keep a nest as it is. LLVM
 * would inline these calls anyway, but after the nests have been looked at. */
#include "base/vec.h"
#include "hir/shape/nest.h"
#include "hir/shape/shape.h"
#include "ir/attr.h"
#include "ir/llvmx.h"
#include "ir/value.h"

enum {
    /* Instructions of a callee as the front end writes it, where each use of a variable is a load:
     * about three times what LLVM's inliner sees, and it takes most functions of 30. */
    MAX_CALLEE = 90,
    /* That a function may grow by: what is not changed afterwards is thrown away again. */
    MAX_GROWTH = 900,
    /* Accessors that call an index function that calls a check. */
    MAX_ROUNDS = 4,
};

static bool has_loop(lathe_module *m, LLVMValueRef fn) {
    const ir_loops *loops = ir_loops_of(m, fn);
    return loops && loops->count;
}

/* 0: not to be inlined. */
static uint32_t size_of(LLVMValueRef callee) {
    uint32_t size = 0;
    ir_each_block (bb, callee)
        ir_each_inst (inst, bb)
            if (!LLVMIsAAllocaInst(inst) && ++size > MAX_CALLEE)
                return 0;
    return size;
}

static LLVMValueRef small_callee(LLVMValueRef inst, LLVMValueRef caller) {
    LLVMValueRef callee = ir_callee(inst);
    bool known = callee && callee != caller && !LLVMIsDeclaration(callee) && size_of(callee);
    return known ? callee : NULL;
}

typedef struct inliner {
    lathe_module *m;
    LLVMValueRef fn;
    VEC(LLVMValueRef) calls;
    uint32_t growth;
} inliner;

/* In a nest, or with a loop that makes one. */
static void note_call(inliner *in, LLVMValueRef inst, const ir_loops *loops, uint32_t loop) {
    LLVMValueRef callee = small_callee(inst, in->fn);
    if (callee &&
        (loops->loops[loop].depth > 1 || shape_has_inner(loops, loop) || has_loop(in->m, callee)))
        vec_push(in->m->ctx, &in->calls, inst);
}

static void find_calls(inliner *in) {
    const ir_loops *loops = ir_loops_of(in->m, in->fn);
    vec_clear(&in->calls);
    for (uint32_t b = 0; loops && b < loops->cfg->count && ctx_tick(in->m->ctx, 1); b++)
        if (loops->innermost[b] != IR_NONE)
            ir_each_inst (inst, loops->cfg->blocks[b])
                note_call(in, inst, loops, loops->innermost[b]);
}

/* Whether there is more to look at. */
static bool inline_calls(inliner *in) {
    bool any = false;
    for (size_t i = 0; i < in->calls.len; i++) {
        uint32_t size = size_of(ir_callee(in->calls.at[i]));
        if (in->growth + size > MAX_GROWTH || !llvmx_inline(in->calls.at[i]))
            continue;
        in->growth += size;
        any = true;
    }
    if (any)
        ir_analyses_forget(in->m, in->fn);
    return any;
}

static void inline_into(lathe_module *m, LLVMValueRef fn) {
    inliner in = {.m = m, .fn = fn};
    bool more = !ir_attr_get(fn, IR_AT_FUNCTION, "optnone");
    for (int round = 0; round < MAX_ROUNDS && more && ctx_ok(m->ctx); round++) {
        find_calls(&in);
        more = inline_calls(&in);
    }
    vec_free(m->ctx, &in.calls);
}

bool hir_inline_small(lathe_module *m, const map *functions) {
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && (!functions || map_find(functions, fn)))
            inline_into(m, fn);
    return ctx_ok(m->ctx);
}

bool hir_may_have_nest(lathe_module *m, LLVMValueRef fn) {
    inliner in = {.m = m, .fn = fn};
    const ir_loops *loops = ir_loops_of(m, fn);
    bool found = false;
    for (uint32_t i = 0; loops && i < loops->count && !found; i++)
        found = loops->loops[i].depth > 1;
    if (loops && loops->count && !found)
        find_calls(&in);
    found |= in.calls.len != 0;
    vec_free(m->ctx, &in.calls);
    return found;
}
