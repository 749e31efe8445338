/* Which slots are read on some way from a block before they are written: what a point must save,
 * and the proof that restore blocks write all of it. Any control flow graph. */
#include "ckpt/inject.h"

#include "ckpt/setjmps.h"

typedef struct liveness {
    ckpt_fn *f;
    const ir_cfg *cfg;
    map numbers;            /* slot alloca -> number + 1 */
    bitset *reads, *writes; /* per block: read before written there; written there */
    bitset *in;
} liveness;

static uint32_t slot_at(const liveness *l, LLVMValueRef address) {
    map_word *found = map_find(&l->numbers, address);
    return found ? (uint32_t)found->u - 1 : IR_NONE;
}

static void read_block(liveness *l, uint32_t b) {
    ir_each_inst (inst, l->cfg->blocks[b]) {
        bool load = LLVMIsALoadInst(inst);
        if (!load && !LLVMIsAStoreInst(inst))
            continue;
        uint32_t slot = slot_at(l, LLVMGetOperand(inst, load ? 0 : 1));
        if (slot == IR_NONE)
            continue;
        if (!load)
            bitset_add(&l->writes[b], slot);
        else if (!bitset_has(&l->writes[b], slot))
            bitset_add(&l->reads[b], slot);
    }
}

static bool update(liveness *l, bitset *scratch, uint32_t b) {
    bitset_clear(scratch);
    for (uint32_t i = l->cfg->succ_start[b]; i < l->cfg->succ_start[b + 1]; i++)
        bitset_union(scratch, &l->in[l->cfg->succs[i]]);
    bitset_subtract(scratch, &l->writes[b]);
    bitset_union(scratch, &l->reads[b]);
    return bitset_union(&l->in[b], scratch);
}

static bool make_sets(liveness *l, arena *a) {
    size_t count = l->f->slots.len, blocks = l->cfg->count;
    l->reads = arena_array(a, blocks + 1, bitset);
    l->writes = arena_array(a, blocks + 1, bitset);
    l->in = arena_array(a, blocks + 1, bitset);
    if (!l->reads || !l->writes || !l->in)
        return false;
    for (size_t i = 0; i < blocks; i++)
        if (!bitset_init(&l->reads[i], a, count) || !bitset_init(&l->writes[i], a, count) ||
            !bitset_init(&l->in[i], a, count))
            return false;
    return true;
}

static bool solve(liveness *l, arena *a) {
    bitset scratch;
    if (!(l->cfg = ckpt_cfg_now(l->f)) || !make_sets(l, a) ||
        !bitset_init(&scratch, a, l->f->slots.len))
        return false;
    for (size_t i = 0; i < l->f->slots.len; i++) {
        map_set_number(&l->numbers, l->f->slots.at[i].slot, i + 1);
    }
    for (uint32_t b = 0; b < l->cfg->count && ctx_tick(l->f->m->ctx, 1); b++)
        read_block(l, b);
    for (bool changed = true; changed && ctx_tick(l->f->m->ctx, l->cfg->count);) {
        changed = false;
        for (uint32_t i = l->cfg->rpo_count; i-- > 0;)
            changed |= update(l, &scratch, l->cfg->rpo[i]);
    }
    return ctx_ok(l->f->m->ctx);
}

bool ckpt_find_live(ckpt_fn *f) {
    liveness l = {.f = f};
    map_init(&l.numbers, f->m->ctx);
    if (solve(&l, &f->mem))
        for (size_t i = 0; i < f->points.len; i++) {
            ckpt_point *p = &f->points.at[i];
            uint32_t b = ir_cfg_number(l.cfg, p->junction);
            if (bitset_init(&p->live, &f->mem, f->slots.len))
                bitset_copy(&p->live, &l.in[b]);
            if (p->call && LLVMIsAInvokeInst(p->call)) /* it may go on with an exception */
                bitset_union(&p->live, &l.in[ir_cfg_number(l.cfg, LLVMGetUnwindDest(p->call))]);
        }
    if (ctx_ok(f->m->ctx) && f->jumps.len)
        ckpt_add_live_jumps(f, l.cfg, l.in);
    map_free(&l.numbers);
    return ctx_ok(f->m->ctx);
}

/* An argument that the user does not want saved is what the caller passes, as the prologue has it.
 */
static bool is_passed(const ckpt_fn *f, size_t point, size_t slot) {
    const bitset *idle = &f->points.at[point].idle;
    return f->slots.at[slot].argument && idle->bits && bitset_has(idle, slot);
}

bool ckpt_check_restores(ckpt_fn *f) {
    liveness l = {.f = f};
    arena mem;
    arena_init(&mem, f->m->ctx);
    map_init(&l.numbers, f->m->ctx);
    if (solve(&l, &mem))
        for (size_t i = 0; i < f->points.len; i++) {
            uint32_t b = ir_cfg_number(l.cfg, f->points.at[i].restore);
            for (int64_t s = 0; (s = bitset_next(&l.in[b], (size_t)s)) != BITSET_END; s++)
                if (!f->slots.at[s].kept && !is_passed(f, i, (size_t)s))
                    ctx_fail(f->m->ctx, LATHE_INTERNAL,
                             "%s: '%s' would be undefined after a restore at %s", f->name,
                             f->slots.at[s].name, f->points.at[i].place);
        }
    map_free(&l.numbers);
    arena_free(&mem);
    return ctx_ok(f->m->ctx);
}
