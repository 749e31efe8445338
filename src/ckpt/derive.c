/* In SSA form, a value that is live at a point is what its instruction would give there now: the
 * operands dominate the instruction and it dominates the point, so no way leads from a new value of
 * an operand to the point around the instruction. So what is cheap and depends on nothing but
 * operands that are live too can be computed again.
 *
 * Floating-point operations are not: the rounding mode may have been another. */
#include "ckpt/derive.h"

static bool is_cheap(LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMICmp:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMSelect:
    case LLVMGetElementPtr:
        return LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVectorTypeKind &&
               LLVMGetNumOperands(inst) <= CKPT_MAX_OPERANDS;
    default:
        return false;
    }
}

/* What is the same in every activation. Undefined values are not: they may be any, each time. */
static bool is_fixed(const ckpt_fn *f, LLVMValueRef v) {
    if (LLVMIsAInstruction(v))
        return LLVMGetInstructionParent(v) == f->prologue;
    return LLVMIsAConstantInt(v) || LLVMIsAConstantPointerNull(v) ||
           (LLVMIsAGlobalValue(v) && !LLVMIsThreadLocal(v));
}

static bool can_be_saved(const ckpt_fn *f, LLVMValueRef v) {
    return (LLVMIsAInstruction(v) && LLVMGetInstructionParent(v) != f->prologue) ||
           LLVMIsAArgument(v);
}

bool ckpt_note_recipes(ckpt_fn *f, const LLVMValueRef *values, size_t count) {
    for (size_t i = 0; i < count && ctx_tick(f->m->ctx, 1); i++) {
        ckpt_recipe r = {.inst = values[i]};
        if (!is_cheap(values[i]))
            continue;
        r.count = (unsigned)LLVMGetNumOperands(values[i]);
        bool good = true;
        for (unsigned o = 0; o < r.count && good; o++) {
            r.operands[o] = LLVMGetOperand(values[i], o);
            good = is_fixed(f, r.operands[o]) || can_be_saved(f, r.operands[o]);
        }
        if (good)
            vec_push(f->m->ctx, &f->recipes, r);
    }
    return ctx_ok(f->m->ctx);
}

/* Operands without a slot do not cross blocks: nothing can be computed from them elsewhere. */
void ckpt_settle_recipes(ckpt_fn *f) {
    for (size_t i = 0; i < f->recipes.len; i++) {
        ckpt_recipe *r = &f->recipes.at[i];
        uint32_t slot = ckpt_slot_number(f, r->inst);
        bool good = slot != IR_NONE;
        for (unsigned o = 0; o < r->count; o++) {
            r->slots[o] =
                is_fixed(f, r->operands[o]) ? IR_NONE : ckpt_slot_number(f, r->operands[o]);
            good &= r->slots[o] != IR_NONE || is_fixed(f, r->operands[o]);
        }
        if (good)
            f->slots.at[slot].recipe = (uint32_t)i + 1;
    }
}

bool ckpt_is_derived(const ckpt_fn *f, const ckpt_point *p, size_t slot) {
    uint32_t number = f->slots.at[slot].recipe;
    if (!number || !bitset_has(&p->live, slot))
        return false;
    const ckpt_recipe *r = &f->recipes.at[number - 1];
    for (unsigned o = 0; o < r->count; o++)
        if (r->slots[o] != IR_NONE && !bitset_has(&p->live, r->slots[o]))
            return false;
    return true;
}

static bool is_ready(const ckpt_recipe *r, const bitset *done) {
    for (unsigned o = 0; o < r->count; o++)
        if (r->slots[o] != IR_NONE && !bitset_has(done, r->slots[o]))
            return false;
    return true;
}

static void compute(ckpt_fn *f, const ckpt_slot *s) {
    const ckpt_recipe *r = &f->recipes.at[s->recipe - 1];
    LLVMValueRef copy = LLVMInstructionClone(r->inst);
    for (unsigned o = 0; o < r->count; o++) {
        LLVMValueRef operand = r->operands[o];
        if (r->slots[o] != IR_NONE) {
            const ckpt_slot *from = &f->slots.at[r->slots[o]];
            operand = LLVMBuildLoad2(f->b, from->type, from->slot, from->name);
        }
        LLVMSetOperand(copy, o, operand);
    }
    LLVMInsertIntoBuilderWithName(f->b, copy, s->name);
    LLVMBuildStore(f->b, copy, s->slot);
}

bool ckpt_build_derived(ckpt_fn *f, const ckpt_point *p) {
    bitset done;
    if (!bitset_init(&done, &f->mem, f->slots.len))
        return false;
    bitset_copy(&done, &p->live);
    for (int64_t i = 0; (i = bitset_next(&p->live, (size_t)i)) != BITSET_END; i++)
        if (ckpt_is_derived(f, p, (size_t)i))
            bitset_remove(&done, (size_t)i);
    /* Slots are mostly in the order in which their values depend on each other. */
    for (bool more = true; more && ctx_tick(f->m->ctx, 1);) {
        more = false;
        for (int64_t i = 0; (i = bitset_next(&p->live, (size_t)i)) != BITSET_END; i++) {
            const ckpt_slot *s = &f->slots.at[i];
            if (bitset_has(&done, (size_t)i) || !is_ready(&f->recipes.at[s->recipe - 1], &done))
                continue;
            compute(f, s);
            bitset_add(&done, (size_t)i);
            more = true;
        }
    }
    return ctx_ok(f->m->ctx);
}
