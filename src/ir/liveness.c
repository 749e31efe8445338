/* The usual backward data-flow equations over bit sets, with a work list of blocks. */
#include "ir/liveness.h"

/* A use by a PHI counts even in the value's own block: it lies on an edge. */
static bool is_used_elsewhere(LLVMValueRef value, LLVMBasicBlockRef home) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMGetInstructionParent(user) != home || LLVMIsAPHINode(user))
            return true;
    }
    return false;
}

static size_t count_values(LLVMValueRef fn) {
    size_t count = LLVMCountParams(fn);
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            count += LLVMGetFirstUse(inst) != NULL && is_used_elsewhere(inst, bb);
    return count;
}

static bool number_values(ir_live *live, arena *a) {
    const ir_cfg *cfg = live->cfg;
    live->def_start = arena_array(a, (size_t)cfg->count + 1, uint32_t);
    if (!live->def_start || !ir_numbering_init(&live->values, a, count_values(cfg->function)))
        return false;
    LLVMValueRef arg = LLVMGetFirstParam(cfg->function);
    for (; arg; arg = LLVMGetNextParam(arg))
        if (LLVMGetFirstUse(arg))
            ir_numbering_add(&live->values, arg);
    for (uint32_t b = 0; b < cfg->count; b++) {
        live->def_start[b] = live->values.count;
        uint64_t work = 1;
        ir_each_inst (inst, cfg->blocks[b]) {
            work++;
            if (LLVMGetFirstUse(inst) && is_used_elsewhere(inst, cfg->blocks[b]))
                ir_numbering_add(&live->values, inst);
        }
        if (!ctx_tick(cfg->ctx, work))
            return false;
    }
    live->def_start[cfg->count] = live->values.count;
    return true;
}

static bool make_sets(ir_live *live, arena *a) {
    size_t count = live->cfg->count, bits = live->values.count;
    live->in = arena_array(a, count, bitset);
    live->out = arena_array(a, count, bitset);
    if (!live->in || !live->out)
        return false;
    for (size_t b = 0; b < count; b++)
        if (!bitset_init(&live->in[b], a, bits) || !bitset_init(&live->out[b], a, bits) ||
            !ctx_tick(live->cfg->ctx, 1 + bits / 64))
            return false;
    return true;
}

static bool is_made_in(const ir_live *live, uint32_t value, uint32_t b) {
    return live->def_start[b] <= value && value < live->def_start[b + 1];
}

static void add_use(ir_live *live, uint32_t value, LLVMValueRef user) {
    uint32_t b = ir_cfg_number(live->cfg, LLVMGetInstructionParent(user));
    if (!is_made_in(live, value, b))
        bitset_add(&live->in[b], value);
}

static bool add_uses(ir_live *live) {
    for (uint32_t v = 0; v < live->values.count; v++) {
        uint64_t work = 0;
        LLVMUseRef use = LLVMGetFirstUse(ir_live_value(live, v));
        for (; use; use = LLVMGetNextUse(use), work++)
            if (!LLVMIsAPHINode(LLVMGetUser(use)))
                add_use(live, v, LLVMGetUser(use));
        if (!ctx_tick(live->cfg->ctx, work))
            return false;
    }
    return true;
}

static void add_phi_uses(ir_live *live, LLVMValueRef phi) {
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++) {
        uint32_t value = ir_live_number(live, LLVMGetIncomingValue(phi, i));
        if (value != IR_NONE)
            bitset_add(&live->out[ir_cfg_number(live->cfg, LLVMGetIncomingBlock(phi, i))], value);
    }
}

/* By PHI and not by use: one PHI may name a value a thousand times. */
static bool add_all_phi_uses(ir_live *live) {
    for (uint32_t b = 0; b < live->cfg->count; b++) {
        uint64_t work = 1;
        LLVMValueRef inst = LLVMGetFirstInstruction(live->cfg->blocks[b]);
        for (; inst && LLVMIsAPHINode(inst); inst = LLVMGetNextInstruction(inst)) {
            add_phi_uses(live, inst);
            work += LLVMCountIncoming(inst);
        }
        if (!ctx_tick(live->cfg->ctx, work))
            return false;
    }
    return true;
}

/* in |= out without what the block makes; whether it changed. */
static bool transfer(ir_live *live, uint32_t b) {
    uint32_t first = live->def_start[b], end = live->def_start[b + 1];
    uint64_t changed = 0;
    for (size_t w = 0; w * 64 < live->values.count; w++) {
        uint64_t made = 0;
        if (first < (w + 1) * 64 && w * 64 < end) {
            uint64_t low = first > w * 64 ? first - w * 64 : 0;
            uint64_t high = end < (w + 1) * 64 ? end - w * 64 : 64;
            made = high > low ? (~UINT64_C(0) >> (64 - (high - low))) << low : 0;
        }
        uint64_t fresh = live->out[b].words[w] & ~made & ~live->in[b].words[w];
        live->in[b].words[w] |= fresh;
        changed |= fresh;
    }
    return changed != 0;
}

/* Blocks whose in-set may still grow. Each block is in the ring at most once. */
typedef struct worklist {
    uint32_t *ring;
    bool *queued;
    uint32_t size, first, count;
} worklist;

static void enqueue(worklist *w, uint32_t b) {
    if (w->queued[b])
        return;
    w->queued[b] = true;
    w->ring[(w->first + w->count++) % w->size] = b;
}

static uint32_t dequeue(worklist *w) {
    uint32_t b = w->ring[w->first];
    w->first = (w->first + 1) % w->size;
    w->count--;
    w->queued[b] = false;
    return b;
}

static bool solve(ir_live *live, arena *a) {
    const ir_cfg *cfg = live->cfg;
    worklist w = {.ring = arena_array(a, cfg->count, uint32_t),
                  .queued = arena_array(a, cfg->count, bool),
                  .size = cfg->count};
    if (!w.ring || !w.queued)
        return false;
    for (uint32_t i = cfg->rpo_count; i-- > 0;)
        enqueue(&w, cfg->rpo[i]);
    for (uint32_t b = cfg->count; b-- > 0;)
        enqueue(&w, b);
    while (w.count) {
        uint32_t b = dequeue(&w);
        for (uint32_t i = cfg->succ_start[b]; i < cfg->succ_start[b + 1]; i++)
            bitset_union(&live->out[b], &live->in[cfg->succs[i]]);
        if (transfer(live, b))
            for (uint32_t i = cfg->pred_start[b]; i < cfg->pred_start[b + 1]; i++)
                enqueue(&w, cfg->preds[i]);
        if (!ctx_tick(cfg->ctx, 1 + live->values.count / 64))
            return false;
    }
    return true;
}

bool ir_live_build(ir_live *live, arena *a, const ir_cfg *cfg) {
    *live = (ir_live){.cfg = cfg};
    return number_values(live, a) && make_sets(live, a) && add_uses(live) &&
           add_all_phi_uses(live) && solve(live, a);
}

uint32_t ir_live_number(const ir_live *live, LLVMValueRef value) {
    return ir_numbering_find(&live->values, value);
}

LLVMValueRef ir_live_value(const ir_live *live, uint32_t number) {
    return (LLVMValueRef)(uintptr_t)live->values.keys[number];
}

bool ir_live_into(const ir_live *live, uint32_t block, LLVMValueRef value) {
    uint32_t number = ir_live_number(live, value);
    return number != IR_NONE && bitset_has(&live->in[block], number);
}

bool ir_live_out_of(const ir_live *live, uint32_t block, LLVMValueRef value) {
    uint32_t number = ir_live_number(live, value);
    return number != IR_NONE && bitset_has(&live->out[block], number);
}
