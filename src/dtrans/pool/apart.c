/* Uses of pooled objects that are in parts. An address is that of the first part; where it leads to
 * a field of another, it is moved there first. Nothing may go from one part to another by distance,
 * or take bytes of several at once, except whole objects. */
#include "dtrans/pool/pool.h"

#include "dtrans/analysis/dtrans_reasons.h"
#include "ir/attr.h"
#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

void pool_keep_together(pool *p, uint32_t type, const char *id, const char *text,
                        LLVMValueRef where) {
    p->types[type].split = false;
    pool_because(&p->types[type].together, id, text, where);
}

/* What an address is computed from, step by step; NULL if there are too many. */
static LLVMValueRef root_of(LLVMValueRef address) {
    for (int depth = 0; depth < DTRANS_MAX_NESTED; depth++) {
        if (!ir_is_gep(address))
            return address;
        address = LLVMGetOperand(address, 0);
    }
    return NULL;
}

typedef enum where { IN_VARIABLE, IN_PARTS, ELSEWHERE } where;

/* What an address leads to: a variable, in one piece; the beginning of an object of `type` that is
 * in parts; or some location, which may be in any part. */
static where find(pool *p, LLVMValueRef address, uint32_t *type) {
    LLVMValueRef root = root_of(address);
    ptr_class c = pool_class(p, address);
    *type = c ? pool_type_of(p, c) : IR_NONE;
    if (*type != IR_NONE && p->types[*type].split && !root)
        pool_keep_together(p, *type, DTRANS_WHY_SPLIT_STEPS, address);
    if (root && (LLVMIsAAllocaInst(root) || LLVMIsAGlobalVariable(root)))
        return IN_VARIABLE;
    return *type != IR_NONE && p->types[*type].split ? IN_PARTS : ELSEWHERE;
}

static uint32_t group_at(const pool *p, uint32_t type, uint64_t offset) {
    uint32_t field = dtrans_field_at(p->b->info, type, offset);
    return field == IR_NONE ? IR_NONE : p->types[type].groups.of[field];
}

static bool is_in_group(const pool *p, uint32_t type, uint64_t from, uint64_t bytes,
                        uint32_t group) {
    const dtrans_type *t = &p->b->info->types.at[type];
    for (uint32_t f = 0; f < t->field_count && t->fields[f].offset < from + bytes; f++) {
        uint32_t own = p->types[type].groups.of[f];
        if (t->fields[f].offset + t->fields[f].size > from && own != IR_NONE && own != group)
            return false;
    }
    return bytes <= t->size && from <= t->size - bytes;
}

/* All views of fields of types in parts. */
#define each_field_view(view, p, info)                                                             \
    for (const dtrans_view *view = (info)->views, *end_ = view + (info)->count; view < end_;       \
         view++)                                                                                   \
        if (view->element && (p)->types[view->type].split)

static void check_access(pool *p, LLVMValueRef inst, LLVMValueRef address, LLVMTypeRef type) {
    uint32_t object;
    uint64_t bytes =
        ir_has_fixed_size(type) ? ir_store_size(p->b->layouts.target, type) : UINT64_MAX / 2;
    where at = find(p, address, &object);
    if (at == IN_PARTS && !is_in_group(p, object, 0, bytes, 0))
        pool_keep_together(p, object, DTRANS_WHY_SPLIT_BYTES, inst);
    const LocalPointerInfo *info = pool_local(p, pool_class(p, address));
    if (at != IN_VARIABLE)
        each_field_view(view, p, info) if (!is_in_group(p, view->type, view->offset, bytes,
                                                        group_at(p, view->type, view->offset)))
            pool_keep_together(p, view->type, DTRANS_WHY_SPLIT_BYTES, inst);
}

/* From the beginning of an object to a field. */
static void check_member(pool *p, LLVMValueRef gep, uint32_t type, ir_distance d) {
    uint64_t size = p->b->info->types.at[type].size;
    bool inside = !d.steps && d.constant >= 0 && (uint64_t)d.constant < size;
    uint32_t group = inside ? group_at(p, type, (uint64_t)d.constant) : IR_NONE;
    if (!inside)
        pool_keep_together(p, type, DTRANS_WHY_SPLIT_WALKED, gep);
    else if (group == IR_NONE)
        pool_keep_together(p, type, DTRANS_WHY_SPLIT_BETWEEN, gep);
    else if (group)
        vec_push(p->ctx, &p->aparts, (pool_apart){.at = gep, .type = type, .group = group});
}

/* From one location inside objects to another. */
static void check_distance(pool *p, LLVMValueRef gep, const LocalPointerInfo *info, ir_distance d) {
    each_field_view(view, p, info) {
        int64_t to = (int64_t)view->offset + d.constant;
        uint32_t from = group_at(p, view->type, view->offset);
        bool inside = to >= 0 && (uint64_t)to < p->b->info->types.at[view->type].size;
        if (info->conflicting || info->tangled || !inside || from == IR_NONE ||
            group_at(p, view->type, (uint64_t)to) != from)
            pool_keep_together(p, view->type, DTRANS_WHY_SPLIT_OTHER_FIELD, gep);
    }
}

static bool has_object_view(const LocalPointerInfo *info, uint32_t type) {
    dtrans_each_view (view, info)
        if (view->type == type && !view->element)
            return true;
    return false;
}

/* Types say what the layout is, and classes what is in parts: where the first name a type in parts,
 * the others must know its objects. */
static void check_known(pool *p, LLVMValueRef gep, const LocalPointerInfo *info) {
    LLVMTypeRef source = LLVMGetGEPSourceElementType(gep);
    uint32_t type = ir_is_struct(source) ? dtrans_type_of(p->b->info, source) : IR_NONE;
    if (type != IR_NONE && p->types[type].split && !LLVMIsAUndefValue(LLVMGetOperand(gep, 0)) &&
        !has_object_view(info, type))
        pool_keep_together(p, type, DTRANS_WHY_SPLIT_LOST, gep);
}

static void check_address(pool *p, LLVMValueRef gep) {
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    uint32_t type;
    if (!ir_is_pointer(gep) || !ir_has_fixed_size(LLVMGetGEPSourceElementType(gep)))
        return;
    where at = find(p, base, &type);
    ir_distance d = ir_gep_distance(p->b->layouts.target, gep);
    const LocalPointerInfo *info = pool_local(p, pool_class(p, base));
    if (at == IN_PARTS)
        check_member(p, gep, type, d);
    if (at != ELSEWHERE)
        return;
    check_distance(p, gep, info, d);
    check_known(p, gep, info);
}

/* A copy or setting of as many bytes as the object has; of a copy, what is on the other side is an
 * object of the type, too. */
static bool is_whole(pool *p, LLVMValueRef call, uint32_t type) {
    unsigned count = LLVMIsAMemSetInst(call) ? 1 : 2;
    for (unsigned i = 0; i < count; i++)
        if (pool_local(p, pool_class(p, LLVMGetOperand(call, i)))->dominant != type)
            return false;
    return ir_is_number(LLVMGetOperand(call, 2), p->b->info->types.at[type].size) &&
           ir_is_number(LLVMGetOperand(call, 3), 0);
}

static void check_transfer(pool *p, LLVMValueRef call) {
    unsigned count = LLVMIsAMemSetInst(call) ? 1 : 2;
    pool_apart edit = {.at = call, .type = IR_NONE};
    for (unsigned i = 0; i < count; i++) {
        uint32_t type;
        edit.pooled[i] = find(p, LLVMGetOperand(call, i), &type) == IN_PARTS;
        if (edit.pooled[i] && !is_whole(p, call, type))
            pool_keep_together(p, type, DTRANS_WHY_SPLIT_COPIED, call);
        edit.type = edit.pooled[i] ? type : edit.type;
    }
    if (edit.type == IR_NONE || !p->types[edit.type].split)
        return;
    vec_push(p->ctx, &p->aparts, edit);
    map_set_number(&p->whole, call, edit.type + 1);
}

/* The argument is the object's bytes, of which the call makes a copy. */
static bool is_by_value(LLVMValueRef call, unsigned arg) {
    static const char *const names[] = {"byval", "byref", "inalloca", "preallocated"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (ir_attr_get(call, arg + 1, names[i]))
            return true;
    return false;
}

static void check_values(pool *p, LLVMValueRef call) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        uint32_t type;
        if (is_by_value(call, i) && find(p, LLVMGetOperand(call, i), &type) == IN_PARTS)
            pool_keep_together(p, type, DTRANS_WHY_SPLIT_VALUE, call);
    }
}

/* LLVM finds how much of an object is after a field if the object is in one piece. */
static void check_size_question(pool *p, LLVMValueRef call) {
    const LocalPointerInfo *info = pool_local(p, pool_class(p, LLVMGetOperand(call, 0)));
    dtrans_each_view (view, info)
        if (p->types[view->type].split)
            pool_keep_together(p, view->type, DTRANS_WHY_SPLIT_END, call);
}

static void check_call(pool *p, LLVMValueRef call) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    if (LLVMIsAMemIntrinsic(call)) {
        check_transfer(p, call);
        return;
    }
    if (ir_calls_named(call, "llvm.objectsize."))
        check_size_question(p, call);
    check_values(p, call);
    if (!fn || !LLVMIsDeclaration(fn) || pool_is_marker(call) ||
        strcmp(LLVMGetValueName(fn), "free") == 0)
        return;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        uint32_t type;
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (ir_is_pointer(arg) && find(p, arg, &type) == IN_PARTS)
            pool_keep_together(p, type, DTRANS_WHY_SPLIT_LIBRARY, call);
    }
}

/* Distances to other fields may be computed with the number. */
static void check_number(pool *p, LLVMValueRef inst) {
    uint32_t type;
    LLVMValueRef address = LLVMGetOperand(inst, 0);
    if (!ir_is_pointer(address) || find(p, address, &type) != ELSEWHERE)
        return;
    const LocalPointerInfo *info = pool_local(p, pool_class(p, address));
    each_field_view(view, p, info) if (group_at(p, view->type, view->offset) != 0)
        pool_keep_together(p, view->type, DTRANS_WHY_SPLIT_ARITHMETIC, inst);
}

static void check_instruction(pool *p, LLVMValueRef inst) {
    LLVMTypeRef type;
    LLVMValueRef address = ir_accessed(inst, &type);
    if (address)
        check_access(p, inst, address, type);
    else if (LLVMIsAGetElementPtrInst(inst))
        check_address(p, inst);
    else if (LLVMIsAPtrToIntInst(inst))
        check_number(p, inst);
    else if (LLVMIsACallInst(inst))
        check_call(p, inst);
}

static bool any_split(const pool *p) {
    for (uint32_t i = 0; i < p->b->info->types.len; i++)
        if (p->types[i].split)
            return true;
    return false;
}

void pool_check_parts(pool *p) {
    if (!ctx_ok(p->ctx) || !any_split(p))
        return;
    ir_each_function (fn, p->b->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(p->ctx, 1))
                    check_instruction(p, inst);
}
