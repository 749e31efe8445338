#include "ir/cfg.h"

static bool number_blocks(ir_cfg *cfg, arena *a) {
    cfg->count = LLVMCountBasicBlocks(cfg->function);
    cfg->blocks = arena_array(a, cfg->count, LLVMBasicBlockRef);
    if (!cfg->blocks || !ir_numbering_init(&cfg->numbers, a, cfg->count))
        return false;
    ir_each_block (bb, cfg->function)
        cfg->blocks[ir_numbering_add(&cfg->numbers, bb)] = bb;
    return true;
}

static uint32_t successor_count(LLVMBasicBlockRef bb) {
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(bb);
    return terminator ? LLVMGetNumSuccessors(terminator) : 0;
}

static bool count_edges(ir_cfg *cfg, arena *a) {
    cfg->succ_start = arena_array(a, (size_t)cfg->count + 1, uint32_t);
    if (!cfg->succ_start)
        return false;
    uint64_t total = 0;
    for (uint32_t b = 0; b < cfg->count; b++) {
        total += successor_count(cfg->blocks[b]);
        cfg->succ_start[b + 1] = (uint32_t)total;
    }
    cfg->edge_count = (uint32_t)total;
    return ir_fits(cfg->ctx, total);
}

static bool fill_successors(ir_cfg *cfg, arena *a) {
    cfg->succs = arena_array(a, cfg->edge_count, uint32_t);
    cfg->pred_start = arena_array(a, (size_t)cfg->count + 1, uint32_t);
    if (!cfg->succs || !cfg->pred_start)
        return false;
    for (uint32_t b = 0; b < cfg->count; b++) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(cfg->blocks[b]);
        uint32_t *succs = cfg->succs + cfg->succ_start[b];
        for (uint32_t i = 0; i < ir_cfg_succ_count(cfg, b); i++) {
            succs[i] = ir_cfg_number(cfg, LLVMGetSuccessor(terminator, i));
            cfg->pred_start[succs[i]]++;
        }
    }
    return true;
}

/* A counting sort of the edges by target. pred_start holds counts at first; running from the last
 * edge to the first turns each block's end into its start. */
static bool fill_predecessors(ir_cfg *cfg, arena *a) {
    cfg->preds = arena_array(a, cfg->edge_count, uint32_t);
    if (!cfg->preds)
        return false;
    for (uint32_t b = 0, sum = 0; b <= cfg->count; b++) {
        sum += cfg->pred_start[b];
        cfg->pred_start[b] = sum;
    }
    for (uint32_t b = cfg->count; b-- > 0;)
        for (uint32_t i = cfg->succ_start[b + 1]; i-- > cfg->succ_start[b];)
            cfg->preds[--cfg->pred_start[cfg->succs[i]]] = b;
    return true;
}

/* Depth-first from the entry, successors in order; finished blocks fill rpo from its end. */
static bool order_blocks(ir_cfg *cfg, arena *a) {
    uint32_t *order = arena_array(a, cfg->count, uint32_t);
    uint32_t *stack = arena_array(a, cfg->count, uint32_t);
    uint32_t *next = arena_array(a, cfg->count, uint32_t);
    cfg->rpo_index = arena_array(a, cfg->count, uint32_t);
    if (!order || !stack || !next || !cfg->rpo_index)
        return false;
    for (uint32_t b = 0; b < cfg->count; b++) {
        cfg->rpo_index[b] = IR_NONE;
        next[b] = cfg->succ_start[b];
    }
    uint32_t depth = 0, first = cfg->count;
    if (cfg->count) {
        cfg->rpo_index[0] = 0;
        stack[depth++] = 0;
    }
    while (depth) {
        uint32_t b = stack[depth - 1];
        if (next[b] == cfg->succ_start[b + 1]) {
            order[--first] = b;
            depth--;
            continue;
        }
        uint32_t s = cfg->succs[next[b]++];
        if (cfg->rpo_index[s] == IR_NONE) {
            cfg->rpo_index[s] = 0;
            stack[depth++] = s;
        }
    }
    cfg->rpo = order + first;
    cfg->rpo_count = cfg->count - first;
    for (uint32_t i = 0; i < cfg->rpo_count; i++)
        cfg->rpo_index[cfg->rpo[i]] = i;
    return true;
}

bool ir_cfg_build(ir_cfg *cfg, arena *a, LLVMValueRef fn) {
    *cfg = (ir_cfg){.ctx = a->ctx, .function = fn};
    return number_blocks(cfg, a) && count_edges(cfg, a) && fill_successors(cfg, a) &&
           fill_predecessors(cfg, a) && order_blocks(cfg, a) &&
           ctx_tick(a->ctx, (uint64_t)cfg->count + cfg->edge_count);
}

uint32_t ir_cfg_number(const ir_cfg *cfg, LLVMBasicBlockRef bb) {
    return ir_numbering_find(&cfg->numbers, bb);
}
