/* Needs: a module whose loops hir_canonicalize has brought into shape.
 * Keeps: what the program does, as long as HIR is right.
 * Breaks: the shape of loops; the old blocks of regions stay behind, unreachable.
 * Declines when: never.
 *
 * Puts code made from nothing but HIR in the place of each region, to see whether the program still
 * does the same: temps are variables in memory, iterations are counted, references are computed
 * from their closed forms. It is a test, and makes no effort to be fast. */
#include "hir/build.h"
#include "hir/check/emit.h"
#include "hir/passes.h"

typedef struct frame {
    LLVMBasicBlockRef body, after; /* of a loop; after an if or switch */
    LLVMBasicBlockRef *lists;      /* of an if or switch: where each list starts */
    LLVMValueRef counter, upper;
} frame;

typedef struct lowerer {
    lathe_module *m;
    hir h;
    arena mem;
    HLRegion *region;
    LLVMBuilderRef builder;
    LLVMTypeRef index_type;
    hir_emitter emitter;
    map slots;  /* hir_temp -> alloca */
    map labels; /* HLLabel -> block */
    map frames; /* HLNode -> frame * */
    LLVMValueRef counters[HIR_MAX_LEVEL + 1];
    uint32_t level;
} lowerer;

static LLVMValueRef new_slot(lowerer *l, LLVMTypeRef type) {
    LLVMBasicBlockRef now = LLVMGetInsertBlock(l->builder);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(l->h.fn);
    LLVMPositionBuilderBefore(l->builder, LLVMGetFirstInstruction(entry));
    LLVMValueRef slot = LLVMBuildAlloca(l->builder, type, "hir.temp");
    if (now)
        LLVMPositionBuilderAtEnd(l->builder, now);
    return slot;
}

static LLVMBasicBlockRef new_block(lowerer *l) {
    return LLVMAppendBasicBlockInContext(l->m->llvm_ctx, l->h.fn, "hir");
}

static LLVMValueRef slot_of(lowerer *l, hir_temp t) {
    map_word *place = map_put_u(&l->slots, t);
    if (place && !place->p)
        place->p = new_slot(l, hir_temp_at(&l->h, t)->type);
    return place ? place->p : NULL;
}

static LLVMValueRef temp_value(void *data, hir_temp t) {
    lowerer *l = data;
    const hir_temp_info *info = hir_temp_at(&l->h, t);
    if (!info->defs)
        return info->value;
    return LLVMBuildLoad2(l->builder, info->type, slot_of(l, t), "");
}

static LLVMValueRef iteration(void *data, uint32_t level) {
    lowerer *l = data;
    return LLVMBuildLoad2(l->builder, l->index_type, l->counters[level], "");
}

static LLVMValueRef ref_value(lowerer *l, const RegDDRef *ref) {
    return ref->kind == REF_SCALAR ? hir_emit_canon(&l->emitter, ref->subscripts[0])
                                   : hir_emit_pointer(&l->emitter, ref);
}

static LLVMValueRef emit_select(lowerer *l, const HLInst *inst) {
    LLVMValueRef read[4];
    for (uint32_t i = 0; i < 4; i++)
        read[i] = ref_value(l, inst->node.refs[i + 1]);
    LLVMValueRef truth = inst->is_float
                             ? LLVMBuildFCmp(l->builder, inst->real_predicate, read[0], read[1], "")
                             : LLVMBuildICmp(l->builder, inst->predicate, read[0], read[1], "");
    return LLVMBuildSelect(l->builder, truth, read[2], read[3], "");
}

/* A copy of the instruction that reads its operands from refs. */
static LLVMValueRef emit_clone(lowerer *l, const HLInst *inst) {
    LLVMValueRef clone = LLVMInstructionClone(inst->inst);
    bool store = inst->opcode == LLVMStore, call = inst->opcode == LLVMCall;
    uint32_t first = inst->has_lval && !store, count = inst->node.ref_count;
    uint32_t callee = call && !inst->callee;
    for (uint32_t i = first; i < count; i++) {
        LLVMValueRef v = ref_value(l, inst->node.refs[i]);
        unsigned operand = store ? 1 - i : i - first;
        if (callee)
            operand = i == first ? (unsigned)LLVMGetNumOperands(clone) - 1 : i - first - 1;
        bool metadata =
            LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(clone, operand))) == LLVMMetadataTypeKind;
        if (!metadata)
            LLVMSetOperand(clone, operand, v);
    }
    LLVMInsertIntoBuilder(l->builder, clone);
    return clone;
}

static LLVMValueRef emit_inst(lowerer *l, const HLInst *inst) {
    if (!inst->inst || inst->opcode == LLVMGetElementPtr)
        return ref_value(l, inst->node.refs[1]);
    if (inst->opcode == LLVMSelect && inst->compares)
        return emit_select(l, inst);
    return emit_clone(l, inst);
}

static void lower_inst(lowerer *l, const HLInst *inst) {
    LLVMValueRef value = emit_inst(l, inst);
    hir_temp t = inst->has_lval ? hir_ref_temp(&l->h, inst->node.refs[0]) : 0;
    if (t)
        LLVMBuildStore(l->builder, value, slot_of(l, t));
}

static LLVMBasicBlockRef label_block(lowerer *l, const HLLabel *label) {
    map_word *place = map_put(&l->labels, label);
    if (place && !place->p)
        place->p = new_block(l);
    return place ? place->p : NULL;
}

static LLVMValueRef out_value(lowerer *l, LLVMValueRef v) {
    for (size_t i = 0; i < l->region->outs.len; i++)
        if (l->region->outs.at[i].value == v)
            return temp_value(l, l->region->outs.at[i].temp);
    return v;
}

static LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef from) {
    unsigned count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetIncomingBlock(phi, i) == from)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

/* Leaves the region by an edge of the old graph. */
static void lower_exit(lowerer *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    ir_each_inst (phi, to) {
        if (!LLVMIsAPHINode(phi))
            break;
        LLVMValueRef v = out_value(l, incoming_from(phi, from));
        LLVMBasicBlockRef now = LLVMGetInsertBlock(l->builder);
        LLVMAddIncoming(phi, &v, &now, 1);
    }
    LLVMBuildBr(l->builder, to);
}

static frame *new_frame(lowerer *l, const HLNode *node) {
    frame *f = arena_new(&l->mem, frame);
    map_word *place = f ? map_put(&l->frames, node) : NULL;
    if (place)
        place->p = f;
    return place ? f : NULL;
}

static void begin_loop(lowerer *l, const HLLoop *loop) {
    frame *f = new_frame(l, &loop->node.node);
    if (!f)
        return;
    f->counter = new_slot(l, l->index_type);
    f->upper = new_slot(l, l->index_type);
    if (loop->loop_kind != LOOP_WHILE) {
        LLVMValueRef upper = ref_value(l, loop->node.refs[0]);
        upper = LLVMBuildIntCast2(l->builder, upper, l->index_type, false, "");
        LLVMBuildStore(l->builder, upper, f->upper);
    }
    LLVMBuildStore(l->builder, LLVMConstInt(l->index_type, 0, false), f->counter);
    f->body = new_block(l);
    f->after = new_block(l);
    LLVMBuildBr(l->builder, f->body);
    LLVMPositionBuilderAtEnd(l->builder, f->body);
    l->counters[++l->level] = f->counter;
}

static void end_loop(lowerer *l, const HLLoop *loop) {
    frame *f = map_get(&l->frames, loop);
    LLVMValueRef now = LLVMBuildLoad2(l->builder, l->index_type, f->counter, "");
    LLVMValueRef one = LLVMConstInt(l->index_type, 1, false);
    LLVMBuildStore(l->builder, LLVMBuildAdd(l->builder, now, one, ""), f->counter);
    if (loop->loop_kind == LOOP_WHILE) {
        LLVMBuildBr(l->builder, f->body);
    } else {
        LLVMValueRef upper = LLVMBuildLoad2(l->builder, l->index_type, f->upper, "");
        LLVMValueRef last = LLVMBuildICmp(l->builder, LLVMIntEQ, now, upper, "");
        LLVMBuildCondBr(l->builder, last, f->after, f->body);
    }
    l->level--;
    LLVMPositionBuilderAtEnd(l->builder, f->after);
}

static void begin_choice(lowerer *l, const HLNode *node, uint32_t lists) {
    frame *f = new_frame(l, node);
    LLVMBasicBlockRef *blocks = arena_array(&l->mem, lists, LLVMBasicBlockRef);
    if (!f || !blocks)
        return;
    f->lists = blocks;
    for (uint32_t i = 0; i < lists; i++)
        blocks[i] = new_block(l);
    f->after = new_block(l);
}

static void begin_if(lowerer *l, const HLIf *branch) {
    begin_choice(l, &branch->node.node, 2);
    frame *f = map_get(&l->frames, branch);
    LLVMValueRef x = ref_value(l, branch->node.refs[0]), y = ref_value(l, branch->node.refs[1]);
    LLVMValueRef truth = branch->is_float
                             ? LLVMBuildFCmp(l->builder, branch->real_predicate, x, y, "")
                             : LLVMBuildICmp(l->builder, branch->predicate, x, y, "");
    if (f)
        LLVMBuildCondBr(l->builder, truth, f->lists[0], f->lists[1]);
}

static void begin_switch(lowerer *l, const HLSwitch *choice) {
    begin_choice(l, &choice->node.node, choice->case_count + 1);
    frame *f = map_get(&l->frames, choice);
    LLVMValueRef x = ref_value(l, choice->node.refs[0]);
    if (!f)
        return;
    LLVMValueRef inst =
        LLVMBuildSwitch(l->builder, x, f->lists[choice->case_count], choice->case_count);
    for (uint32_t i = 0; i < choice->case_count; i++)
        LLVMAddCase(inst, LLVMConstInt(LLVMTypeOf(x), (uint64_t)choice->cases[i].value, true),
                    f->lists[i]);
}

static void lower_goto(lowerer *l, const HLGoto *jump) {
    if (jump->target)
        LLVMBuildBr(l->builder, label_block(l, jump->target));
    else
        lower_exit(l, jump->from, jump->to);
    LLVMPositionBuilderAtEnd(l->builder, new_block(l));
}

static bool visit(void *data, HLNode *node) {
    lowerer *l = data;
    LLVMBasicBlockRef block;
    switch (node->kind) {
    case HL_REGION:
        break;
    case HL_LOOP:
        begin_loop(l, (HLLoop *)node);
        break;
    case HL_IF:
        begin_if(l, (HLIf *)node);
        break;
    case HL_SWITCH:
        begin_switch(l, (HLSwitch *)node);
        break;
    case HL_LABEL:
        block = label_block(l, (HLLabel *)node);
        LLVMBuildBr(l->builder, block);
        LLVMPositionBuilderAtEnd(l->builder, block);
        break;
    case HL_GOTO:
        lower_goto(l, (HLGoto *)node);
        break;
    case HL_INST:
        lower_inst(l, (HLInst *)node);
        break;
    }
    return ctx_tick(l->m->ctx, 1);
}

static void begin_list(void *data, HLNode *node, uint32_t index) {
    lowerer *l = data;
    frame *f = map_get(&l->frames, node);
    if (!f || !f->lists)
        return;
    if (index > 0)
        LLVMBuildBr(l->builder, f->after);
    LLVMPositionBuilderAtEnd(l->builder, f->lists[index]);
}

static void leave(void *data, HLNode *node) {
    lowerer *l = data;
    frame *f = map_get(&l->frames, node);
    if (node->kind == HL_LOOP)
        end_loop(l, (HLLoop *)node);
    if (!f || !f->lists)
        return;
    LLVMBuildBr(l->builder, f->after);
    LLVMPositionBuilderAtEnd(l->builder, f->after);
}

static void end_region(lowerer *l) {
    if (l->region->exit_from)
        lower_exit(l, l->region->exit_from, l->region->exit_to);
    else
        LLVMBuildUnreachable(l->builder);
}

/* One operand that is used behind the region is read from its temp there. PHIs whose edge comes
 * from the region have got their value with the new edge. */
static void replace_use(lowerer *l, LLVMValueRef user, unsigned operand, hir_out out,
                        const map *old) {
    LLVMValueRef before = user;
    if (LLVMGetOperand(user, operand) != out.value)
        return;
    if (LLVMIsAPHINode(user)) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(user, operand);
        if (map_find(old, from))
            return;
        before = LLVMGetBasicBlockTerminator(from);
    }
    LLVMPositionBuilderBefore(l->builder, before);
    LLVMSetOperand(user, operand, temp_value(l, out.temp));
}

static void replace_out(lowerer *l, hir_out out, const map *old) {
    VEC(LLVMValueRef) users = {0};
    for (LLVMUseRef use = LLVMGetFirstUse(out.value); use; use = LLVMGetNextUse(use))
        vec_push(l->m->ctx, &users, LLVMGetUser(use));
    for (size_t u = 0; u < users.len; u++) {
        unsigned count = (unsigned)LLVMGetNumOperands(users.at[u]);
        for (unsigned i = 0; i < count && !map_find(old, LLVMGetInstructionParent(users.at[u]));
             i++)
            replace_use(l, users.at[u], i, out, old);
    }
    vec_free(l->m->ctx, &users);
}

/* The old code stays, behind a branch that is never taken: so its PHIs and those at the exits keep
 * the edges they know. */
static void enter(lowerer *l, LLVMBasicBlockRef entry) {
    LLVMBasicBlockRef before = l->region->entry_from;
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(before));
    LLVMPositionBuilderAtEnd(l->builder, before);
    LLVMValueRef always = LLVMConstInt(LLVMInt1TypeInContext(l->m->llvm_ctx), 1, false);
    LLVMBuildCondBr(l->builder, always, entry, l->region->entry_to);
}

static void lower_region(lowerer *l, HLRegion *region) {
    map old;
    map_init(&old, l->m->ctx);
    l->region = region;
    l->level = 0;
    for (size_t i = 0; i < region->blocks.len; i++)
        map_put(&old, region->blocks.at[i]);
    LLVMBasicBlockRef entry = new_block(l);
    LLVMPositionBuilderAtEnd(l->builder, entry);
    hir_walk(&region->node,
             &(hir_walker){.visit = visit, .list = begin_list, .leave = leave, .data = l});
    end_region(l);
    enter(l, entry);
    for (size_t i = 0; i < region->outs.len; i++)
        replace_out(l, region->outs.at[i], &old);
    map_free(&old);
}

/* Dead code behind gotos. */
static void end_blocks(lowerer *l) {
    ir_each_block (bb, l->h.fn)
        if (!LLVMGetBasicBlockTerminator(bb)) {
            LLVMPositionBuilderAtEnd(l->builder, bb);
            LLVMBuildUnreachable(l->builder);
        }
}

static void lower_function(lowerer *l, LLVMValueRef fn) {
    map *maps[] = {&l->slots, &l->labels, &l->frames};
    for (size_t i = 0; i < 3; i++)
        map_init(maps[i], l->m->ctx);
    arena_init(&l->mem, l->m->ctx);
    l->builder = LLVMCreateBuilderInContext(l->m->llvm_ctx);
    if (hir_init(&l->h, l->m) && hir_build(&l->h, fn)) {
        l->index_type = hir_index_type(&l->h);
        l->emitter = (hir_emitter){&l->h, l->builder, temp_value, iteration, l};
        for (size_t i = 0; i < l->h.regions.len && ctx_ok(l->m->ctx); i++)
            lower_region(l, l->h.regions.at[i]);
        end_blocks(l);
    }
    LLVMDisposeBuilder(l->builder);
    hir_free(&l->h);
    arena_free(&l->mem);
    for (size_t i = 0; i < 3; i++)
        map_free(maps[i]);
}

lathe_status hir_test_lower_pass(lathe_module *m, const ir_params *params, str *out) {
    lowerer l = {.m = m};
    (void)params;
    (void)out;
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && ctx_ok(m->ctx))
            lower_function(&l, fn);
    return m->ctx->status;
}
