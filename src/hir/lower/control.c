/* Loops, ifs, switches, labels and gotos.
 *
 * A loop is a body that ends in its test, with a block before and a block after that nothing else
 * leads to: the shape that LLVM's loop passes want. */
#include "hir/lower/lowerer.h"

#include "ir/edit/edit_carry.h"

#include <string.h>

typedef struct frame {
    LLVMBasicBlockRef body, after; /* of a loop; after an if or switch */
    LLVMBasicBlockRef *lists;      /* of an if or switch: where each list starts */
    LLVMValueRef count;            /* of a loop: the number of the iteration */
    LLVMValueRef end;              /* what the next number is compared with; NULL: nothing */
    bool is_limited;               /* or another counter is compared with */
    hir_l_limit limit;             /* this */
} frame;

LLVMBasicBlockRef hir_l_new_block(hir_lowerer *l, const char *name) {
    return LLVMAppendBasicBlockInContext(l->m->llvm_ctx, l->h->fn, name);
}

void hir_l_start(hir_lowerer *l, LLVMBasicBlockRef block) {
    LLVMMoveBasicBlockAfter(block, l->last);
    l->last = block;
    LLVMPositionBuilderAtEnd(l->builder, block);
}

static bool is_reached(LLVMBasicBlockRef block) {
    return LLVMGetFirstUse(LLVMBasicBlockAsValue(block)) != NULL;
}

void hir_l_jump(hir_lowerer *l, LLVMBasicBlockRef to) {
    LLVMBasicBlockRef now = LLVMGetInsertBlock(l->builder);
    if (now != l->dead || LLVMGetFirstInstruction(now)) {
        LLVMBuildBr(l->builder, to);
        return;
    }
    l->last = LLVMGetPreviousBasicBlock(now);
    LLVMPositionBuilderAtEnd(l->builder, l->last);
    LLVMDeleteBasicBlock(now);
    l->dead = NULL;
}

/* Code after something; dead if nothing leads there. */
static void start_behind(hir_lowerer *l, LLVMBasicBlockRef block) {
    hir_l_start(l, block);
    if (!is_reached(block))
        l->dead = block;
}

static frame *new_frame(hir_lowerer *l, const HLNode *node, uint32_t lists) {
    frame *f = arena_new(&l->mem, frame);
    map_word *place = f ? map_put(&l->frames, node) : NULL;
    if (!place)
        return NULL;
    place->p = f;
    if (lists)
        f->lists = arena_array(&l->mem, lists, LLVMBasicBlockRef);
    f->after = hir_l_new_block(l, "");
    return lists && !f->lists ? NULL : f;
}

static LLVMValueRef as_count(hir_lowerer *l, LLVMValueRef v) {
    return v ? LLVMBuildIntCast2(l->builder, v, l->index_type, false, "") : NULL;
}

/* The number of iterations, modulo 2^bits: a sum that ends in -1, as most bounds do, then needs no
 * code at all. */
static LLVMValueRef trip_count(hir_lowerer *l, const HLLoop *loop) {
    const CanonExpr *upper = hir_upper(loop);
    CanonExpr *count = hir_canon_copy(l->h, upper);
    bool narrow = hir_width(l->h, upper->dest) < hir_width(l->h, l->index_type);
    if (count && (hir_loop_is(loop, LOOP_EXACT_BOUND) || !narrow) && upper->denominator == 1 &&
        upper->cast == HIR_CAST_NONE && hir_canon_add_constant(l->h, count, 1))
        return as_count(l, hir_emit_canon(&l->emitter, count));
    LLVMValueRef last = as_count(l, hir_emit_canon(&l->emitter, upper));
    LLVMValueRef one = LLVMConstInt(l->index_type, 1, false);
    return last ? LLVMBuildAdd(l->builder, last, one, "") : NULL;
}

/* Bounds are computed here, before the loop. */
static void set_end(hir_lowerer *l, const HLLoop *loop, frame *f) {
    int64_t value;
    bool narrow = hir_width(l->h, loop->iv_type) < hir_width(l->h, l->index_type);
    bool known = hir_is_constant(hir_upper(loop), &value) && value >= 0;
    l->loops[l->level].natural = hir_loop_is(loop, LOOP_EXACT_BOUND) || narrow || known;
    if (hir_loop_is(loop, LOOP_LEAVES_IN_TIME))
        return;
    f->is_limited = hir_l_find_limit(l, loop, &f->limit);
    if (f->is_limited)
        f->end = f->limit.value = hir_emit_blob(&l->emitter, f->limit.end);
    else if (known)
        f->end = LLVMConstInt(l->index_type, (uint64_t)value + 1, false);
    else
        f->end = trip_count(l, loop);
    if (!f->end)
        ctx_fail(l->ctx, LATHE_INTERNAL, "a loop of '%s' cannot be lowered", l->h->function);
}

/* The new block is named as the old one was. */
static void take_name(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    size_t length;
    LLVMValueRef old = LLVMBasicBlockAsValue(from), new = LLVMBasicBlockAsValue(to);
    const char *name = LLVMGetValueName2(old, &length);
    char copy[256];
    if (length == 0 || length >= sizeof copy)
        return;
    memcpy(copy, name, length);
    LLVMSetValueName2(old, "", 0);
    LLVMSetValueName2(new, copy, length);
}

/* What was said in the block before the loop. */
static void say_before(hir_lowerer *l, const HLLoop *loop) {
    LLVMValueRef back = hir_l_back_branch(loop);
    for (LLVMUseRef use = loop->header ? LLVMGetFirstUse(LLVMBasicBlockAsValue(loop->header))
                                       : NULL;
         l->debug && use; use = LLVMGetNextUse(use))
        if (LLVMGetUser(use) != back)
            hir_l_debug_at(l, LLVMGetUser(use));
}

static void begin_loop(hir_lowerer *l, HLLoop *loop) {
    frame *f = new_frame(l, &loop->node.node, 0);
    if (!f)
        return;
    hir_l_place(l, hir_l_back_branch(loop));
    say_before(l, loop);
    l->loops[++l->level] = (hir_l_loop){.loop = loop};
    f->body = hir_l_new_block(l, "loop");
    if (loop->header)
        take_name(loop->header, f->body);
    if (loop->loop_kind != LOOP_WHILE)
        set_end(l, loop, f);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(l->builder);
    LLVMValueRef zero = LLVMConstInt(l->index_type, 0, false);
    LLVMBuildBr(l->builder, f->body);
    hir_l_start(l, f->body);
    f->count = LLVMBuildPhi(l->builder, l->index_type, "i");
    LLVMAddIncoming(f->count, &zero, &before, 1);
    l->loops[l->level].before = before;
    l->loops[l->level].count = f->count;
    if (f->is_limited)
        hir_l_start_limit(l, &f->limit);
    hir_l_debug_top(l, loop);
}

/* The last number plus one must not wrap if it is to have flags, for it is compared. */
static LLVMValueRef next_number(hir_lowerer *l, const frame *f) {
    LLVMValueRef one = LLVMConstInt(l->index_type, 1, false);
    LLVMValueRef next = LLVMBuildAdd(l->builder, f->count, one, "i.next");
    LLVMSetNUW(next, l->loops[l->level].natural);
    LLVMSetNSW(next, l->loops[l->level].natural);
    return next;
}

static void end_body(hir_lowerer *l, const HLLoop *loop, frame *f) {
    bool tests = f->end != NULL;
    bool counts = (tests && !f->is_limited) || LLVMGetFirstUse(f->count);
    hir_l_place(l, hir_l_back_branch(loop));
    LLVMBasicBlockRef latch = LLVMGetInsertBlock(l->builder);
    hir_l_move(l, latch);
    LLVMValueRef next = counts ? next_number(l, f) : NULL, branch;
    l->loops[l->level].next = next;
    hir_l_debug_at(l, hir_l_back_branch(loop));
    if (tests) {
        LLVMValueRef last = f->is_limited ? hir_l_is_at_limit(l, &f->limit)
                                          : LLVMBuildICmp(l->builder, LLVMIntEQ, next, f->end, "");
        branch = LLVMBuildCondBr(l->builder, last, f->after, f->body);
    } else {
        branch = LLVMBuildBr(l->builder, f->body);
    }
    if (counts)
        LLVMAddIncoming(f->count, &next, &latch, 1);
    else
        LLVMInstructionEraseFromParent(f->count);
    hir_l_carry_loop(l, loop, branch);
}

static void end_loop(hir_lowerer *l, const HLLoop *loop) {
    frame *f = map_get(&l->frames, loop);
    if (!f)
        return;
    LLVMBasicBlockRef now = LLVMGetInsertBlock(l->builder);
    if (now != l->dead || LLVMGetFirstInstruction(now))
        end_body(l, loop, f);
    else
        hir_l_jump(l, f->body);
    l->level--;
    start_behind(l, f->after);
}

/* An empty list leads to what follows the node at once. */
static LLVMBasicBlockRef list_block(hir_lowerer *l, const frame *f, HLNode *node, uint32_t index) {
    return hir_child_list(node, index)->first ? hir_l_new_block(l, "") : f->after;
}

static void fail(hir_lowerer *l) {
    ctx_fail(l->ctx, LATHE_INTERNAL, "a branch of '%s' cannot be lowered", l->h->function);
}

/* Whether the branches are the other way round than those of the instruction. */
static bool is_swapped(const HLIf *branch) {
    LLVMValueRef truth = LLVMGetCondition(branch->inst);
    if (branch->is_float)
        return LLVMIsAFCmpInst(truth) && LLVMGetFCmpPredicate(truth) != branch->real_predicate;
    LLVMIntPredicate was = LLVMIsAICmpInst(truth) ? LLVMGetICmpPredicate(truth) : LLVMIntNE;
    return was != branch->predicate;
}

static void begin_if(hir_lowerer *l, HLIf *branch) {
    HLNode *node = &branch->node.node;
    frame *f = new_frame(l, node, 2);
    hir_l_debug_at(l, branch->inst);
    hir_l_place(l, branch->inst);
    LLVMValueRef truth = f ? hir_l_compare(l, branch) : NULL;
    if (!truth) {
        fail(l);
        return;
    }
    for (uint32_t i = 0; i < 2; i++)
        f->lists[i] = list_block(l, f, node, i);
    LLVMValueRef inst = LLVMBuildCondBr(l->builder, truth, f->lists[0], f->lists[1]);
    if (branch->inst)
        hir_l_carry_weights(l, branch->inst, inst, is_swapped(branch));
}

static void begin_switch(hir_lowerer *l, HLSwitch *choice) {
    HLNode *node = &choice->node.node;
    uint32_t count = choice->case_count;
    frame *f = new_frame(l, node, count + 1);
    hir_l_debug_at(l, choice->inst);
    hir_l_place(l, choice->inst);
    LLVMValueRef x = f ? hir_l_ref(l, choice->node.refs[0]) : NULL;
    if (!x) {
        fail(l);
        return;
    }
    for (uint32_t i = 0; i <= count; i++)
        f->lists[i] = list_block(l, f, node, i);
    LLVMValueRef inst = LLVMBuildSwitch(l->builder, x, f->lists[count], count);
    for (uint32_t i = 0; i < count; i++)
        LLVMAddCase(inst, LLVMConstInt(LLVMTypeOf(x), (uint64_t)choice->cases[i].value, true),
                    f->lists[i]);
    if (choice->inst && LLVMGetNumSuccessors(choice->inst) == count + 1)
        hir_l_carry_weights(l, choice->inst, inst, false);
}

static LLVMBasicBlockRef label_block(hir_lowerer *l, const HLLabel *label) {
    map_word *place = map_put(&l->labels, label);
    if (place && !place->p)
        place->p = hir_l_new_block(l, label->name);
    return place ? place->p : NULL;
}

static void lower_label(hir_lowerer *l, const HLLabel *label) {
    LLVMBasicBlockRef block = label_block(l, label);
    if (!block)
        return;
    hir_l_place(l, NULL);
    hir_l_jump(l, block);
    start_behind(l, block);
}

static void lower_goto(hir_lowerer *l, const HLGoto *jump) {
    LLVMBasicBlockRef to = jump->target ? label_block(l, jump->target) : NULL;
    hir_l_debug_at(l, jump->inst);
    hir_l_place(l, jump->from ? LLVMGetBasicBlockTerminator(jump->from) : NULL);
    LLVMValueRef inst = to ? LLVMBuildBr(l->builder, to) : NULL;
    if (inst && jump->inst)
        ir_carry_metadata(jump->inst, inst);
    if (!jump->target)
        hir_l_exit(l, jump->from, jump->to);
    start_behind(l, hir_l_new_block(l, ""));
}

static bool visit(void *data, HLNode *node) {
    hir_lowerer *l = data;
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
        lower_label(l, (HLLabel *)node);
        break;
    case HL_GOTO:
        lower_goto(l, (HLGoto *)node);
        break;
    case HL_INST:
        hir_l_inst(l, (HLInst *)node);
        break;
    }
    return ctx_tick(l->ctx, 1);
}

/* Ends the list before, if there was one. */
static void end_list(hir_lowerer *l, const frame *f, HLNode *node, uint32_t index) {
    hir_l_place(l, NULL);
    if (index > 0 && hir_child_list(node, index - 1)->first)
        hir_l_jump(l, f->after);
}

static void begin_list(void *data, HLNode *node, uint32_t index) {
    hir_lowerer *l = data;
    frame *f = map_get(&l->frames, node);
    if (!f || !f->lists || !f->lists[index])
        return;
    end_list(l, f, node, index);
    if (hir_child_list(node, index)->first)
        hir_l_start(l, f->lists[index]);
    if (node->kind == HL_IF && index == 0)
        hir_l_declare_scopes(l, (const HLIf *)node);
}

static void leave(void *data, HLNode *node) {
    hir_lowerer *l = data;
    frame *f = map_get(&l->frames, node);
    if (node->kind == HL_LOOP)
        end_loop(l, (HLLoop *)node);
    if (!f || !f->lists || !f->lists[0])
        return;
    uint32_t lists = node->kind == HL_IF ? 2 : ((HLSwitch *)node)->case_count + 1;
    end_list(l, f, node, lists);
    start_behind(l, f->after);
}

void hir_l_body(hir_lowerer *l) {
    hir_walk(&l->region->node,
             &(hir_walker){.visit = visit, .list = begin_list, .leave = leave, .data = l});
}
