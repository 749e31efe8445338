#include "ckpt/setjmps.h"

#include "ir/value.h"

#include <string.h>

bool ckpt_is_jump(LLVMValueRef inst) {
    static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"};
    LLVMValueRef fn = ir_callee(inst);
    unsigned count = fn ? LLVMGetNumArgOperands(inst) : 0;
    if (!count || !LLVMIsDeclaration(fn) || !ir_is_pointer(LLVMGetOperand(inst, 0)))
        return false;
    for (unsigned i = 1; i < count; i++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(inst, i)))
            return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(LLVMGetValueName(fn), names[i]) == 0)
            return true;
    return false;
}

bool ckpt_find_jumps(ckpt_fn *f) {
    ir_each_block (bb, f->fn)
        ir_each_inst (inst, bb)
            if (ckpt_is_jump(inst))
                vec_push(f->m->ctx, &f->jumps, (ckpt_jump){.call = inst});
    return ctx_ok(f->m->ctx);
}

/* A buffer has what was marked last, whichever call did it. */
static void forget_others(ckpt_fn *f, size_t filled) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->m->llvm_ctx, 0);
    LLVMValueRef call = f->jumps.at[filled].call, buffer = LLVMGetOperand(call, 0);
    LLVMPositionBuilderBefore(f->b, call);
    for (size_t i = 0; i < f->jumps.len; i++) {
        LLVMValueRef slot = f->slots.at[f->jumps.at[i].slot].slot;
        if (i == filled)
            continue;
        LLVMValueRef has = LLVMBuildLoad2(f->b, pointer, slot, "");
        LLVMValueRef same = LLVMBuildICmp(f->b, LLVMIntEQ, has, buffer, "");
        LLVMBuildStore(f->b, LLVMBuildSelect(f->b, same, LLVMConstNull(pointer), has, ""), slot);
    }
}

bool ckpt_make_jump_slots(ckpt_fn *f) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->m->llvm_ctx, 0);
    for (size_t i = 0; i < f->jumps.len; i++) {
        ckpt_jump *j = &f->jumps.at[i];
        LLVMPositionBuilderBefore(f->b, LLVMGetFirstInstruction(f->prologue));
        LLVMValueRef slot = LLVMBuildAlloca(f->b, pointer, "jump");
        LLVMPositionBuilderBefore(f->b, LLVMGetBasicBlockTerminator(f->prologue));
        LLVMBuildStore(f->b, LLVMConstNull(pointer), slot);
        LLVMPositionBuilderBefore(f->b, j->call);
        LLVMBuildStore(f->b, LLVMGetOperand(j->call, 0), slot);
        j->slot = (uint32_t)f->slots.len;
        j->result_slot = ckpt_slot_number(f, j->call);
        ckpt_slot made = {.slot = slot,
                          .type = pointer,
                          .name = "jump",
                          .why = "setjmp has filled it",
                          .bytes = ckpt_type_bytes(f->m, pointer)};
        if (!vec_push(f->m->ctx, &f->slots, made))
            return false;
    }
    for (size_t i = 0; i < f->jumps.len; i++)
        forget_others(f, i);
    return ctx_ok(f->m->ctx);
}

static bool reaches(const ir_cfg *cfg, arena *mem, uint32_t from, uint32_t to) {
    bool *seen = arena_array(mem, cfg->count + 1, bool);
    uint32_t *work = arena_array(mem, cfg->count + 1, uint32_t), count = 0;
    if (!seen || !work)
        return true;
    seen[from] = true;
    work[count++] = from;
    while (count && !seen[to]) {
        uint32_t b = work[--count];
        for (uint32_t s = cfg->succ_start[b]; s < cfg->succ_start[b + 1]; s++)
            if (!seen[cfg->succs[s]]) {
                seen[cfg->succs[s]] = true;
                work[count++] = cfg->succs[s];
            }
    }
    return seen[to];
}

/* ---- buffers in loops ---- */

typedef struct cycle {
    const ir_cfg *cfg;
    arena *mem;
    uint32_t at; /* a block that can reach itself */
} cycle;

static bool is_on_cycle(const ir_cfg *cfg, arena *mem, uint32_t b) {
    for (uint32_t s = cfg->succ_start[b]; s < cfg->succ_start[b + 1]; s++)
        if (reaches(cfg, mem, cfg->succs[s], b))
            return true;
    return false;
}

static bool is_inside(const cycle *c, LLVMValueRef inst) {
    uint32_t b = ir_cfg_number(c->cfg, LLVMGetInstructionParent(inst));
    return reaches(c->cfg, c->mem, c->at, b) && reaches(c->cfg, c->mem, b, c->at);
}

/* Where nothing was optimised, arguments and variables are loaded each time. */
static bool is_set_before(const cycle *c, LLVMValueRef variable) {
    if (!LLVMIsAAllocaInst(variable))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
                      LLVMGetOperand(user, 0) != variable && !is_inside(c, user);
        if (!stores && !LLVMIsALoadInst(user) && !ir_calls_named(user, "llvm.lifetime."))
            return false;
    }
    return true;
}

enum { DEEPEST = 16 };

static bool is_fixed(const cycle *c, LLVMValueRef value, unsigned depth) {
    if (!LLVMIsAInstruction(value) || !is_inside(c, value))
        return true;
    if (LLVMIsALoadInst(value))
        return is_set_before(c, LLVMGetOperand(value, 0));
    bool follows = LLVMIsAGetElementPtrInst(value) || LLVMIsACastInst(value) ||
                   ir_calls_named(value, "llvm.threadlocal.address");
    for (int i = 0, n = LLVMGetNumOperands(value); follows && i < n; i++)
        follows = depth < DEEPEST && is_fixed(c, LLVMGetOperand(value, (unsigned)i), depth + 1);
    return follows;
}

LLVMValueRef ckpt_fills_several(lathe_module *m, LLVMValueRef fn) {
    LLVMValueRef found = NULL;
    arena mem;
    arena_init(&mem, m->ctx);
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb) {
            const ir_cfg *cfg = !found && ckpt_is_jump(inst) ? ir_cfg_of(m, fn) : NULL;
            uint32_t at = cfg ? ir_cfg_number(cfg, bb) : 0;
            if (cfg && ir_cfg_reachable(cfg, at) && is_on_cycle(cfg, &mem, at) &&
                !is_fixed(&(cycle){cfg, &mem, at}, LLVMGetOperand(inst, 0), 0))
                found = inst;
        }
    arena_free(&mem);
    return found;
}

bool ckpt_add_live_jumps(ckpt_fn *f, const ir_cfg *cfg, const bitset *live_in) {
    for (size_t i = 0; i < f->points.len && ctx_ok(f->m->ctx); i++) {
        ckpt_point *p = &f->points.at[i];
        for (size_t k = 0; k < f->jumps.len; k++) {
            const ckpt_jump *j = &f->jumps.at[k];
            uint32_t after = ir_cfg_number(cfg, j->after), x = ir_cfg_number(cfg, p->x);
            if (!reaches(cfg, &f->mem, after, x))
                continue;
            bitset_union(&p->live, &live_in[after]);
            bitset_add(&p->live, j->slot);
        }
    }
    return ctx_ok(f->m->ctx);
}

void ckpt_build_jumps(ckpt_fn *f, const ckpt_point *p) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->m->llvm_ctx, 0);
    for (size_t i = 0; i < f->jumps.len; i++) {
        const ckpt_jump *j = &f->jumps.at[i];
        if (!bitset_has(&p->live, j->slot))
            continue;
        LLVMBasicBlockRef again = ckpt_add_block(f, p->name, ".setjmp", NULL);
        LLVMBasicBlockRef jumped = ckpt_add_block(f, p->name, ".jumped", NULL);
        LLVMBasicBlockRef next = ckpt_add_block(f, p->name, ".set", NULL);
        LLVMValueRef buffer = LLVMBuildLoad2(f->b, pointer, f->slots.at[j->slot].slot, "");
        LLVMBuildCondBr(f->b, LLVMBuildIsNull(f->b, buffer, ""), next, again);
        LLVMPositionBuilderAtEnd(f->b, again);
        LLVMValueRef call = LLVMInstructionClone(j->call);
        LLVMSetOperand(call, 0, buffer);
        LLVMInsertIntoBuilder(f->b, call);
        LLVMValueRef first =
            LLVMBuildICmp(f->b, LLVMIntEQ, call, LLVMConstNull(LLVMTypeOf(call)), "");
        LLVMBuildCondBr(f->b, first, next, jumped);
        LLVMPositionBuilderAtEnd(f->b, jumped);
        if (j->result_slot != IR_NONE)
            LLVMBuildStore(f->b, call, f->slots.at[j->result_slot].slot);
        LLVMBuildBr(f->b, j->after);
        LLVMPositionBuilderAtEnd(f->b, next);
    }
}
