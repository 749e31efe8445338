/* Before a nest stands what several places in it have loaded, once for each: the bound of a loop as
 * its zero-trip test and its end see it, or what the body of a parallel region captures. Such loads
 * become one. LLVM's passes for that also put what was stored in place of loads, so that sums which
 * begin before a nest would no longer be in memory, where they can be distributed; so would parts
 * of loops that load the same, which are left alone. */
#include "hir/shape/nest.h"
#include "hir/shape/shape.h"
#include "ir/analyses.h"
#include "ir/attr.h"
#include "ir/value.h"

/* Of a load that says what it gets, another one might get what this one must not. */
static bool promises(LLVMValueRef load) {
    static const char *const names[] = {"range", "nonnull", "align", "noundef"};
    LLVMContextRef llvm = LLVMGetValueContext(load);
    for (size_t i = 0; LLVMHasMetadata(load) && i < sizeof names / sizeof *names; i++)
        if (LLVMGetMetadata(load, ir_md_kind(llvm, names[i])))
            return true;
    return false;
}

typedef struct straight {
    const ir_cfg *cfg;
    const ir_loops *loops;
} straight;

static bool is_outside(const straight *s, uint32_t block) {
    return s->loops->innermost[block] == IR_NONE && ir_cfg_reachable(s->cfg, block);
}

/* The only block before it, if that is in no loop either. */
static uint32_t block_before(const straight *s, uint32_t block) {
    const ir_cfg *cfg = s->cfg;
    if (cfg->pred_start[block + 1] - cfg->pred_start[block] != 1)
        return IR_NONE;
    uint32_t before = cfg->preds[cfg->pred_start[block]];
    return is_outside(s, before) ? before : IR_NONE;
}

/* A load of the same, with nothing but loads and computations in between. */
static LLVMValueRef earlier_load(const straight *s, LLVMValueRef load, uint32_t block) {
    enum { MAX_DISTANCE = 100 };
    LLVMValueRef at = load;
    for (int i = 0; i < MAX_DISTANCE; i++) {
        at = LLVMGetPreviousInstruction(at);
        if (!at && (block = block_before(s, block)) != IR_NONE)
            at = LLVMGetLastInstruction(s->cfg->blocks[block]);
        if (!at || shape_may_write(at))
            return NULL;
        if (LLVMIsALoadInst(at) && LLVMGetOperand(at, 0) == LLVMGetOperand(load, 0) &&
            LLVMTypeOf(at) == LLVMTypeOf(load))
            return promises(at) ? NULL : at;
    }
    return NULL;
}

static void join_loads_of(const straight *s, uint32_t block) {
    LLVMValueRef inst = LLVMGetFirstInstruction(s->cfg->blocks[block]);
    for (LLVMValueRef next; inst; inst = next) {
        next = LLVMGetNextInstruction(inst);
        bool is_load = LLVMIsALoadInst(inst) && !shape_may_write(inst) && !promises(inst);
        LLVMValueRef earlier = is_load ? earlier_load(s, inst, block) : NULL;
        if (!earlier)
            continue;
        LLVMReplaceAllUsesWith(inst, earlier);
        LLVMInstructionEraseFromParent(inst);
    }
}

bool hir_join_loads(lathe_module *m) {
    ir_each_function (fn, m->llvm) {
        if (LLVMIsDeclaration(fn) || ir_attr_get(fn, IR_AT_FUNCTION, "optnone"))
            continue;
        straight s = {ir_cfg_of(m, fn), ir_loops_of(m, fn)};
        for (uint32_t i = 0; s.cfg && s.loops && i < s.cfg->count; i++)
            if (is_outside(&s, i))
                join_loads_of(&s, i);
    }
    ir_analyses_forget(m, NULL);
    return ctx_ok(m->ctx);
}
