/* All instructions of all functions, one visitor per opcode. */
#include "dtrans/analysis/visit.h"
#include "ir/runs.h"

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
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->views[i].outer)
            continue;
        uint32_t field = dtrans_field_at(v->info, p->views[i].type, p->views[i].offset);
        if (field != IR_NONE)
            v->info->types.at[p->views[i].type].fields[field].address_taken = true;
        dtrans_note(v->info, p->views[i].type, FieldAddressTaken, v->inst,
                    "the address of a field is stored in memory");
    }
}

static void visit_rmw(dtrans_visitor *v) {
    LLVMValueRef value = LLVMGetOperand(v->inst, 1);
    dtrans_visit_access(v, LLVMGetOperand(v->inst, 0), LLVMTypeOf(value), value);
}

static bool is_pointer_like(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

static void visit_merge(dtrans_visitor *v) {
    if (!is_pointer_like(v->inst))
        return;
    const LocalPointerInfo *p = dtrans_local_value(&v->local, v->inst);
    LLVMValueRef first = NULL;
    bool differ = false;
    for (int i = 0; i < LLVMGetNumOperands(v->inst); i++) {
        LLVMValueRef x = LLVMGetOperand(v->inst, (unsigned)i);
        if (!is_pointer_like(x) || LLVMIsAConstantPointerNull(x) || LLVMIsAUndefValue(x))
            continue;
        differ |= first && first != x;
        first = x;
    }
    if (p->objects && differ && (p->conflicting || !p->analysed))
        dtrans_note_views(v, p, UnsafePtrMerge, DTRANS_CONDITIONS,
                          "pointers of different or unknown kinds are merged");
}

static void visit_return(dtrans_visitor *v) {
    if (LLVMGetNumOperands(v->inst) == 0 || !is_pointer_like(LLVMGetOperand(v->inst, 0)))
        return;
    const LocalPointerInfo *p = dtrans_local_value(&v->local, LLVMGetOperand(v->inst, 0));
    bool asks = !p->objects && dtrans_asks(v, p, EVENT_RETURN, 0);
    for (uint32_t i = 0; asks && i < p->count; i++)
        if (!p->views[i].outer)
            dtrans_note(v->info, p->views[i].type, FieldAddressTaken, v->inst,
                        "the address of a field is returned");
}

/* The only arithmetic that survives a change of layout: a difference divided by the old size,
 * which is rewritten with it, or compared. */
static bool is_scaled_difference(LLVMValueRef sub, uint64_t size) {
    for (LLVMUseRef u = LLVMGetFirstUse(sub); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMValueRef by = LLVMIsAICmpInst(user) ? NULL : LLVMGetOperand(user, 1);
        if (LLVMIsAICmpInst(user))
            continue;
        bool divides = LLVMIsAInstruction(user) && LLVMGetInstructionOpcode(user) == LLVMSDiv &&
                       LLVMGetExact(user) && LLVMIsAConstantInt(by);
        if (!divides || LLVMConstIntGetZExtValue(by) != size)
            return false;
    }
    return true;
}

static void visit_sub(dtrans_visitor *v) {
    LLVMValueRef left = LLVMGetOperand(v->inst, 0), right = LLVMGetOperand(v->inst, 1);
    if (!LLVMIsAPtrToIntInst(left) || !LLVMIsAPtrToIntInst(right))
        return;
    const LocalPointerInfo *p = dtrans_local_value(&v->local, LLVMGetOperand(left, 0));
    for (uint32_t i = 0; i < p->count; i++) {
        const dtrans_type *t = &v->info->types.at[p->views[i].type];
        uint64_t size = t->size;
        uint32_t field = dtrans_field_at(v->info, p->views[i].type, p->views[i].offset);
        if (p->views[i].element && field != IR_NONE) {
            LLVMTypeRef type = LLVMStructGetTypeAtIndex(t->llvm, field);
            if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
                continue;
        }
        if (!is_scaled_difference(v->inst, size))
            dtrans_note(v->info, p->views[i].type, BadPtrManipulation, v->inst,
                        "the distance of two pointers is used as a number of bytes");
    }
}

/* Which of two fields comes first is a question about the layout. */
static void visit_icmp(dtrans_visitor *v) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(v->inst);
    if (p == LLVMIntEQ || p == LLVMIntNE || !is_pointer_like(LLVMGetOperand(v->inst, 0)))
        return;
    const LocalPointerInfo *x = dtrans_local_value(&v->local, LLVMGetOperand(v->inst, 0));
    bool asks = !x->objects && dtrans_asks(v, x, EVENT_ORDER, 0);
    for (uint32_t i = 0; asks && i < x->count; i++) {
        const dtrans_view *view = &x->views[i];
        uint32_t field = dtrans_field_at(v->info, view->type, view->offset);
        LLVMTypeRef type =
            field == IR_NONE ? NULL
                             : LLVMStructGetTypeAtIndex(v->info->types.at[view->type].llvm, field);
        if (type && LLVMGetTypeKind(type) != LLVMArrayTypeKind && !view->outer)
            dtrans_note(v->info, view->type, BadPtrManipulation, v->inst,
                        "the order of two fields in memory is compared");
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
};

static void visit_body(dtrans_visitor *v, LLVMValueRef fn, double runs) {
    arena mem;
    arena_init(&mem, v->info->ctx);
    ir_cfg cfg;
    ir_dom dom;
    ir_loops loops;
    ir_freq freq;
    bool ready = ir_cfg_build(&cfg, &mem, fn) && ir_dom_build(&dom, &mem, &cfg) &&
                 ir_loops_build(&loops, &mem, &dom) && ir_freq_build(&freq, &mem, &loops);
    for (uint32_t b = 0; ready && b < cfg.count && ctx_tick(v->info->ctx, 1); b++) {
        v->weight = runs * freq.block[b];
        v->loop = loops.innermost[b];
        ir_each_inst (inst, cfg.blocks[b]) {
            LLVMOpcode op = LLVMGetInstructionOpcode(inst);
            v->inst = inst;
            if (op < sizeof visitors / sizeof *visitors && visitors[op])
                visitors[op](v);
        }
    }
    dtrans_finish_loops(v);
    arena_free(&mem);
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
