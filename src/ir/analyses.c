#include "ir/analyses.h"

#include "base/assert.h"
#include "base/map.h"

/* Of one function. */
typedef struct entry {
    arena *mem;
    uint64_t mark; /* of the function as it was, with asserts on */
    bool has_cfg, has_dom, has_postdom, has_loops, has_freq, has_live;
    ir_cfg cfg;
    ir_dom dom, postdom;
    ir_loops loops;
    ir_freq freq;
    ir_live live;
} entry;

/* What is forgotten of one function stays in memory until all is forgotten. */
struct ir_analyses {
    arena mem;
    map by_function; /* → entry */
};

static uint64_t mix(uint64_t mark, const void *p) {
    return (mark ^ (uint64_t)(uintptr_t)p) * UINT64_C(0x9E3779B97F4A7C15) + (mark >> 29);
}

/* Blocks in order, and where each leads. */
static uint64_t mark_of(LLVMValueRef fn) {
    uint64_t mark = 1;
    ir_each_block (bb, fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        unsigned count = last ? LLVMGetNumSuccessors(last) : 0;
        mark = mix(mark, bb);
        for (unsigned i = 0; i < count; i++)
            mark = mix(mark, LLVMGetSuccessor(last, i));
    }
    return mark;
}

static ir_analyses *analyses_of(lathe_module *m) {
    if (!m->analyses && (m->analyses = ctx_realloc(m->ctx, NULL, 0, sizeof *m->analyses))) {
        arena_init(&m->analyses->mem, m->ctx);
        map_init(&m->analyses->by_function, m->ctx);
    }
    return m->analyses;
}

static entry *entry_of(lathe_module *m, LLVMValueRef fn) {
    ir_analyses *all = analyses_of(m);
    map_word *place = all ? map_put(&all->by_function, fn) : NULL;
    if (!place)
        return NULL;
    entry *e = place->p;
    lathe_assert(!e || e->mark == mark_of(fn));
    if (e)
        return e;
    e = arena_new(&all->mem, entry);
    if (e)
        *e = (entry){.mem = &all->mem, .mark = LATHE_ASSERTING ? mark_of(fn) : 0};
    return place->p = e;
}

/* Each finds what it needs first; what was begun and failed is made again when it is asked for
 * again. */
static bool find_cfg(entry *e, LLVMValueRef fn) {
    return e->has_cfg || (e->has_cfg = ir_cfg_build(&e->cfg, e->mem, fn));
}

static bool find_dom(entry *e, LLVMValueRef fn) {
    return e->has_dom || (find_cfg(e, fn) && (e->has_dom = ir_dom_build(&e->dom, e->mem, &e->cfg)));
}

static bool find_loops(entry *e, LLVMValueRef fn) {
    return e->has_loops ||
           (find_dom(e, fn) && (e->has_loops = ir_loops_build(&e->loops, e->mem, &e->dom)));
}

const ir_cfg *ir_cfg_of(lathe_module *m, LLVMValueRef fn) {
    entry *e = entry_of(m, fn);
    return e && find_cfg(e, fn) ? &e->cfg : NULL;
}

const ir_dom *ir_dom_of(lathe_module *m, LLVMValueRef fn) {
    entry *e = entry_of(m, fn);
    return e && find_dom(e, fn) ? &e->dom : NULL;
}

const ir_dom *ir_postdom_of(lathe_module *m, LLVMValueRef fn) {
    entry *e = entry_of(m, fn);
    if (e && !e->has_postdom && find_cfg(e, fn))
        e->has_postdom = ir_postdom_build(&e->postdom, e->mem, &e->cfg);
    return e && e->has_postdom ? &e->postdom : NULL;
}

const ir_loops *ir_loops_of(lathe_module *m, LLVMValueRef fn) {
    entry *e = entry_of(m, fn);
    return e && find_loops(e, fn) ? &e->loops : NULL;
}

const ir_freq *ir_freq_of(lathe_module *m, LLVMValueRef fn) {
    entry *e = entry_of(m, fn);
    if (e && !e->has_freq && find_loops(e, fn))
        e->has_freq = ir_freq_build(&e->freq, e->mem, &e->loops);
    return e && e->has_freq ? &e->freq : NULL;
}

const ir_live *ir_live_of(lathe_module *m, LLVMValueRef fn) {
    entry *e = entry_of(m, fn);
    if (e && !e->has_live && find_cfg(e, fn))
        e->has_live = ir_live_build(&e->live, e->mem, &e->cfg);
    return e && e->has_live ? &e->live : NULL;
}

static void forget_all(lathe_module *m) {
    arena_free(&m->analyses->mem);
    map_free(&m->analyses->by_function);
    ctx_free(m->ctx, m->analyses, sizeof *m->analyses);
    m->analyses = NULL;
}

void ir_analyses_forget(lathe_module *m, LLVMValueRef fn) {
    map_word *place = fn && m->analyses ? map_find(&m->analyses->by_function, fn) : NULL;
    if (place)
        place->p = NULL;
    if (!fn && m->analyses)
        forget_all(m);
}
