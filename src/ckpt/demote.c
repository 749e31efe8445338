/* Values that cross blocks go to stack slots, so that blocks can be wired and cloned freely. */
#include "ckpt/inject.h"

#include "ckpt/again.h"
#include "ckpt/ckpt_refuse.h"
#include "ckpt/derive.h"
#include "ir/value.h"

static bool is_static_alloca(const ckpt_fn *f, LLVMValueRef v) {
    return LLVMIsAAllocaInst(v) && LLVMGetInstructionParent(v) == f->prologue;
}

uint32_t ckpt_slot_number(const ckpt_fn *f, LLVMValueRef value) {
    map_word *found = map_find(&f->slot_of, value);
    return found ? (uint32_t)found->u - 1 : IR_NONE;
}

/* Where another block reads the value: the line, else the block. */
static const char *why_live(ckpt_fn *f, LLVMValueRef value) {
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user) ||
            (LLVMIsAInstruction(value) &&
             LLVMGetInstructionParent(user) == LLVMGetInstructionParent(value) &&
             !LLVMIsAPHINode(user)))
            continue;
        ir_place where = ckpt_place_of(f->m, &f->mem, user);
        const char *place = ckpt_place_text(&f->mem, &where);
        const char *block = LLVMGetBasicBlockName(LLVMGetInstructionParent(user));
        return place ? arena_printf(&f->mem, "needed at %s", place)
                     : arena_printf(&f->mem, "needed in %s", *block ? block : "another block");
    }
    return "";
}

static ckpt_slot make_slot(ckpt_fn *f, LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    const char *name = map_get(&f->names, value);
    LLVMPositionBuilderBefore(f->b, LLVMGetFirstInstruction(f->prologue));
    return (ckpt_slot){.slot = LLVMBuildAlloca(f->b, type, name ? name : "slot"),
                       .type = type,
                       .name = name ? name : "",
                       .bytes = ckpt_type_bytes(f->m, type),
                       .argument = LLVMIsAArgument(value) != NULL};
}

/* The slot's number, made now if there is none. */
static uint32_t slot_for(ckpt_fn *f, LLVMValueRef value) {
    uint32_t old = ckpt_slot_number(f, value);
    if (old != IR_NONE)
        return old;
    ckpt_slot slot = make_slot(f, value);
    slot.why = why_live(f, value);
    slot.base = f->bases ? map_get(f->bases, value) : NULL;
    map_word *place = map_put(&f->slot_of, value);
    if (!place || !vec_push(f->m->ctx, &f->slots, slot))
        return IR_NONE;
    place->u = f->slots.len;
    return (uint32_t)f->slots.len - 1;
}

/* In which block the operand is read: on the edge, for a PHI. */
static LLVMBasicBlockRef block_of_use(LLVMUseRef use, LLVMValueRef value) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAPHINode(user))
        return LLVMGetInstructionParent(user);
    for (unsigned i = 0, n = LLVMCountIncoming(user); i < n; i++)
        if (LLVMGetIncomingValue(user, i) == value &&
            LLVMGetIncomingBlock(user, i) != LLVMGetInstructionParent(value))
            return LLVMGetIncomingBlock(user, i);
    return LLVMGetInstructionParent(value);
}

static bool crosses_blocks(LLVMValueRef value) {
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
        if (LLVMIsAInstruction(LLVMGetUser(u)) &&
            block_of_use(u, value) != LLVMGetInstructionParent(value))
            return true;
    return false;
}

/* Where a store of the value can stand. */
static LLVMValueRef behind(LLVMValueRef value) {
    LLVMValueRef next = LLVMIsAInvokeInst(value) ? LLVMGetFirstInstruction(LLVMGetNormalDest(value))
                                                 : LLVMGetNextInstruction(value);
    while (next && (LLVMIsAPHINode(next) || LLVMIsALandingPadInst(next)))
        next = LLVMGetNextInstruction(next);
    return next;
}

static LLVMValueRef read_slot(ckpt_fn *f, uint32_t slot, LLVMValueRef before) {
    LLVMPositionBuilderBefore(f->b, before);
    return LLVMBuildLoad2(f->b, f->slots.at[slot].type, f->slots.at[slot].slot,
                          f->slots.at[slot].name);
}

/* Reads of the value in other blocks than `home` become loads. PHIs are dealt with separately. */
static void redirect_uses(ckpt_fn *f, LLVMValueRef value, LLVMBasicBlockRef home, uint32_t slot) {
    VEC(LLVMValueRef) users = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) && !LLVMIsAPHINode(user) &&
            LLVMGetInstructionParent(user) != home)
            vec_push(f->m->ctx, &users, user);
    }
    for (size_t i = 0; i < users.len; i++) {
        LLVMValueRef now = NULL;
        for (int o = 0, n = LLVMGetNumOperands(users.at[i]); o < n; o++) {
            if (LLVMGetOperand(users.at[i], (unsigned)o) != value)
                continue;
            if (!now)
                now = read_slot(f, slot, users.at[i]);
            LLVMSetOperand(users.at[i], (unsigned)o, now);
        }
    }
    vec_free(f->m->ctx, &users);
}

static void demote_value(ckpt_fn *f, LLVMValueRef value) {
    uint32_t slot = slot_for(f, value);
    if (slot == IR_NONE)
        return;
    redirect_uses(f, value, LLVMGetInstructionParent(value), slot);
    /* The result of an invoke is stored in another block: that is not to be redirected. */
    LLVMPositionBuilderBefore(f->b, behind(value));
    LLVMBuildStore(f->b, value, f->slots.at[slot].slot);
}

static void demote_argument(ckpt_fn *f, LLVMValueRef argument) {
    uint32_t slot = slot_for(f, argument);
    if (slot == IR_NONE)
        return;
    redirect_uses(f, argument, f->prologue, slot);
    LLVMPositionBuilderBefore(f->b, LLVMGetBasicBlockTerminator(f->prologue));
    LLVMBuildStore(f->b, argument, f->slots.at[slot].slot);
}

/* The value as the end of a block sees it: its slot, unless the block made it itself. */
static LLVMValueRef value_at_end(ckpt_fn *f, LLVMValueRef value, LLVMBasicBlockRef bb) {
    uint32_t slot = ckpt_slot_number(f, value);
    if (slot == IR_NONE || (LLVMIsAInstruction(value) && LLVMGetInstructionParent(value) == bb))
        return value;
    return read_slot(f, slot, LLVMGetBasicBlockTerminator(bb));
}

/* Stores at the ends of the predecessors, a load instead of the PHI. All loads of a block come
 * before all its other instructions, so PHIs still read at once what the edge brought. */
static void demote_phi(ckpt_fn *f, LLVMValueRef phi, LLVMValueRef slot) {
    LLVMBasicBlockRef seen = NULL;
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        if (from == seen) /* one terminator may name the block several times */
            continue;
        seen = from;
        LLVMValueRef value = value_at_end(f, LLVMGetIncomingValue(phi, i), from);
        LLVMPositionBuilderBefore(f->b, LLVMGetBasicBlockTerminator(from));
        LLVMBuildStore(f->b, value, slot);
    }
}

typedef VEC(LLVMValueRef) value_list;

static void demote_phis(ckpt_fn *f, const value_list *phis) {
    for (size_t i = 0; i < phis->len; i++) {
        ckpt_slot slot = make_slot(f, phis->at[i]);
        vec_push(f->m->ctx, &f->slots, slot);
        demote_phi(f, phis->at[i], slot.slot);
    }
    for (size_t i = 0; i < phis->len && ctx_ok(f->m->ctx); i++) {
        LLVMValueRef phi = phis->at[i];
        size_t at = f->slots.len - phis->len + i;
        LLVMPositionBuilderBefore(f->b, behind(phi));
        LLVMValueRef now =
            LLVMBuildLoad2(f->b, LLVMTypeOf(phi), f->slots.at[at].slot, f->slots.at[at].name);
        LLVMReplaceAllUsesWith(phi, now);
        LLVMInstructionEraseFromParent(phi);
    }
}

static void collect(ckpt_fn *f, value_list *values, value_list *phis) {
    ir_each_block (bb, f->fn) {
        if (bb == f->prologue)
            continue;
        ir_each_inst (inst, bb) {
            if (LLVMIsAPHINode(inst))
                vec_push(f->m->ctx, phis, inst);
            if (!ctx_tick(f->m->ctx, 1))
                return;
            if (!is_static_alloca(f, inst) && !ckpt_is_again(inst) && crosses_blocks(inst))
                vec_push(f->m->ctx, values, inst);
        }
    }
}

/* ---- addresses in locals ---- */

/* Addresses in a local are known as soon as the local is, in every activation: made in the
 * prologue, they need not be saved. */
static bool is_place_in_local(const ckpt_fn *f, LLVMValueRef inst) {
    if (!LLVMIsAGetElementPtrInst(inst))
        return false;
    LLVMValueRef base = LLVMGetOperand(inst, 0);
    for (int i = 1, n = LLVMGetNumOperands(inst); i < n; i++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(inst, (unsigned)i)))
            return false;
    return LLVMIsAInstruction(base) && LLVMGetInstructionParent(base) == f->prologue;
}

static void hoist_places(ckpt_fn *f) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(f->prologue);
    ir_each_block (bb, f->fn)
        for (LLVMValueRef next, inst = LLVMGetFirstInstruction(bb); inst; inst = next) {
            next = LLVMGetNextInstruction(inst);
            if (bb == f->prologue || !is_place_in_local(f, inst) || !crosses_blocks(inst))
                continue;
            const char *name = map_get(&f->names, inst);
            LLVMInstructionRemoveFromParent(inst);
            LLVMPositionBuilderBefore(f->b, end);
            LLVMInsertIntoBuilderWithName(f->b, inst, name ? name : "");
        }
}

/* ---- addresses at a constant distance ---- */

/* An address at a constant distance from another costs nothing where it is used: it is part of an
 * access. In a slot, each restore would compute it, and each use would load it. */
static bool is_constant_step(LLVMValueRef inst) {
    if (!LLVMIsAGetElementPtrInst(inst) || !crosses_blocks(inst))
        return false;
    LLVMValueRef base = LLVMGetOperand(inst, 0);
    for (int i = 1, n = LLVMGetNumOperands(inst); i < n; i++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(inst, (unsigned)i)))
            return false;
    return ir_is_pointer(inst) && (LLVMIsAInstruction(base) || LLVMIsAArgument(base));
}

static LLVMValueRef copy_before(ckpt_fn *f, LLVMValueRef inst, LLVMValueRef before) {
    LLVMValueRef copy = LLVMInstructionClone(inst);
    LLVMPositionBuilderBefore(f->b, before);
    LLVMInsertIntoBuilderWithName(f->b, copy, "");
    return copy;
}

/* A PHI reads it at the end of the block that the edge comes from; one that has several edges from
 * a block reads the same on all of them. */
static void step_in_phi(ckpt_fn *f, LLVMValueRef phi, LLVMValueRef inst) {
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        if (LLVMGetIncomingValue(phi, i) != inst || from == LLVMGetInstructionParent(inst))
            continue;
        LLVMValueRef copy = copy_before(f, inst, LLVMGetBasicBlockTerminator(from));
        for (unsigned k = i; k < count; k++)
            if (LLVMGetIncomingBlock(phi, k) == from)
                LLVMSetOperand(phi, k, copy);
    }
}

static void step_in_users(ckpt_fn *f, LLVMValueRef inst) {
    VEC(LLVMValueRef) users = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(inst); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool other = LLVMIsAInstruction(user) &&
                     (LLVMIsAPHINode(user) ||
                      LLVMGetInstructionParent(user) != LLVMGetInstructionParent(inst));
        if (other && (!users.len || vec_last(&users) != user))
            vec_push(f->m->ctx, &users, user);
    }
    for (size_t i = 0; i < users.len; i++) {
        if (LLVMIsAPHINode(users.at[i])) {
            step_in_phi(f, users.at[i], inst);
            continue;
        }
        LLVMValueRef copy = copy_before(f, inst, users.at[i]);
        for (int o = 0, n = LLVMGetNumOperands(users.at[i]); o < n; o++)
            if (LLVMGetOperand(users.at[i], (unsigned)o) == inst)
                LLVMSetOperand(users.at[i], (unsigned)o, copy);
    }
    vec_free(f->m->ctx, &users);
}

/* From the last one on, since one may be a step from another. */
static void sink_constant_steps(ckpt_fn *f) {
    enum { ROUNDS = 4 };
    value_list steps = {0};
    for (int round = 0; round < ROUNDS; round++) {
        vec_clear(&steps);
        ir_each_block (bb, f->fn)
            ir_each_inst (inst, bb)
                if (bb != f->prologue && is_constant_step(inst) && ctx_tick(f->m->ctx, 1))
                    vec_push(f->m->ctx, &steps, inst);
        for (size_t i = steps.len; i-- > 0 && ctx_ok(f->m->ctx);)
            step_in_users(f, steps.at[i]);
        if (!steps.len)
            break;
    }
    vec_free(f->m->ctx, &steps);
}

/* What an indirect call on the path calls is needed to call it again. */
static void demote_callee(ckpt_fn *f, ckpt_point *p) {
    if (!p->callee)
        return;
    if (LLVMIsAInstruction(p->callee) && ckpt_slot_number(f, p->callee) == IR_NONE)
        demote_value(f, p->callee);
    p->callee_slot = ckpt_slot_number(f, p->callee);
}

static void note_callees(ckpt_fn *f) {
    for (size_t i = 0; i < f->points.len; i++) {
        ckpt_point *p = &f->points.at[i];
        p->callee = p->directive ? NULL : LLVMGetCalledValue(p->call);
        p->callee_slot = p->result_slot = IR_NONE;
    }
}

bool ckpt_demote(ckpt_fn *f) {
    value_list values = {0}, phis = {0};
    note_callees(f);
    ckpt_repeat_values(f);
    hoist_places(f);
    sink_constant_steps(f);
    collect(f, &values, &phis);
    ckpt_note_recipes(f, values.at, values.len);
    for (unsigned i = 0, n = LLVMCountParams(f->fn); i < n && ctx_ok(f->m->ctx); i++)
        if (LLVMGetFirstUse(LLVMGetParam(f->fn, i)))
            demote_argument(f, LLVMGetParam(f->fn, i));
    for (size_t i = 0; i < values.len && ctx_ok(f->m->ctx); i++)
        demote_value(f, values.at[i]);
    for (size_t i = 0; i < f->points.len && ctx_ok(f->m->ctx); i++)
        demote_callee(f, &f->points.at[i]);
    for (size_t i = 0; i < f->points.len; i++)
        if (f->points.at[i].call)
            f->points.at[i].result_slot = ckpt_slot_number(f, f->points.at[i].call);
    ckpt_settle_recipes(f);
    if (ctx_ok(f->m->ctx))
        demote_phis(f, &phis);
    vec_free(f->m->ctx, &values);
    vec_free(f->m->ctx, &phis);
    return ctx_ok(f->m->ctx);
}
