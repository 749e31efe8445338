/* Which fields become narrow: those that hold pointers to closed classes in every object, and that
 * are only ever accessed as the pointers they are. */
#include "dtrans/pool/pool.h"

#include "dtrans/analysis/dtrans_reasons.h"
#include "ir/ir_address.h"
#include "ir/size.h"
#include "ir/value.h"

#include <string.h>

static pool_field *field_of(const pool *p, const dtrans_view *view) {
    uint32_t type, number;
    return dtrans_pointer_field_at(p->b, view->type, view->offset, &type, &number)
               ? &p->fields[type][number]
               : NULL;
}

static bool is_narrow(const pool *p, const pool_field *f) {
    return f && f->to != IR_NONE && !f->wide && !p->options.wide &&
           (p->types[f->to].pooled || p->types[f->to].member);
}

uint32_t pool_narrow_field(const pool *p, uint32_t type, uint32_t field) {
    const pool_field *f = &p->fields[type][field];
    return is_narrow(p, f) ? f->to : IR_NONE;
}

/* One view speaks for all: where they differ, widen_mixed has left nothing narrow. */
uint32_t pool_narrow_at(pool *p, ptr_class c) {
    const LocalPointerInfo *info = pool_local(p, c);
    const pool_field *f = info->count ? field_of(p, &info->views[0]) : NULL;
    return is_narrow(p, f) ? f->to : IR_NONE;
}

static void widen(pool *p, pool_field *f, const char *id, const char *text, LLVMValueRef where) {
    if (!f || f->wide)
        return;
    f->wide = true;
    if (f->to != IR_NONE)
        pool_because(&p->types[f->to].wide, id, text, where);
}

/* All fields that the location may be. */
static bool widen_at(pool *p, ptr_class c, const char *id, const char *text, LLVMValueRef where) {
    const LocalPointerInfo *info = pool_local(p, c);
    bool changed = false;
    dtrans_each_view (view, info) {
        pool_field *f = field_of(p, view);
        changed |= f && !f->wide;
        widen(p, f, id, text, where);
    }
    return changed;
}

/* What is kept at the location is always null, or a number. */
static void count_blank(pool *p, ptr_class cell, ptr_class pointee) {
    const ptr_graph *g = &p->b->info->graph;
    pointee = ptr_find(&p->b->info->graph, pointee);
    if (p->tainted[cell] || pointee >= p->class_count || p->open[pointee] ||
        g->nodes.at[pointee].cast)
        widen_at(p, cell, DTRANS_WHY_POOL_INTEGER, NULL);
}

/* What the pointers kept at the location show about the fields it may be. */
static void count_cell(pool *p, ptr_class cell) {
    ptr_class pointee = ptr_pointee_if_any(&p->b->info->graph, cell);
    const LocalPointerInfo *info = pool_local(p, cell);
    if (!info->count)
        return;
    if (!pointee || dtrans_is_blank(&p->visitor.local, pointee)) {
        count_blank(p, cell, pointee);
        return;
    }
    uint32_t to = pool_type_of(p, pointee);
    dtrans_each_view (view, info) {
        pool_field *f = field_of(p, view);
        if (!f)
            continue;
        bool other = f->to != IR_NONE && f->to != to;
        if (f->to == IR_NONE)
            f->to = to;
        if (to == IR_NONE || other || p->tainted[cell] || !pool_is_closed(p, pointee))
            widen(p, f, DTRANS_WHY_POOL_MIXED, NULL);
    }
}

/* Objects that are passed as values are put together of their fields as they were. */
static bool goes_by_value(const DTransInfo *info, uint32_t type) {
    return info->types.at[type].safety & dtrans_bit(WholeStructureReference);
}

/* Structs that are in one that goes by value, at any depth: inner ones first come last in no
 * order, so it is repeated until nothing changes. */
static bool *find_passed(pool *p) {
    const DTransInfo *info = p->b->info;
    bool *passed = arena_array(&p->mem, info->types.len + 1, bool);
    bool changed = passed != NULL;
    for (uint32_t i = 0; passed && i < info->types.len; i++)
        passed[i] = goes_by_value(info, i);
    while (changed && ctx_tick(p->b->ctx, 1)) {
        changed = false;
        for (uint32_t i = 0; i < info->types.len; i++)
            for (uint32_t k = 0; passed[i] && k < info->types.at[i].field_count; k++) {
                uint32_t inner = dtrans_field_type(info, i, k);
                changed |= inner != IR_NONE && !passed[inner];
                if (inner != IR_NONE)
                    passed[inner] = true;
            }
    }
    return passed;
}

/* Whether a file says that the field keeps its width. */
static bool is_given_wide(const pool *p, uint32_t type, uint32_t field) {
    const uint32_t *narrow = p->b->given ? p->b->given[type].list[DTRANS_NARROW] : NULL;
    return p->b->given && !(narrow && narrow[field] == 1);
}

/* The structs around narrow fields change. */
static void check_holders(pool *p) {
    const DTransInfo *info = p->b->info;
    const bool *passed = find_passed(p);
    for (uint32_t i = 0; passed && i < info->types.len; i++)
        for (uint32_t k = 0; k < info->types.at[i].field_count; k++) {
            pool_field *f = &p->fields[i][k];
            f->wide |= is_given_wide(p, i, k);
            if (!dtrans_may_change(p->b, i, DTRANS_REORDER_FIELDS))
                widen(p, f, DTRANS_WHY_POOL_HOLDER, NULL);
            else if (passed[i])
                widen(p, f, DTRANS_WHY_POOL_HOLDER_VALUE, NULL);
        }
}

/* The location is a field's own, not an object's whose first field it may be. */
static bool is_lone(pool *p, ptr_class c) {
    return pool_local(p, c)->objects == 0;
}

static bool steps_over_pointers(LLVMValueRef gep) {
    LLVMTypeRef type = ir_below_arrays(LLVMGetGEPSourceElementType(gep));
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind;
}

/* Steps over an array of narrow pointers must be written as such. Elsewhere, and from one field to
 * another, the plan finds the new distance. */
static void check_address(pool *p, LLVMValueRef gep) {
    ptr_class from = pool_class(p, LLVMGetOperand(gep, 0));
    LLVMTypeRef source = LLVMGetGEPSourceElementType(gep);
    if (!from || pool_narrow_at(p, from) == IR_NONE || !is_lone(p, from) ||
        !ir_has_fixed_size(source))
        return;
    if (LLVMIsAInstruction(gep) && steps_over_pointers(gep))
        return;
    ir_distance d = ir_gep_distance(p->b->layouts.target, gep);
    if (d.variable || (d.constant && pool_class(p, gep) == from))
        widen_at(p, from, DTRANS_WHY_POOL_ADDRESS_BYTES, LLVMIsAInstruction(gep) ? gep : NULL);
}

bool pool_is_marker(LLVMValueRef call) {
    static const char *const prefixes[] = {"llvm.lifetime.", "llvm.dbg.", "llvm.assume",
                                           "llvm.ptr.annotation.", "llvm.prefetch."};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (ir_calls_named(call, prefixes[i]))
            return true;
    return false;
}

/* Blocks of pointers are freed, and change their size as all allocations do. */
static bool ends_life(LLVMValueRef fn) {
    const char *name = LLVMGetValueName(fn);
    return strcmp(name, "free") == 0 || strcmp(name, "realloc") == 0;
}

/* Whether the location is one field, all of these bytes and no more, wherever it is. */
static bool is_whole_field(pool *p, ptr_class c, uint64_t bytes) {
    const LocalPointerInfo *info = pool_local(p, c);
    uint32_t type, number;
    dtrans_each_view (view, info)
        if (!dtrans_pointer_field_at(p->b, view->type, view->offset, &type, &number) ||
            p->b->info->types.at[type].fields[number].size != bytes)
            return false;
    return info->count && !p->b->info->graph.nodes.at[c].objects.first;
}

/* A whole array of narrow pointers is cleared, or copied from one to another: the plan finds its
 * new length. */
static bool moves_whole_field(pool *p, LLVMValueRef call) {
    LLVMValueRef length = LLVMIsAMemIntrinsic(call) ? LLVMGetOperand(call, 2) : NULL;
    if (!length || !LLVMIsAConstantInt(length))
        return false;
    for (unsigned i = 0; i < (LLVMIsAMemSetInst(call) ? 1 : 2); i++) {
        ptr_class c = pool_class(p, LLVMGetOperand(call, i));
        if (!c || pool_narrow_at(p, c) == IR_NONE ||
            !is_whole_field(p, c, LLVMConstIntGetZExtValue(length)))
            return false;
    }
    return true;
}

/* The library, and what copies bytes, is given such fields as they are. */
static void check_call(pool *p, LLVMValueRef call) {
    LLVMValueRef fn = LLVMIsAFunction(LLVMGetCalledValue(call));
    if (!fn || !LLVMIsDeclaration(fn) || pool_is_marker(call) || ends_life(fn) ||
        moves_whole_field(p, call))
        return;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        ptr_class c = pool_class(p, LLVMGetOperand(call, i));
        if (c && pool_narrow_at(p, c) != IR_NONE && is_lone(p, c))
            widen_at(p, c, DTRANS_WHY_POOL_FIELD_BYTES, call);
    }
}

static void check_number(pool *p, LLVMValueRef inst) {
    ptr_class c = pool_class(p, LLVMGetOperand(inst, 0));
    if (c && pool_narrow_at(p, c) != IR_NONE && is_lone(p, c))
        widen_at(p, c, DTRANS_WHY_POOL_ADDRESS_ARITHMETIC, inst);
}

static void check_access(pool *p, LLVMValueRef inst, LLVMValueRef address, LLVMTypeRef type) {
    ptr_class c = pool_class(p, address);
    if (!c || pool_narrow_at(p, c) == IR_NONE)
        return;
    if (!ir_is_plain_access(inst) || LLVMGetTypeKind(type) != LLVMPointerTypeKind)
        widen_at(p, c, DTRANS_WHY_POOL_ACCESS, inst);
}

/* Address computations inside a constant, however deep. */
static void check_constant(pool *p, LLVMValueRef constant) {
    VEC(LLVMValueRef) work = {0};
    vec_push(p->b->ctx, &work, constant);
    while (work.len && ctx_tick(p->b->ctx, 1)) {
        LLVMValueRef c = vec_pop(&work);
        if (!map_add(&p->constants, c))
            continue;
        if (ir_is_constant_of(c, LLVMGetElementPtr))
            check_address(p, c);
        bool parts = LLVMIsAConstantExpr(c) || LLVMIsAConstantStruct(c) ||
                     LLVMIsAConstantArray(c) || LLVMIsAConstantVector(c);
        for (int i = 0; parts && i < LLVMGetNumOperands(c); i++)
            vec_push(p->b->ctx, &work, LLVMGetOperand(c, (unsigned)i));
    }
    vec_free(p->b->ctx, &work);
}

static void check_instruction(pool *p, LLVMValueRef inst) {
    LLVMTypeRef type;
    LLVMValueRef address = ir_accessed(inst, &type);
    if (address)
        check_access(p, inst, address, type);
    else if (LLVMIsAGetElementPtrInst(inst) && ir_is_pointer(inst))
        check_address(p, inst);
    else if (LLVMIsAPtrToIntInst(inst))
        check_number(p, inst);
    else if (LLVMIsACallInst(inst))
        check_call(p, inst);
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        LLVMValueRef operand = LLVMGetOperand(inst, (unsigned)i);
        if (operand && LLVMIsConstant(operand))
            check_constant(p, operand);
    }
}

/* A class whose locations may be several things: narrow fields of one type, or nothing narrow. */
static bool widen_mixed(pool *p, ptr_class c) {
    const LocalPointerInfo *info = pool_local(p, c);
    const ptr_graph *g = &p->b->info->graph;
    uint32_t common = IR_NONE;
    bool narrow = false, same = !info->conflicting && !info->tangled;
    dtrans_each_view (view, info) {
        const pool_field *f = field_of(p, view);
        bool own = is_narrow(p, f);
        same &= own && (!narrow || f->to == common);
        narrow |= own;
        common = own ? f->to : common;
    }
    if (!narrow)
        return false;
    LLVMValueRef where = NULL;
    if (same && is_lone(p, c) && g->nodes.at[c].objects.first &&
        !pool_can_narrow_loose(p, c, &where))
        return widen_at(p, c, DTRANS_WHY_POOL_SHARED_MEMORY, where);
    return !same && widen_at(p, c, DTRANS_WHY_POOL_SHARED_FIELD, NULL);
}

/* The field that an address computation names by its types, NULL if it names no pointer. */
static pool_field *named_field(pool *p, LLVMValueRef gep) {
    ir_gep_walk w = ir_gep_begin(gep);
    pool_field *named = NULL;
    while (ir_gep_step(&w)) {
        uint32_t in = w.member ? dtrans_type_of(p->b->info, w.in) : IR_NONE;
        named = in == IR_NONE ? named : &p->fields[in][w.field];
    }
    return LLVMGetTypeKind(ir_below_arrays(w.type)) == LLVMPointerTypeKind ? named : NULL;
}

/* Classes decide what is rewritten, and types what the layout is: where an address is that of a
 * narrow field by its types, its class must say so, too. */
static bool widen_unseen(pool *p) {
    bool changed = false;
    ir_each_function (fn, p->b->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb) {
                if (!ctx_tick(p->b->ctx, 1) || !LLVMIsAGetElementPtrInst(inst) ||
                    !ir_is_pointer(inst))
                    continue;
                pool_field *f = named_field(p, inst);
                if (!is_narrow(p, f) || pool_narrow_at(p, pool_class(p, inst)) == f->to)
                    continue;
                widen(p, f, DTRANS_WHY_POOL_ADDRESS_LOST, inst);
                changed = true;
            }
    return changed;
}

/* A round that changes something makes a field wide that was narrow, and none becomes narrow again:
 * this ends, and so does the loop around it. */
static void settle(pool *p) {
    ptr_graph *g = &p->b->info->graph;
    for (bool changed = true; changed && ctx_ok(p->b->ctx);) {
        changed = false;
        for (ptr_class c = 1; c < p->class_count && ctx_tick(p->b->ctx, 1); c++)
            if (g->nodes.at[c].up == c)
                changed |= widen_mixed(p, c);
    }
}

/* What kept a field wide may have been found before it was known what the field points to. */
static void explain_wide(pool *p) {
    const DTransInfo *info = p->b->info;
    for (uint32_t i = 0; i < info->types.len; i++)
        for (uint32_t k = 0; k < info->types.at[i].field_count; k++)
            if (p->fields[i][k].wide && p->fields[i][k].to != IR_NONE)
                pool_because(&p->types[p->fields[i][k].to].wide, DTRANS_WHY_POOL_MIXED, NULL);
}

void pool_find_fields(pool *p) {
    ptr_graph *g = &p->b->info->graph;
    for (ptr_class c = 1; c < p->class_count && ctx_tick(p->b->ctx, 1); c++)
        if (g->nodes.at[c].up == c)
            count_cell(p, c);
    check_holders(p);
    ir_each_global (global, p->b->m->llvm)
        if (LLVMGetInitializer(global))
            check_constant(p, LLVMGetInitializer(global));
    ir_each_function (fn, p->b->m->llvm)
        ir_each_block (bb, fn)
            ir_each_inst (inst, bb)
                if (ctx_tick(p->b->ctx, 1))
                    check_instruction(p, inst);
    do
        settle(p);
    while (widen_unseen(p) && ctx_ok(p->b->ctx));
    explain_wide(p);
}
