/* All instructions of all functions, one visitor per opcode. */
#include "dtrans/analysis/visit.h"
#include "ir/analyses.h"
#include "ir/runs.h"
#include "ir/value.h"

typedef void visit_fn(dtrans_visitor *v);

static void visit_load(dtrans_visitor *v) {
    dtrans_visit_access(v, LLVMGetOperand(v->inst, 0), LLVMTypeOf(v->inst), NULL);
}

/* A pointer whose kind is not certain makes the cell it is stored to uncertain. */
static void visit_store(dtrans_visitor *v) {
    LLVMValueRef value = LLVMGetOperand(v->inst, 0);
    dtrans_visit_access(v, LLVMGetOperand(v->inst, 1), LLVMTypeOf(value), value);
    if (LLVMIsAConstantPointerNull(value) || LLVMIsAUndefValue(value))
        return;
    const LocalPointerInfo *p = dtrans_local_value(&v->local, value);
    if (p->objects && (p->conflicting || !p->analysed))
        dtrans_note_views(v, p, UnsafePointerStore, DTRANS_CONDITIONS,
                          "a pointer of uncertain kind is stored");
    if (p->objects || !dtrans_asks(v, p, EVENT_STORE, 0))
        return;
    dtrans_each_view (view, p) {
        if (view->outer)
            continue;
        uint32_t field = dtrans_field_at(v->info, view->type, view->offset);
        if (field != IR_NONE)
            v->info->types.at[view->type].fields[field].address_taken = true;
        dtrans_note_here(v, view->type, FieldAddressTaken,
                         "the address of a field is stored in memory");
    }
}

static void visit_rmw(dtrans_visitor *v) {
    LLVMValueRef value = LLVMGetOperand(v->inst, 1);
    dtrans_visit_access(v, LLVMGetOperand(v->inst, 0), LLVMTypeOf(value), value);
}

static void visit_merge(dtrans_visitor *v) {
    if (!ir_is_pointer(v->inst))
        return;
    const LocalPointerInfo *p = dtrans_local_value(&v->local, v->inst);
    LLVMValueRef first = NULL;
    bool differ = false;
    for (int i = 0; i < LLVMGetNumOperands(v->inst); i++) {
        LLVMValueRef x = LLVMGetOperand(v->inst, (unsigned)i);
        if (!ir_is_pointer(x) || LLVMIsAConstantPointerNull(x) || LLVMIsAUndefValue(x))
            continue;
        differ |= first && first != x;
        first = x;
    }
    if (p->objects && differ && (p->conflicting || !p->analysed))
        dtrans_note_views(v, p, UnsafePtrMerge, DTRANS_CONDITIONS,
                          "pointers of different or unknown kinds are merged");
}

static void visit_return(dtrans_visitor *v) {
    if (LLVMGetNumOperands(v->inst) == 0 || !ir_is_pointer(LLVMGetOperand(v->inst, 0)))
        return;
    const LocalPointerInfo *p = dtrans_local_value(&v->local, LLVMGetOperand(v->inst, 0));
    bool asks = !p->objects && dtrans_asks(v, p, EVENT_RETURN, 0);
    for (uint32_t i = 0; asks && i < p->count; i++)
        if (!p->views[i].outer)
            dtrans_note_here(v, p->views[i].type, FieldAddressTaken,
                             "the address of a field is returned");
}

/* The only arithmetic that survives a change of layout: a difference divided by the old size,
 * which is rewritten with it, or compared with zero. */
static bool is_scaled_difference(LLVMValueRef sub, uint64_t size) {
    ir_each_user (user, sub) {
        LLVMValueRef by = LLVMGetNumOperands(user) == 2 ? LLVMGetOperand(user, 1) : NULL;
        if (!by || !LLVMIsAConstantInt(by) || LLVMGetOperand(user, 0) != sub)
            return false;
        uint64_t number = LLVMConstIntGetZExtValue(by);
        bool divides = LLVMGetInstructionOpcode(user) == LLVMSDiv && LLVMGetExact(user);
        if (!(divides && number == size) && !(LLVMIsAICmpInst(user) && number == 0))
            return false;
    }
    return true;
}

static bool is_in_array(dtrans_visitor *v, const dtrans_view *view) {
    uint32_t field = dtrans_field_at(v->info, view->type, view->offset);
    if (!view->element || field == IR_NONE)
        return false;
    LLVMTypeRef type = LLVMStructGetTypeAtIndex(v->info->types.at[view->type].llvm, field);
    return ir_is_array(type);
}

static void judge_difference(dtrans_visitor *v, const LocalPointerInfo *p) {
    dtrans_each_view (view, p)
        if (!is_in_array(v, view) &&
            !is_scaled_difference(v->inst, v->info->types.at[view->type].size))
            dtrans_note_here(v, view->type, BadPtrManipulation,
                             "the distance of two pointers is used as a number of bytes");
}

LLVMValueRef dtrans_cast_pointer(LLVMValueRef v) {
    bool cast = LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v) == LLVMPtrToInt
                                       : LLVMIsAPtrToIntInst(v) != NULL;
    return cast ? LLVMGetOperand(v, 0) : NULL;
}

/* Whether a pointer into an array has come to the field after it. */
static void judge_neighbours(dtrans_visitor *v, const LocalPointerInfo *x,
                             const LocalPointerInfo *y) {
    if (x->place == y->place)
        return;
    dtrans_each_field (view, x)
        for (uint32_t k = y->objects; is_in_array(v, view) && k < y->count; k++)
            if (view->type == y->views[k].type && view->offset != y->views[k].offset)
                dtrans_note_here(
                    v, view->type, BadPtrManipulation,
                    "a pointer into an array is compared with, or subtracted from, the "
                    "address of another field");
}

/* Which of two fields comes first is a question about the layout. */
static void judge_order(dtrans_visitor *v, const LocalPointerInfo *x) {
    bool asks = !x->objects && dtrans_asks(v, x, EVENT_ORDER, 0);
    for (uint32_t i = 0; asks && i < x->count; i++) {
        const dtrans_view *view = &x->views[i];
        if (!is_in_array(v, view) && !view->outer)
            dtrans_note_here(v, view->type, BadPtrManipulation,
                             "the order of two fields in memory is compared");
    }
}

/* Whether the pointer goes through arrays, as far as the innermost structs around it show. */
static bool is_in_arrays(dtrans_visitor *v, const LocalPointerInfo *x) {
    dtrans_each_field (view, x)
        if (!view->outer && !is_in_array(v, view))
            return false;
    return true;
}

/* The same question about members, or an object and what is in it, seen from the struct that has
 * both. Pointers of one class that go through arrays are in the same one. */
static void judge_members(dtrans_visitor *v, const LocalPointerInfo *x, const LocalPointerInfo *y) {
    bool same = x->place == y->place;
    if ((same && is_in_arrays(v, x)) || !dtrans_asks(v, x, EVENT_ORDER, y->place))
        return;
    dtrans_each_field (view, x)
        for (uint32_t k = 0; k < y->count; k++) {
            const dtrans_view *a = view, *b = &y->views[k];
            if (a->type == b->type && (b->element ? a->offset != b->offset : !same))
                dtrans_note_here(v, a->type, BadPtrManipulation,
                                 "the order of two members in memory is compared");
        }
}

void dtrans_pin_compared(dtrans_visitor *v, const LocalPointerInfo *x, const LocalPointerInfo *y) {
    if (x->place == y->place)
        return;
    dtrans_each_object (view, x)
        for (uint32_t k = y->objects; k < y->count; k++)
            if (view->type == y->views[k].type && y->views[k].offset == 0)
                dtrans_pin_first(v, view->type, NULL);
}

static void judge_comparison(dtrans_visitor *v, LLVMIntPredicate p, const LocalPointerInfo *x,
                             const LocalPointerInfo *y) {
    dtrans_pin_compared(v, x, y);
    dtrans_pin_compared(v, y, x);
    judge_neighbours(v, x, y);
    judge_neighbours(v, y, x);
    if (p == LLVMIntEQ || p == LLVMIntNE)
        return;
    judge_order(v, x);
    judge_order(v, y);
    judge_members(v, x, y);
    judge_members(v, y, x);
}

static void visit_icmp(dtrans_visitor *v) {
    const LocalPointerInfo *x = dtrans_local_value(&v->local, LLVMGetOperand(v->inst, 0));
    const LocalPointerInfo *y = dtrans_local_value(&v->local, LLVMGetOperand(v->inst, 1));
    if (x->count || y->count)
        judge_comparison(v, LLVMGetICmpPredicate(v->inst), x, y);
}

static void visit_sub(dtrans_visitor *v) {
    LLVMValueRef left = dtrans_cast_pointer(LLVMGetOperand(v->inst, 0));
    LLVMValueRef right = dtrans_cast_pointer(LLVMGetOperand(v->inst, 1));
    if (!left || !right)
        return;
    const LocalPointerInfo *x = dtrans_local_value(&v->local, left);
    const LocalPointerInfo *y = dtrans_local_value(&v->local, right);
    judge_difference(v, x);
    judge_difference(v, y);
    judge_neighbours(v, x, y);
    judge_neighbours(v, y, x);
    ir_each_user (user, v->inst)
        if (LLVMIsAICmpInst(user))
            judge_comparison(v, LLVMGetICmpPredicate(user), x, y);
}

/* Only the address, not the pointer: its numbers depend on the layout. */
static void visit_address(dtrans_visitor *v) {
    ir_each_user (user, v->inst)
        if (!LLVMIsAICmpInst(user))
            dtrans_note_views(v, dtrans_local_value(&v->local, LLVMGetOperand(v->inst, 0)),
                              BadPtrManipulation, BadPtrManipulation,
                              "integer arithmetic is done on the bits of a pointer to it");
}

enum { MAX_VALUE_NESTING = 8 };

/* A struct that is not memory but one value, also inside a larger value. */
static void note_value(dtrans_visitor *v, LLVMTypeRef type, int depth) {
    if (ir_is_array(type) && depth) {
        note_value(v, LLVMGetElementType(type), depth - 1);
        return;
    }
    if (!ir_is_struct(type))
        return;
    uint32_t index = dtrans_type_of(v->info, type);
    if (index != IR_NONE)
        dtrans_note_here(v, index, WholeStructureReference, "the struct is used as one value");
    for (unsigned i = 0; depth && i < LLVMCountStructElementTypes(type); i++)
        note_value(v, LLVMStructGetTypeAtIndex(type, i), depth - 1);
}

static void visit_values(dtrans_visitor *v, LLVMOpcode op) {
    note_value(v, LLVMTypeOf(v->inst), MAX_VALUE_NESTING);
    bool takes = op == LLVMStore || op == LLVMRet || op == LLVMCall || op == LLVMInsertValue;
    for (int i = 0; i < LLVMGetNumOperands(v->inst); i++) {
        LLVMValueRef x = LLVMGetOperand(v->inst, (unsigned)i);
        if (takes)
            note_value(v, LLVMTypeOf(x), MAX_VALUE_NESTING);
        if (LLVMIsAConstantExpr(x))
            dtrans_visit_constant(v, x);
    }
}

static visit_fn *const visitors[] = {
    [LLVMLoad] = visit_load,
    [LLVMStore] = visit_store,
    [LLVMAtomicRMW] = visit_rmw,
    [LLVMAtomicCmpXchg] = visit_rmw,
    [LLVMGetElementPtr] = dtrans_visit_gep,
    [LLVMCall] = dtrans_visit_call,
    [LLVMInvoke] = dtrans_visit_call,
    [LLVMPHI] = visit_merge,
    [LLVMSelect] = visit_merge,
    [LLVMRet] = visit_return,
    [LLVMSub] = visit_sub,
    [LLVMICmp] = visit_icmp,
    [LLVMPtrToAddr] = visit_address,
};

static void visit_block(dtrans_visitor *v, LLVMBasicBlockRef bb) {
    ir_each_inst (inst, bb) {
        LLVMOpcode op = LLVMGetInstructionOpcode(inst);
        v->inst = inst;
        visit_values(v, op);
        if (op < sizeof visitors / sizeof *visitors && visitors[op])
            visitors[op](v);
    }
}

static void visit_body(dtrans_visitor *v, LLVMValueRef fn, double runs) {
    const ir_freq *freq = ir_freq_of(v->info->m, fn);
    const ir_loops *loops = freq ? ir_loops_of(v->info->m, fn) : NULL;
    v->profiled = loops && freq->profiled;
    for (uint32_t b = 0; loops && b < loops->cfg->count && ctx_tick(v->info->ctx, 1); b++) {
        v->weight = runs * freq->block[b];
        v->in_loop = loops->innermost[b] != IR_NONE;
        v->loop = v->loops_before + (v->in_loop ? loops->innermost[b] : loops->count);
        visit_block(v, loops->cfg->blocks[b]);
    }
    dtrans_finish_loops(v);
    if (loops)
        v->loops_before += loops->count + 1;
}

void dtrans_visit_functions(dtrans_visitor *v) {
    arena mem;
    arena_init(&mem, v->info->ctx);
    ir_runs runs;
    bool ready = ir_runs_build(&runs, &mem, v->info->m);
    ir_each_function (fn, v->info->m->llvm)
        if (ready && !LLVMIsDeclaration(fn))
            visit_body(v, fn, ir_runs_of(&runs, fn));
    arena_free(&mem);
}
