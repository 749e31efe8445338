/* Address computations: by member where the types say so, by bytes where they do not. */
#include "dtrans/transform/layout_plan.h"
#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/structs.h"
#include "ir/value.h"

#define NO_DISTANCE INT64_MIN

static bool has_view(const LocalPointerInfo *p, uint32_t type, int64_t offset, bool element) {
    dtrans_each_view (view, p)
        if (view->type == type && (int64_t)view->offset == offset && view->element == element)
            return true;
    return false;
}

/* Where an address in an object of the type is. The object begins where its first field did, and
 * that may go elsewhere. */
static bool new_place(const dtrans_plan *p, const dtrans_type *t, uint64_t offset, bool object,
                      uint64_t *to) {
    *to = 0;
    return (object && offset == 0) ||
           dtrans_new_offset(p->layouts, t->llvm, offset, to) == DTRANS_KEPT;
}

/* How far the location `by` bytes from a view is under the new layouts. False if it is outside the
 * object, or nothing is there any more. */
static bool moved(const dtrans_plan *p, const dtrans_view *view, int64_t by,
                  const LocalPointerInfo *result, int64_t *to) {
    const dtrans_type *t = &p->info->types.at[view->type];
    int64_t size = (int64_t)t->size, place = (int64_t)view->offset + by, objects = 0;
    uint64_t from_new, to_new;
    if (!t->layout->sized || !size)
        return false;
    bool in_tail = place >= 0 && (uint64_t)place >= t->tail;
    if (!view->element && !in_tail) {
        objects = place / size - (place % size < 0);
        place -= objects * size;
    }
    if (place < 0 || (place > size && !in_tail))
        return false;
    bool object = !has_view(result, view->type, 0, true) || has_view(result, view->type, 0, false);
    if (!new_place(p, t, view->offset, !view->element, &from_new) ||
        !new_place(p, t, (uint64_t)place, object, &to_new))
        return false;
    *to = objects * (int64_t)dtrans_new_size(p->layouts, t->llvm) + (int64_t)to_new -
          (int64_t)from_new;
    return true;
}

static bool is_shared(const LocalPointerInfo *result, uint32_t type, int64_t offset) {
    return has_view(result, type, offset, true) || has_view(result, type, offset, false);
}

/* The new distance if all views agree. With `shared`, only of those that the result of the
 * computation has too: a list head may lie in several structs, but a step from it to its container
 * is about one of them. */
static int64_t common_distance(const dtrans_plan *p, const LocalPointerInfo *from, int64_t by,
                               const LocalPointerInfo *result, bool shared) {
    int64_t common = NO_DISTANCE;
    dtrans_each_view (view, from) {
        int64_t to;
        if (!moved(p, view, by, result, &to) ||
            (shared && !is_shared(result, view->type, (int64_t)view->offset + by)))
            continue;
        if (common != NO_DISTANCE && common != to)
            return NO_DISTANCE;
        common = to;
    }
    return common;
}

/* Within an array: over whole objects if it is one of changed objects. */
static int64_t array_distance(const dtrans_place *base, int64_t by) {
    int64_t size = (int64_t)base->old_size;
    if (!base->whole)
        return by;
    return size && by % size == 0 ? by / size * (int64_t)base->new_size : NO_DISTANCE;
}

static int64_t new_distance(dtrans_plan *p, const dtrans_place *base, int64_t by,
                            LLVMValueRef gep) {
    const LocalPointerInfo *result = dtrans_place_of(p, gep)->info;
    if (result->place == base->info->place)
        return array_distance(base, by);
    int64_t common = common_distance(p, base->info, by, result, true);
    return common != NO_DISTANCE ? common : common_distance(p, base->info, by, result, false);
}

/* Nothing but what is erased with the field uses this address, or one computed from it. */
static bool is_dead_address(dtrans_plan *p, LLVMValueRef gep) {
    lathe_ctx *ctx = p->info->ctx;
    VEC(LLVMValueRef) work = {0};
    vec_push(ctx, &work, gep);
    bool dead = work.len == 1;
    while (dead && work.len && ctx_tick(ctx, 1)) {
        LLVMValueRef address = vec_pop(&work);
        for (LLVMUseRef u = LLVMGetFirstUse(address); dead && u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            bool writes = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address;
            if (LLVMIsAGetElementPtrInst(user))
                dead = vec_push(ctx, &work, user);
            else
                dead = writes || LLVMIsALoadInst(user) || dtrans_is_gone(p, user);
        }
    }
    vec_free(ctx, &work);
    return dead;
}

/* Front ends clear padding. */
static bool is_padding_address(dtrans_plan *p, LLVMValueRef gep) {
    ir_each_user (user, gep)
        if (!dtrans_is_gone(p, user))
            return false;
    return true;
}

static void plan_constant_gep(dtrans_plan *p, LLVMValueRef gep, const dtrans_place *base,
                              int64_t by) {
    bool stale = dtrans_is_makeshift(p->layouts, LLVMGetGEPSourceElementType(gep));
    if (by == 0 && !stale)
        return;
    if (dtrans_place_of(p, gep)->deleted) {
        if (is_dead_address(p, gep))
            dtrans_plan_erase(p, gep, RULE_NONE);
        else
            dtrans_blame_deletion(p, dtrans_place_of(p, gep));
        return;
    }
    int64_t to = by ? new_distance(p, base, by, gep) : 0;
    if (to == NO_DISTANCE && is_padding_address(p, gep))
        dtrans_plan_erase(p, gep, RULE_PADDING);
    else if (to == NO_DISTANCE)
        dtrans_blame(p, base, gep, "an address computed in bytes fits no field");
    else if (to != by || stale)
        dtrans_plan_add(
            p,
            (dtrans_edit){.kind = EDIT_OFFSET, .at = gep, .to = (uint64_t)to, .rule = RULE_BYTES});
    if (to != by && to != NO_DISTANCE)
        dtrans_plan_null(p, gep, false);
}

static void plan_steps(dtrans_plan *p, LLVMValueRef gep, uint64_t from, uint64_t to) {
    dtrans_plan_add(p, (dtrans_edit){EDIT_STEP, gep, 0, from, to, .rule = RULE_BYTES});
}

/* p + i over whole objects, in bytes or in a type of some size that is a multiple of theirs. */
static void plan_step(dtrans_plan *p, LLVMValueRef gep, const dtrans_place *base, ir_distance d) {
    if (!base->whole || base->old_size == base->new_size)
        return;
    LLVMValueRef index = LLVMGetOperand(gep, 1);
    if (LLVMGetNumIndices(gep) != 1 || !d.step_bytes || !LLVMIsAInstruction(gep)) {
        dtrans_blame(p, base, gep, "a pointer is moved by objects and fields at once");
    } else if (d.step_bytes % base->old_size == 0) {
        plan_steps(p, gep, 1, d.step_bytes / base->old_size * base->new_size);
    } else if (base->old_size % d.step_bytes == 0 &&
               dtrans_is_multiple(&p->visitor, index, base->old_size / d.step_bytes)) {
        plan_steps(p, gep, base->old_size / d.step_bytes, base->new_size);
    } else {
        dtrans_blame(p, base, gep, "a pointer is moved by an unknown number of bytes");
    }
}

/* A deleted element that a member path leads into; change is NULL if there is none. */
typedef struct deleted_step {
    const dtrans_change *change;
    uint32_t element;
} deleted_step;

static deleted_step find_deleted(const dtrans_plan *p, LLVMValueRef gep) {
    for (ir_gep_walk w = ir_gep_begin(gep); ir_gep_step(&w);) {
        const dtrans_change *change = w.member ? dtrans_change_of(p->layouts, w.in) : NULL;
        if (change && change->element[w.field] == IR_NONE)
            return (deleted_step){change, w.field};
    }
    return (deleted_step){0};
}

/* A type in an instruction is only a witness: the location must be known to be of a changed type.
 */
static bool is_known(dtrans_plan *p, LLVMValueRef pointer) {
    return LLVMIsAUndefValue(pointer) || dtrans_place_of(p, pointer)->remapped;
}

/* The path itself is blamed, besides the location: what is known of the location need not include
 * the struct that the path names, and a field that nothing keeps is deleted again in the next plan.
 */
static void plan_deleted(dtrans_plan *p, LLVMValueRef gep, deleted_step step) {
    const dtrans_place *place = dtrans_place_of(p, gep);
    if (is_dead_address(p, gep) && place->deleted) {
        dtrans_plan_erase(p, gep, RULE_NONE);
        return;
    }
    dtrans_blame_deletion(p, place);
    dtrans_need_field(p, step.change->type, step.element);
}

/* How far the members of a path are from its beginning, but for elements of arrays, under the new
 * types or the old ones. */
static uint64_t path_distance(const dtrans_plan *p, LLVMValueRef gep, bool new) {
    uint64_t bytes = 0;
    for (ir_gep_walk w = ir_gep_begin(gep); ir_gep_step(&w);) {
        if (!w.member)
            continue;
        const dtrans_change *change = new ? dtrans_change_of(p->layouts, w.in) : NULL;
        bytes += ir_offset_of(p->layouts->target, new ? dtrans_new_type(p->layouts, w.in) : w.in,
                              change ? change->element[w.field] : w.field);
    }
    return bytes;
}

static void plan_path(dtrans_plan *p, LLVMValueRef gep) {
    deleted_step deleted = find_deleted(p, gep);
    if (deleted.change) {
        plan_deleted(p, gep, deleted);
        return;
    }
    if (!is_known(p, LLVMGetOperand(gep, 0)) && !is_known(p, gep)) {
        dtrans_blame_type(p, LLVMGetGEPSourceElementType(gep), gep,
                          "an address is computed by members of memory that is not such a struct");
        return;
    }
    dtrans_plan_add(p, (dtrans_edit){.kind = EDIT_PATH, .at = gep});
    if (path_distance(p, gep, true) != path_distance(p, gep, false))
        dtrans_plan_null(p, gep, false);
}

/* Whether the index of an array inside the type counts structs, which are not of a changed type. */
static bool counts_others(LLVMValueRef gep) {
    for (ir_gep_walk w = ir_gep_begin(gep); ir_gep_step(&w);)
        if (!w.member && !LLVMIsAConstantInt(w.index) && ir_is_struct(ir_below_arrays(w.type)))
            return true;
    return false;
}

void dtrans_plan_gep(dtrans_plan *p, LLVMValueRef gep) {
    LLVMTypeRef source = LLVMGetGEPSourceElementType(gep);
    if (dtrans_is_claimed(p, gep))
        return;
    if (!ir_has_fixed_size(source) || !ir_is_pointer(gep)) {
        dtrans_blame(p, dtrans_place_of(p, LLVMGetOperand(gep, 0)), gep,
                     "an address computation that is not understood");
        dtrans_blame_type(p, source, gep, "an address computation that is not understood");
        return;
    }
    bool makeshift = dtrans_is_makeshift(p->layouts, source);
    if (dtrans_is_remapped(p->layouts, source) && !makeshift) {
        plan_path(p, gep);
        return;
    }
    const dtrans_place *base = dtrans_place_of(p, LLVMGetOperand(gep, 0));
    ir_distance d = ir_gep_distance(p->layouts->target, gep);
    if (makeshift && (!base->remapped || d.variable)) {
        dtrans_blame(p, base, gep, "an address is computed by the members of another type");
        dtrans_blame_type(p, source, gep, "an address is computed by the members of another type");
        return;
    }
    if (!base->remapped || (ptr_gep_skips(gep) && !makeshift))
        return;
    if (!d.variable) {
        plan_constant_gep(p, gep, base, d.constant);
        return;
    }
    if (d.constant && new_distance(p, base, d.constant, gep) != d.constant)
        dtrans_blame(p, base, gep, "a pointer is moved by fields and array elements at once");
    else if (counts_others(gep))
        dtrans_blame(p, base, gep, "a pointer is moved by objects of another type");
    else if (d.steps)
        plan_step(p, gep, base, d);
}

static bool has_parts(LLVMValueRef c) {
    return LLVMIsAConstantExpr(c) || LLVMIsAConstantStruct(c) || LLVMIsAConstantArray(c) ||
           LLVMIsAConstantVector(c);
}

void dtrans_plan_constant(dtrans_plan *p, LLVMValueRef constant) {
    if (!has_parts(constant))
        return;
    VEC(LLVMValueRef) work = {0};
    lathe_ctx *ctx = p->info->ctx;
    vec_push(ctx, &work, constant);
    while (work.len && ctx_tick(ctx, 1)) {
        LLVMValueRef c = vec_pop(&work);
        if (!map_add(&p->planned, c))
            continue;
        if (ir_is_constant_of(c, LLVMGetElementPtr))
            dtrans_plan_gep(p, c);
        for (int i = LLVMGetNumOperands(c) - 1; i >= 0; i--)
            if (has_parts(LLVMGetOperand(c, (unsigned)i)))
                vec_push(ctx, &work, LLVMGetOperand(c, (unsigned)i));
    }
    vec_free(ctx, &work);
}
