#include "hir/shape/nest.h"

#include "hir/shape/shape.h"
#include "ir/attr.h"
#include "ir/edit/edit_split.h"
#include "ir/llvmx.h"
#include "ir/value.h"

#include <string.h>

/* Of the computations that a value is made of, and of address computations to an object. */
enum { MAX_DEPTH = 12, MAX_STEPS = 32 };

bool hir_branch_progresses(lathe_module *m, LLVMValueRef latch) {
    LLVMMetadataRef node = ir_md_attached(latch, ir_md_kind(m->llvm_ctx, "llvm.loop"));
    ir_md_ops all = {0}, one = {0};
    bool found = false;
    ir_md_operands(m, node, &all);
    for (size_t i = 1; i < all.len && !found; i++) {
        ir_md_operands(m, ir_md_node_at(&all, i), &one);
        const char *text = ir_md_string_at(&one, 0);
        found = text && strcmp(text, "llvm.loop.mustprogress") == 0;
    }
    vec_free(m->ctx, &one);
    vec_free(m->ctx, &all);
    return found;
}

/* They trap for no operands. */
static bool is_computation(LLVMValueRef inst) {
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
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMSelect:
    case LLVMGetElementPtr:
        return true;
    default:
        return false;
    }
}

/* What is in it. */

/* Kinds of memory, as ir_call_memory has them. */
enum { ARGUMENTS = 3, INACCESSIBLE = 12, ERRNO = 48, ALL_READS = 0x555 };

bool shape_is_plain(LLVMValueRef access) {
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

/* A call that writes more than its arguments and errno may wait or print, and a loop with it need
 * not end; neither need one with volatile accesses. */
static bool is_silent(LLVMValueRef call, uint64_t memory) {
    LLVMValueRef callee = ir_callee(call);
    if (callee && LLVMGetIntrinsicID(callee))
        return !LLVMIsAMemIntrinsic(call) || ir_is_zero(LLVMGetOperand(call, 3));
    return (memory & ~(uint64_t)(ALL_READS | ARGUMENTS | ERRNO)) == 0;
}

/* Of memory that is none of the program's, nothing is loaded. */
static bool read_call(shape_nest *n, LLVMValueRef call) {
    uint64_t memory;
    if (LLVMGetNumOperandBundles(call) || !ir_call_returns(call) ||
        !ir_call_memory(call, &memory) || !is_silent(call, memory))
        return false;
    if (memory & ~(uint64_t)(ALL_READS | INACCESSIBLE))
        vec_push(n->m->ctx, &n->writes, call);
    return true;
}

static bool read_inst(shape_nest *n, LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
        return shape_is_plain(inst);
    case LLVMStore:
        vec_push(n->m->ctx, &n->writes, inst);
        return shape_is_plain(inst);
    case LLVMCall:
        return read_call(n, inst);
    case LLVMFence:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMVAArg:
    case LLVMInvoke:
    case LLVMCallBr:
    case LLVMIndirectBr:
    case LLVMResume:
    case LLVMUnreachable:
    case LLVMCleanupRet:
    case LLVMCatchRet:
    case LLVMCatchSwitch:
        return false;
    default:
        return true;
    }
}

bool shape_may_write(LLVMValueRef inst) {
    uint64_t memory;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
        return !shape_is_plain(inst);
    case LLVMCall:
        return LLVMGetNumOperandBundles(inst) || !ir_call_memory(inst, &memory) ||
               memory & ~(uint64_t)(ALL_READS | INACCESSIBLE);
    default:
        return !is_computation(inst) && !LLVMIsAPHINode(inst) && !LLVMIsABranchInst(inst) &&
               !LLVMIsACastInst(inst);
    }
}

static bool read_blocks(shape_nest *n) {
    const ir_list *blocks = &n->loops->loops[n->loop].blocks;
    for (uint32_t i = 0; i < blocks->count; i++) {
        LLVMBasicBlockRef bb = n->cfg->blocks[blocks->at[i]];
        map_add(&n->blocks, bb);
        if (!ctx_tick(n->m->ctx, 1))
            return false;
        ir_each_inst (inst, bb)
            if (!read_inst(n, inst))
                return false;
    }
    return true;
}

/* Where nothing in it can be seen from outside, that is what the promise of progress is about. */
static bool all_end(const shape_nest *n) {
    if (ir_attr_get(n->cfg->function, IR_AT_FUNCTION, "mustprogress"))
        return true;
    for (uint32_t i = n->loop; i < n->loops->count; i++) {
        const ir_loop *l = &n->loops->loops[i];
        if (!ir_loop_contains(n->loops, n->loop, i))
            continue;
        if (l->latches.count != 1 ||
            !hir_branch_progresses(n->m,
                                   LLVMGetBasicBlockTerminator(n->cfg->blocks[l->latches.at[0]])))
            return false;
    }
    return true;
}

static bool is_reducible(const shape_nest *n) {
    for (uint32_t i = 0; i < n->loops->region_count; i++)
        if (ir_loop_contains(n->loops, n->loop, n->loops->regions[i].loop))
            return false;
    return true;
}

bool shape_has_inner(const ir_loops *loops, uint32_t loop) {
    for (uint32_t i = loop + 1; i < loops->count; i++)
        if (loops->loops[i].parent == loop)
            return true;
    return false;
}

bool shape_nest_init(shape_nest *n, lathe_module *m, ir_tbaa *tbaa, LLVMBasicBlockRef header) {
    LLVMValueRef fn = LLVMGetBasicBlockParent(header);
    *n = (shape_nest){.m = m,
                      .tbaa = tbaa,
                      .cfg = ir_cfg_of(m, fn),
                      .dom = ir_dom_of(m, fn),
                      .postdom = ir_postdom_of(m, fn),
                      .loops = ir_loops_of(m, fn)};
    map_init(&n->blocks, m->ctx);
    if (!ctx_ok(m->ctx))
        return false;
    n->loop = n->loops->innermost[ir_cfg_number(n->cfg, header)];
    uint32_t preheader = n->loops->loops[n->loop].preheader;
    if (preheader == IR_NONE)
        return false;
    n->front = LLVMGetBasicBlockTerminator(n->cfg->blocks[preheader]);
    n->builder = LLVMCreateBuilderInContext(m->llvm_ctx);
    return is_reducible(n) && read_blocks(n) && all_end(n) && ctx_ok(m->ctx);
}

void shape_nest_free(shape_nest *n) {
    if (n->builder)
        LLVMDisposeBuilder(n->builder);
    vec_free(n->m->ctx, &n->writes);
    vec_free(n->m->ctx, &n->moved);
    map_free(&n->blocks);
}

/* Memory. */

static LLVMValueRef object_of(LLVMValueRef pointer) {
    for (int i = 0; i < MAX_STEPS && ir_is_gep(pointer); i++)
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

static bool is_object(LLVMValueRef v) {
    return LLVMIsAGlobalVariable(v) || LLVMIsAAllocaInst(v) ||
           (LLVMIsAArgument(v) && ir_attr_of_param(v, "noalias"));
}

/* Of two different objects. */
static bool are_distinct(LLVMValueRef x, LLVMValueRef y) {
    return x != y && is_object(x) && is_object(y);
}

/* The C library's errno is an int. */
static bool is_wide(const shape_nest *n, LLVMValueRef load) {
    return LLVMStoreSizeOfType(ir_layout(n->m), LLVMTypeOf(load)) > sizeof(int);
}

bool shape_may_overwrite(const shape_nest *n, LLVMValueRef write, LLVMValueRef load) {
    uint64_t memory;
    if (LLVMIsAStoreInst(write))
        return !ir_tbaa_differ(n->tbaa, write, load) &&
               !are_distinct(object_of(LLVMGetOperand(write, 1)),
                             object_of(LLVMGetOperand(load, 0)));
    return !ir_call_memory(write, &memory) || !is_wide(n, load) ||
           memory & ~(uint64_t)(ALL_READS | INACCESSIBLE | ERRNO);
}

bool shape_is_written(const shape_nest *n, LLVMValueRef load) {
    for (size_t i = 0; i < n->writes.len; i++)
        if (!ctx_tick(n->m->ctx, 1) || shape_may_overwrite(n, n->writes.at[i], load))
            return true;
    return false;
}

static bool comes_before(LLVMValueRef a, LLVMValueRef b) {
    while (a && a != b)
        a = LLVMGetNextInstruction(a);
    return a != NULL;
}

/* Along the nest's edges but those that begin another iteration. */
bool shape_may_follow(const shape_nest *n, LLVMValueRef inst, LLVMValueRef first) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(first), to = LLVMGetInstructionParent(inst);
    VEC(uint32_t) todo = {0};
    map seen;
    bool found = from == to && comes_before(first, inst);
    map_init(&seen, n->m->ctx);
    vec_push(n->m->ctx, &todo, ir_cfg_number(n->cfg, from));
    while (!found && todo.len && ctx_tick(n->m->ctx, 1)) {
        uint32_t b = vec_pop(&todo);
        for (uint32_t i = n->cfg->succ_start[b]; i < n->cfg->succ_start[b + 1]; i++) {
            uint32_t next = n->cfg->succs[i];
            if (ir_dominates(n->dom, next, b) || !map_find(&n->blocks, n->cfg->blocks[next]) ||
                map_find_u(&seen, next))
                continue;
            found |= n->cfg->blocks[next] == to;
            map_add_u(&seen, next);
            vec_push(n->m->ctx, &todo, next);
        }
    }
    vec_free(n->m->ctx, &todo);
    map_free(&seen);
    return found || !ctx_ok(n->m->ctx);
}

/* Computations before it. */

bool shape_is_outside(const shape_nest *n, LLVMValueRef value) {
    return !LLVMIsAInstruction(value) || !map_find(&n->blocks, LLVMGetInstructionParent(value));
}

static bool can_move(const shape_nest *n, LLVMValueRef value, int depth) {
    if (shape_is_outside(n, value))
        return true;
    if (depth == 0 || !is_computation(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!can_move(n, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

bool shape_can_move(const shape_nest *n, LLVMValueRef value) {
    return can_move(n, value, MAX_DEPTH);
}

bool shape_is_same(LLVMValueRef a, LLVMValueRef b) {
    if (a == b || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || !is_computation(a))
        return a == b;
    LLVMOpcode op = LLVMGetInstructionOpcode(a);
    if (op != LLVMGetInstructionOpcode(b) || LLVMTypeOf(a) != LLVMTypeOf(b) ||
        LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(a); i++)
        if (LLVMGetOperand(a, (unsigned)i) != LLVMGetOperand(b, (unsigned)i))
            return false;
    return op == LLVMICmp ? LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b)
                          : op != LLVMGetElementPtr ||
                                LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b);
}

/* The one that does the same, which is there already; the new one is not needed then. */
static LLVMValueRef unify(shape_nest *n, LLVMValueRef new) {
    for (size_t i = 0; i < n->moved.len; i++)
        if (shape_is_same(n->moved.at[i], new)) {
            LLVMInstructionEraseFromParent(new);
            return n->moved.at[i];
        }
    vec_push(n->m->ctx, &n->moved, new);
    return new;
}

/* Blocks before the nest may be newer than the graph. */
static bool is_in_loop(const shape_nest *n, LLVMBasicBlockRef bb, uint32_t loop) {
    return map_find(&n->blocks, bb) &&
           ir_loop_contains(n->loops, loop, n->loops->innermost[ir_cfg_number(n->cfg, bb)]);
}

/* A counter: what a PHI in the header of a loop of the nest is in the first iteration; NULL of
 * other values. */
static LLVMValueRef start_of(const shape_nest *n, LLVMValueRef phi) {
    if (!LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2)
        return NULL;
    uint32_t block = ir_cfg_number(n->cfg, LLVMGetInstructionParent(phi));
    uint32_t loop = n->loops->innermost[block];
    if (loop == IR_NONE || n->loops->loops[loop].header != block)
        return NULL;
    return LLVMGetIncomingValue(phi, is_in_loop(n, LLVMGetIncomingBlock(phi, 0), loop));
}

LLVMValueRef shape_move(shape_nest *n, LLVMValueRef value) {
    if (shape_is_outside(n, value))
        return value;
    LLVMValueRef start = start_of(n, value);
    if (start)
        return shape_move(n, start);
    LLVMValueRef new = LLVMInstructionClone(value);
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        LLVMSetOperand(new, (unsigned)i, shape_move(n, LLVMGetOperand(value, (unsigned)i)));
    LLVMPositionBuilderBefore(n->builder, n->front);
    LLVMInsertIntoBuilderWithName(n->builder, new, "front");
    llvmx_forget_promises(new);
    return unify(n, new);
}

/* Guards. */

/* The successor of a conditional branch that leads to the block alone, and nothing else does. */
static bool find_side(const shape_nest *n, LLVMValueRef branch, uint32_t block, unsigned *side) {
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch) ||
        n->cfg->pred_start[block + 1] - n->cfg->pred_start[block] != 1)
        return false;
    *side = LLVMGetSuccessor(branch, 0) == n->cfg->blocks[block] ? 0 : 1;
    return true;
}

/* The PHI plus a positive constant is what it is in the next iteration. */
static bool goes_up(LLVMValueRef phi, LLVMValueRef start) {
    LLVMValueRef next = LLVMGetIncomingValue(phi, LLVMGetIncomingValue(phi, 0) == start);
    LLVMValueRef step = NULL;
    if (LLVMIsAInstruction(next) && LLVMGetInstructionOpcode(next) == LLVMAdd && LLVMGetNSW(next) &&
        LLVMGetOperand(next, 0) == phi)
        step = LLVMGetOperand(next, 1);
    return step && LLVMIsAConstantInt(step) && LLVMGetIntTypeWidth(LLVMTypeOf(step)) <= 64 &&
           LLVMConstIntGetSExtValue(step) > 0;
}

/* Whether the signed value is nowhere less than in the first iterations of the loops around its
 * use. One that wraps is poison, and decides no branch. */
static bool starts_least(const shape_nest *n, LLVMValueRef value, uint32_t use, int depth) {
    if (can_move(n, value, depth))
        return true;
    LLVMValueRef start = depth > 0 ? start_of(n, value) : NULL;
    if (start) {
        uint32_t loop = n->loops->innermost[ir_cfg_number(n->cfg, LLVMGetInstructionParent(value))];
        uint32_t around = n->loops->innermost[use];
        return around != IR_NONE && ir_loop_contains(n->loops, loop, around) &&
               goes_up(value, start) && starts_least(n, start, use, depth - 1);
    }
    LLVMOpcode op = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMPHI;
    if (depth == 0 || (op != LLVMAdd && op != LLVMSub && op != LLVMSExt))
        return false;
    return (op == LLVMSExt ||
            (LLVMGetNSW(value) && can_move(n, LLVMGetOperand(value, 1), depth))) &&
           starts_least(n, LLVMGetOperand(value, 0), use, depth - 1);
}

/* Whether the condition is what it has to be in the first iteration if it is so in any: that a
 * value which goes up is less than one that stays. */
static bool decides_first(const shape_nest *n, LLVMValueRef condition, bool holds, uint32_t use) {
    if (!LLVMIsAICmpInst(condition))
        return false;
    LLVMValueRef low = LLVMGetOperand(condition, 0), high = LLVMGetOperand(condition, 1);
    switch (LLVMGetICmpPredicate(condition)) {
    case LLVMIntSLT:
    case LLVMIntSLE:
        return holds && can_move(n, high, MAX_DEPTH) && starts_least(n, low, use, MAX_DEPTH);
    case LLVMIntSGT:
    case LLVMIntSGE:
        if (holds)
            return can_move(n, low, MAX_DEPTH) && starts_least(n, high, use, MAX_DEPTH);
        return can_move(n, high, MAX_DEPTH) && starts_least(n, low, use, MAX_DEPTH);
    default:
        return false;
    }
}

bool shape_find_guards(const shape_nest *n, uint32_t block, shape_guards *guards) {
    uint32_t header = n->loops->loops[n->loop].header;
    vec_clear(guards);
    for (uint32_t b = block; b != header; b = n->dom->idom[b]) {
        uint32_t above = n->dom->idom[b];
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(n->cfg->blocks[above]);
        unsigned side;
        if (!ctx_tick(n->m->ctx, 1))
            return false;
        if (ir_dominates(n->postdom, b, above))
            continue;
        if (!find_side(n, branch, b, &side))
            return false;
        LLVMValueRef condition = LLVMGetCondition(branch);
        if (!(shape_can_move(n, condition) || decides_first(n, condition, side == 0, above)) ||
            !vec_push(n->m->ctx, guards, (shape_guard){condition, side == 0}))
            return false;
    }
    for (size_t i = 0, k = guards->len; i + 1 < k; i++) {
        shape_guard first = guards->at[i];
        guards->at[i] = guards->at[--k];
        guards->at[k] = first;
    }
    return true;
}
