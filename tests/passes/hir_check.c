/* Needs: a module whose loops hir_canonicalize has brought into shape.
 * Keeps: what the program does, as long as HIR is right.
 * Breaks: the shape of loops.
 * Declines when: never; a loop without preheader is not counted, and nothing in it is checked.
 *
 * Lets the program compare HIR with what it really does. Next to each access, and each operand that
 * HIR has as a closed form, the closed form is computed from the numbers of the iterations and the
 * values of temps, and given to lathe_hir_check(id, value, closed form). Where a loop's trip count
 * is known, whether it is left there is compared with whether the last iteration is reached. What
 * each id stands for is printed. */
#include "hir/lower/emit.h"

#include "hir/hir_build.h"
#include "hir/text.h"
#include "ir/analyses.h"
#include "passes/passes.h"

typedef struct checker {
    lathe_module *m;
    hir h;
    hir_emitter emitter;
    LLVMBuilderRef builder;
    LLVMTypeRef index_type, check_type;
    LLVMValueRef check;
    LLVMValueRef counters[HIR_MAX_LEVEL + 1]; /* of the loops around the node, by level */
    uint32_t level;
    uint64_t next_id;
    map by_header; /* header -> counter */
    str *out;
} checker;

static LLVMValueRef temp_value(void *data, hir_temp t) {
    checker *c = data;
    return hir_temp_at(&c->h, t)->value;
}

static LLVMValueRef iteration(void *data, uint32_t level) {
    checker *c = data;
    if (level > c->level || !c->counters[level])
        return NULL;
    return LLVMBuildLoad2(c->builder, c->index_type, c->counters[level], "");
}

static void call_check(checker *c, LLVMValueRef value, LLVMValueRef form, const char *what,
                       const HLNode *node) {
    LLVMValueRef args[] = {LLVMConstInt(c->index_type, c->next_id, false), value, form};
    for (int i = 1; i < 3; i++)
        args[i] = LLVMBuildIntCast2(c->builder, args[i], c->index_type, false, "");
    LLVMBuildCall2(c->builder, c->check_type, c->check, args, 3, "");
    str_printf(c->out, "%llu %s %s: ", (unsigned long long)c->next_id++, c->h.function, what);
    hir_node_text(&c->h, node, false, c->out);
    str_add_char(c->out, '\n');
}

static bool is_instruction_of(LLVMValueRef v, LLVMTypeKind kind) {
    return v && LLVMGetTypeKind(LLVMTypeOf(v)) == kind;
}

static LLVMValueRef pointer_of(LLVMValueRef access) {
    return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

static void check_ref(checker *c, const RegDDRef *ref, const HLNode *node) {
    LLVMValueRef v = ref->value, form = NULL;
    if (!v || (ref->is_lval && ref->kind == REF_SCALAR))
        return;
    if (ref->kind != REF_SCALAR) {
        LLVMValueRef pointer = ref->kind == REF_MEMORY ? pointer_of(v) : v;
        form = hir_emit_address(&c->emitter, ref);
        if (form)
            call_check(c, LLVMBuildPtrToInt(c->builder, pointer, c->index_type, ""), form,
                       "address", node);
    } else if (is_instruction_of(v, LLVMIntegerTypeKind) && hir_width(&c->h, LLVMTypeOf(v))) {
        form = hir_emit_canon(&c->emitter, ref->subscripts[0]);
        if (form)
            call_check(c, v, form, "value", node);
    }
}

static void check_refs(checker *c, HLNode *node, LLVMValueRef before) {
    HLDDNode *dd = hir_as_dd(node);
    LLVMPositionBuilderBefore(c->builder, before);
    for (uint32_t i = 0; i < dd->ref_count; i++)
        if (dd->refs[i])
            check_ref(c, dd->refs[i], node);
}

static LLVMValueRef first_after_phis(LLVMBasicBlockRef bb) {
    LLVMValueRef inst = LLVMGetFirstInstruction(bb);
    while (LLVMIsAPHINode(inst))
        inst = LLVMGetNextInstruction(inst);
    return inst;
}

static LLVMValueRef entry_slot(checker *c, const char *name) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(c->h.fn);
    LLVMPositionBuilderBefore(c->builder, LLVMGetFirstInstruction(entry));
    return LLVMBuildAlloca(c->builder, c->index_type, name);
}

/* The block before the loop: the only predecessor of the header that does not come from inside. */
static LLVMBasicBlockRef preheader_of(const ir_loops *loops, uint32_t loop) {
    uint32_t block = loops->loops[loop].preheader;
    return block == IR_NONE ? NULL : loops->cfg->blocks[block];
}

/* Counts the loop's iterations from 0. */
static LLVMValueRef count_loop(checker *c, LLVMBasicBlockRef header, LLVMBasicBlockRef preheader) {
    LLVMValueRef slot = entry_slot(c, "hir.iteration");
    LLVMPositionBuilderBefore(c->builder, LLVMGetBasicBlockTerminator(preheader));
    LLVMBuildStore(c->builder, LLVMConstAllOnes(c->index_type), slot);
    LLVMPositionBuilderBefore(c->builder, first_after_phis(header));
    LLVMValueRef old = LLVMBuildLoad2(c->builder, c->index_type, slot, "");
    LLVMValueRef one = LLVMConstInt(c->index_type, 1, false);
    LLVMBuildStore(c->builder, LLVMBuildAdd(c->builder, old, one, ""), slot);
    return slot;
}

static void count_loops(checker *c) {
    const ir_loops *loops = ir_loops_of(c->m, c->h.fn);
    for (uint32_t i = 0; loops && i < loops->count; i++) {
        LLVMBasicBlockRef header = loops->cfg->blocks[loops->loops[i].header];
        LLVMBasicBlockRef preheader = preheader_of(loops, i);
        map_word *place = preheader ? map_put(&c->by_header, header) : NULL;
        if (place)
            place->p = count_loop(c, header, preheader);
    }
}

/* The branch that is counted leaves the loop in the last iteration, and in no other. */
static void check_count(checker *c, HLLoop *loop) {
    LLVMValueRef slot = c->counters[loop->level];
    LLVMBasicBlockRef counted = loop->counted;
    if (!slot || !counted || !loop->node.ref_count)
        return;
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(counted);
    LLVMPositionBuilderBefore(c->builder, branch);
    c->level--;
    LLVMValueRef upper = hir_emit_canon(&c->emitter, loop->node.refs[0]->subscripts[0]);
    c->level++;
    if (!upper)
        return;
    upper = LLVMBuildIntCast2(c->builder, upper, c->index_type, false, "");
    LLVMValueRef now = LLVMBuildLoad2(c->builder, c->index_type, slot, "");
    LLVMValueRef last = LLVMBuildICmp(c->builder, LLVMIntEQ, now, upper, "");
    LLVMValueRef leaves = LLVMGetCondition(branch);
    if (hir_loop_is(loop, LOOP_LEAVES_IF_FALSE))
        leaves = LLVMBuildNot(c->builder, leaves, "");
    if (hir_loop_is(loop, LOOP_ENDS_BEFORE))
        leaves = LLVMBuildAnd(c->builder, leaves, last, "");
    call_check(c, leaves, last, "last iteration", &loop->node.node);
    LLVMValueRef within = LLVMBuildICmp(c->builder, LLVMIntULE, now, upper, "");
    call_check(c, LLVMConstAllOnes(LLVMTypeOf(within)), within, "iteration", &loop->node.node);
}

static bool visit(void *data, HLNode *node) {
    checker *c = data;
    if (node->kind == HL_LOOP) {
        HLLoop *loop = (HLLoop *)node;
        c->level++;
        c->counters[c->level] = map_get(&c->by_header, loop->header);
        check_count(c, loop);
    } else if (node->kind == HL_INST && ((HLInst *)node)->inst) {
        LLVMValueRef inst = ((HLInst *)node)->inst;
        check_refs(c, node, LLVMIsAGetElementPtrInst(inst) ? LLVMGetNextInstruction(inst) : inst);
    } else if ((node->kind == HL_IF && ((HLIf *)node)->inst) ||
               (node->kind == HL_SWITCH && ((HLSwitch *)node)->inst)) {
        check_refs(c, node, node->kind == HL_IF ? ((HLIf *)node)->inst : ((HLSwitch *)node)->inst);
    }
    return ctx_tick(c->m->ctx, 1);
}

static void leave(void *data, HLNode *node) {
    checker *c = data;
    if (node->kind == HL_LOOP)
        c->level--;
}

static void check_function(checker *c, LLVMValueRef fn) {
    map_init(&c->by_header, c->m->ctx);
    c->builder = LLVMCreateBuilderInContext(c->m->llvm_ctx);
    bool done = hir_init(&c->h, c->m);
    c->h.keeps_values = true;
    if (done && hir_build(&c->h, fn) && c->h.regions.len) {
        count_loops(c);
        c->emitter = (hir_emitter){.h = &c->h,
                                   .builder = c->builder,
                                   .temp = temp_value,
                                   .iteration = iteration,
                                   .data = c};
        for (size_t i = 0; i < c->h.regions.len; i++)
            hir_walk(&c->h.regions.at[i]->node,
                     &(hir_walker){.visit = visit, .leave = leave, .data = c});
        ir_analyses_forget(c->m, fn);
    }
    LLVMDisposeBuilder(c->builder);
    hir_free(&c->h);
    map_free(&c->by_header);
}

static void init(checker *c) {
    LLVMTypeRef index = LLVMIntPtrTypeInContext(c->m->llvm_ctx, ir_layout(c->m));
    LLVMTypeRef params[] = {index, index, index};
    LLVMTypeRef none = LLVMVoidTypeInContext(c->m->llvm_ctx);
    c->index_type = index;
    c->check_type = LLVMFunctionType(none, params, 3, false);
    c->check = LLVMGetNamedFunction(c->m->llvm, "lathe_hir_check");
    if (!c->check)
        c->check = LLVMAddFunction(c->m->llvm, "lathe_hir_check", c->check_type);
}

lathe_status hir_test_check_pass(lathe_module *m, const ir_params *params, str *out) {
    checker c = {.m = m, .out = out};
    (void)params;
    init(&c);
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && ctx_ok(m->ctx))
            check_function(&c, fn);
    return m->ctx->status;
}
