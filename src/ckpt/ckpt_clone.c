/* A restore edge into a loop would give it a second entry, and LLVM would no longer treat it as a
 * loop. So what is left of the outermost loop's iteration after each point is cloned; restores
 * enter the clone, and the clone goes on in the original at the loop's header.
 *
 * Relies on demotion: no value but prologue's crosses blocks, and there are no PHIs.
 */
#include "ckpt/inject.h"

typedef struct cloner {
    ckpt_fn *f;
    const ir_cfg *cfg;
    const ir_loops *loops;
    uint32_t loop; /* the one at work */
    bool *wanted;  /* per block */
    VEC(uint32_t) work;
    map copies; /* block or instruction -> its clone */
} cloner;

static uint32_t outermost(const ir_loops *l, uint32_t b) {
    uint32_t loop = l->innermost[b];
    while (loop != IR_NONE && l->loops[loop].parent != IR_NONE)
        loop = l->loops[loop].parent;
    return loop;
}

static void want(cloner *c, uint32_t b) {
    if (c->wanted[b] || b == c->loops->loops[c->loop].header ||
        !ir_loop_has_block(c->loops, c->loop, b))
        return;
    c->wanted[b] = true;
    vec_push(c->f->m->ctx, &c->work, b);
}

/* A computed goto goes to the address of the original block, from a clone too. */
static bool goes_to_address(LLVMValueRef inst) {
    return LLVMGetInstructionOpcode(inst) == LLVMIndirectBr;
}

/* All blocks of the loop that its points reach without passing the header. */
static void find_wanted(cloner *c) {
    for (size_t i = 0; i < c->f->points.len; i++) {
        uint32_t b = ir_cfg_number(c->cfg, c->f->points.at[i].junction);
        if (outermost(c->loops, b) == c->loop)
            want(c, b);
    }
    for (size_t i = 0; i < c->work.len && ctx_tick(c->f->m->ctx, 1); i++) {
        uint32_t b = c->work.at[i];
        if (goes_to_address(LLVMGetBasicBlockTerminator(c->cfg->blocks[b])))
            continue;
        for (uint32_t s = c->cfg->succ_start[b]; s < c->cfg->succ_start[b + 1]; s++)
            want(c, c->cfg->succs[s]);
    }
}

static LLVMValueRef copy_of(cloner *c, LLVMValueRef value) {
    LLVMValueRef copy = map_get(&c->copies, value);
    return copy ? copy : value;
}

static void put(cloner *c, LLVMValueRef from, LLVMValueRef to) {
    map_set(&c->copies, from, (map_word){.p = to});
}

static void copy_block(cloner *c, LLVMBasicBlockRef from) {
    LLVMPositionBuilderAtEnd(c->f->b,
                             LLVMValueAsBasicBlock(copy_of(c, LLVMBasicBlockAsValue(from))));
    ir_each_inst (inst, from) {
        LLVMValueRef copy = LLVMInstructionClone(inst);
        for (int o = 0, n = goes_to_address(copy) ? 1 : LLVMGetNumOperands(copy); o < n; o++)
            LLVMSetOperand(copy, (unsigned)o, copy_of(c, LLVMGetOperand(copy, (unsigned)o)));
        LLVMInsertIntoBuilder(c->f->b, copy);
        put(c, inst, copy);
    }
}

static void clone_loop(cloner *c) {
    for (size_t i = 0; i < c->work.len; i++) {
        LLVMBasicBlockRef from = c->cfg->blocks[c->work.at[i]];
        LLVMBasicBlockRef copy = ckpt_add_block(c->f, LLVMGetBasicBlockName(from), ".resume", NULL);
        vec_push(c->f->m->ctx, &c->f->clones, copy);
        put(c, LLVMBasicBlockAsValue(from), LLVMBasicBlockAsValue(copy));
    }
    for (size_t i = 0; i < c->work.len && ctx_tick(c->f->m->ctx, 1); i++)
        copy_block(c, c->cfg->blocks[c->work.at[i]]);
}

static void aim_restores(cloner *c) {
    for (size_t i = 0; i < c->f->points.len; i++) {
        ckpt_point *p = &c->f->points.at[i];
        LLVMValueRef copy = map_get(&c->copies, LLVMBasicBlockAsValue(p->junction));
        if (copy)
            p->junction_clone = LLVMValueAsBasicBlock(copy);
    }
}

bool ckpt_clone_loops(ckpt_fn *f) {
    cloner c = {.f = f};
    arena mem;
    arena_init(&mem, f->m->ctx);
    map_init(&c.copies, f->m->ctx);
    if ((c.loops = ckpt_loops_now(f))) {
        c.cfg = c.loops->cfg;
        c.wanted = arena_array(&mem, c.cfg->count + 1, bool);
    }
    for (uint32_t loop = 0; c.wanted && loop < c.loops->count; loop++)
        if (c.loops->loops[loop].parent == IR_NONE) {
            c.loop = loop;
            vec_clear(&c.work);
            find_wanted(&c);
            clone_loop(&c);
        }
    aim_restores(&c);
    vec_free(f->m->ctx, &c.work);
    map_free(&c.copies);
    arena_free(&mem);
    return ctx_ok(f->m->ctx);
}
