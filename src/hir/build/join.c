/* Loops that share a region: one right after the other, with nothing but straight code between
 * them that computes, reads and writes. The first has one exit only, so that the code
 * between is entered from it alone; whatever gets to one of them gets to all.
 *
 * Zero-trip tests between loops end a region; LLVM's passes take those away that the first one has
 * decided. */
#include "hir/build/builder.h"

/* The graph of a region has edges between all that is in it. */
enum { MAX_LOOPS = 16, MAX_BETWEEN = 16 };

static bool is_plain_access(LLVMValueRef inst) {
    return !LLVMGetVolatile(inst) && LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic;
}

static bool can_stand_between(LLVMValueRef inst) {
    LLVMTypeKind type = LLVMGetTypeKind(LLVMTypeOf(inst));
    if (LLVMIsAStoreInst(inst) || LLVMIsALoadInst(inst))
        return is_plain_access(inst);
    return !hir_b_has_effect(inst) && !LLVMIsAAllocaInst(inst) && type != LLVMTokenTypeKind &&
           type != LLVMX86_AMXTypeKind;
}

/* A block with one way in and one way out. */
static bool is_straight(hir_builder *b, uint32_t block) {
    const ir_cfg *cfg = b->cfg;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(cfg->blocks[block]);
    if (cfg->pred_start[block + 1] - cfg->pred_start[block] != 1 ||
        LLVMGetInstructionOpcode(last) != LLVMBr || ir_cfg_succ_count(cfg, block) != 1)
        return false;
    uint64_t work = 1;
    bool straight = true;
    ir_each_inst (inst, cfg->blocks[block]) {
        straight &= can_stand_between(inst);
        work++;
    }
    ctx_tick(b->ctx, work);
    return straight;
}

/* The loop that straight code after this one leads to; IR_NONE if there is none. */
static uint32_t loop_behind(hir_builder *b, uint32_t loop) {
    const ir_loop *l = &b->loops->loops[loop];
    if (l->exiting.count != 1 || l->exits.count != 1)
        return IR_NONE;
    uint32_t block = l->exits.at[0];
    for (uint32_t i = 0; i < MAX_BETWEEN; i++) {
        uint32_t next = hir_b_loop_of_header(b, block);
        if (next != IR_NONE)
            return b->region_of[next] == next ? next : IR_NONE;
        if (!is_straight(b, block))
            return IR_NONE;
        block = b->cfg->succs[b->cfg->succ_start[block]];
    }
    return IR_NONE;
}

static void mark_between(hir_builder *b, uint32_t loop, uint32_t next, uint32_t root) {
    uint32_t block = b->loops->loops[loop].exits.at[0];
    for (; block != b->loops->loops[next].header; block = b->cfg->succs[b->cfg->succ_start[block]])
        b->between[block] = root;
}

/* The loops after the first one join it. */
static void join_from(hir_builder *b, uint32_t root, uint32_t *joined) {
    uint32_t loop = root;
    for (uint32_t count = 1; count < MAX_LOOPS; count++) {
        uint32_t next = loop_behind(b, loop);
        if (next == IR_NONE)
            return;
        mark_between(b, loop, next, root);
        b->behind[loop] = next;
        joined[next] = root;
        loop = next;
    }
}

bool hir_b_join_loops(hir_builder *b) {
    uint32_t *joined = arena_array(&b->mem, b->loops->count, uint32_t);
    if (!joined)
        return false;
    for (uint32_t loop = 0; loop < b->loops->count; loop++)
        joined[loop] = loop;
    /* a loop's number is below that of those after it */
    for (uint32_t loop = 0; loop < b->loops->count; loop++)
        if (b->region_of[loop] == loop && joined[loop] == loop)
            join_from(b, loop, joined);
    for (uint32_t loop = 0; loop < b->loops->count; loop++)
        if (b->region_of[loop] != IR_NONE)
            b->region_of[loop] = joined[b->region_of[loop]];
    return ctx_tick(b->ctx, b->loops->count);
}
