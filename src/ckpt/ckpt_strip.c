/* A test of lathe_ckpt_due in each iteration of a loop of a few instructions would cost a good part
 * of it. Such a loop becomes two:
 *
 *   do {                                  do {
 *       …                                     limit = i + (due ? 1 : many), at most n;
 *       checkpoint();                         do {
 *       …                                         …
 *   } while (++i != n);                       } while (++i != limit);
 *                                             checkpoint();
 *                                         } while (i != n);
 *
 * While a save is due at every directive, there is one after every iteration as before. Else one
 * that becomes due waits for `many` iterations at most.
 *
 * Needs: nothing.
 * Keeps: what the program computes; the number of checkpoints, while one is always due.
 * Breaks: nothing.
 * Declines when: the loop is not innermost, has several ways out or back, does not count by one to
 * a value known before, is large, calls something, has volatile or atomic accesses, or reaches the
 * directive in some iterations only, or several.
 */
#include "ckpt/ckpt_strip.h"

#include "ckpt/ckpt_options.h"
#include "ckpt/ckpt_runtime.h"
#include "ir/analyses.h"
#include "ir/edit/phi.h"
#include "ir/llvmpasses.h"
#include "ir/llvmx.h"
#include "ir/value.h"

enum { MANY = 1024, LARGE = 80, LEAST_BITS = 16 };

typedef struct counted_loop {
    lathe_module *m;
    LLVMBuilderRef b;
    LLVMBasicBlockRef before, header, latch, after;
    LLVMValueRef directive, last; /* last: the latch's branch */
    LLVMValueRef test, counter, next;
    unsigned side; /* of the test on which next is; the bound is on the other */
    bool down;
} counted_loop;

typedef VEC(counted_loop) loop_list;

/* Asked anew each time: other loops may have been changed, and with them the value. */
static LLVMValueRef bound_of(const counted_loop *c) {
    return LLVMGetOperand(c->test, 1 - c->side);
}

/* ---- judging ---- */

static bool is_harmless(LLVMValueRef inst) {
    if (LLVMIsACallInst(inst)) {
        LLVMValueRef callee = LLVMGetCalledValue(inst);
        return LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) && !LLVMIsAMemIntrinsic(inst);
    }
    if (LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst))
        return !LLVMGetVolatile(inst) && LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic;
    return !LLVMIsAFenceInst(inst) && !LLVMIsAAtomicRMWInst(inst) &&
           !LLVMIsAAtomicCmpXchgInst(inst);
}

/* Finds the one directive; false if there is none, or anything that speaks against it. */
static bool read_body(counted_loop *c, const ir_loops *loops, const ir_loop *l) {
    unsigned count = 0;
    for (uint32_t i = 0; i < l->blocks.count; i++)
        ir_each_inst (inst, loops->cfg->blocks[l->blocks.at[i]]) {
            if (ckpt_is_directive(inst) && !c->directive)
                c->directive = inst;
            else if (!is_harmless(inst) || ++count > LARGE)
                return false;
        }
    return c->directive != NULL;
}

static LLVMValueRef from_block(LLVMValueRef phi, LLVMBasicBlockRef bb) {
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++)
        if (LLVMGetIncomingBlock(phi, i) == bb)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}

/* Whether the value is a counter of the header plus or minus one. */
static bool is_step(counted_loop *c, LLVMValueRef next) {
    if (!LLVMIsABinaryOperator(next) || LLVMGetInstructionOpcode(next) != LLVMAdd)
        return false;
    LLVMValueRef phi = LLVMGetOperand(next, 0), step = LLVMGetOperand(next, 1);
    if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != c->header ||
        !LLVMIsAConstantInt(step) || LLVMGetIntTypeWidth(LLVMTypeOf(phi)) < LEAST_BITS ||
        LLVMGetIntTypeWidth(LLVMTypeOf(phi)) > 64 || from_block(phi, c->latch) != next)
        return false;
    long long by = LLVMConstIntGetSExtValue(step);
    c->counter = phi;
    c->next = next;
    c->down = by < 0;
    return by == 1 || by == -1;
}

static bool is_outside(const ir_loops *loops, const ir_loop *l, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return true;
    uint32_t b = ir_cfg_number(loops->cfg, LLVMGetInstructionParent(value));
    return b != IR_NONE && !ir_loop_has_block(loops, (uint32_t)(l - loops->loops), b);
}

/* The latch leaves the loop when the counter is the bound. */
static bool read_test(counted_loop *c, const ir_loops *loops, const ir_loop *l) {
    c->last = LLVMGetBasicBlockTerminator(c->latch);
    if (!LLVMIsABranchInst(c->last) || !LLVMIsConditional(c->last))
        return false;
    LLVMValueRef test = c->test = LLVMGetCondition(c->last);
    bool back_if_false = LLVMGetSuccessor(c->last, 1) == c->header;
    c->after = LLVMGetSuccessor(c->last, back_if_false ? 0 : 1);
    if (!LLVMIsAICmpInst(test) || c->after == c->header ||
        LLVMGetICmpPredicate(test) != (back_if_false ? LLVMIntEQ : LLVMIntNE))
        return false;
    for (c->side = 0; c->side < 2; c->side++)
        if (is_outside(loops, l, bound_of(c)) && is_step(c, LLVMGetOperand(test, c->side)))
            return true;
    return false;
}

static bool judge(counted_loop *c, const ir_loops *loops, const ir_dom *dom, const ir_loop *l) {
    const ir_cfg *cfg = loops->cfg;
    if (l->preheader == IR_NONE || l->latches.count != 1 || l->exiting.count != 1 ||
        l->exiting.at[0] != l->latches.at[0] || !read_body(c, loops, l))
        return false;
    uint32_t home = ir_cfg_number(cfg, LLVMGetInstructionParent(c->directive));
    c->before = cfg->blocks[l->preheader];
    c->header = cfg->blocks[l->header];
    c->latch = cfg->blocks[l->latches.at[0]];
    return ir_dominates(dom, home, l->latches.at[0]) && read_test(c, loops, l);
}

/* ---- changing ---- */

/* The block `strip`: what the header's PHIs begin with, and how far the loop goes. */
static void begin_strip(counted_loop *c, LLVMBasicBlockRef strip, LLVMBasicBlockRef end,
                        LLVMValueRef *limit) {
    LLVMValueRef counter = NULL;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(c->header); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef values[] = {from_block(phi, c->before), from_block(phi, c->latch)};
        LLVMBasicBlockRef blocks[] = {c->before, end};
        LLVMPositionBuilderAtEnd(c->b, strip);
        LLVMValueRef outer = LLVMBuildPhi(c->b, LLVMTypeOf(phi), LLVMGetValueName(phi));
        LLVMAddIncoming(outer, values, blocks, 2);
        values[0] = outer;
        blocks[0] = strip;
        blocks[1] = c->latch;
        bool is_counter = phi == c->counter;
        phi = ir_phi_rebuild(c->b, phi, values, blocks, 2);
        if (is_counter)
            counter = outer;
    }
    LLVMTypeRef type = LLVMTypeOf(counter), i32 = LLVMInt32TypeInContext(c->m->llvm_ctx);
    LLVMPositionBuilderAtEnd(c->b, strip);
    LLVMValueRef due = LLVMBuildLoad2(c->b, i32, ckpt_runtime(c->m, CKPT_RT_DUE), "");
    LLVMSetVolatile(due, true);
    LLVMValueRef most =
        LLVMBuildSelect(c->b, LLVMBuildIsNotNull(c->b, due, ""), LLVMConstInt(type, 1, false),
                        LLVMConstInt(type, MANY, false), "");
    LLVMValueRef left = c->down ? LLVMBuildSub(c->b, counter, bound_of(c), "")
                                : LLVMBuildSub(c->b, bound_of(c), counter, "");
    LLVMValueRef steps =
        LLVMBuildSelect(c->b, LLVMBuildICmp(c->b, LLVMIntULT, left, most, ""), left, most, "");
    *limit = c->down ? LLVMBuildSub(c->b, counter, steps, "limit")
                     : LLVMBuildAdd(c->b, counter, steps, "limit");
    LLVMBuildBr(c->b, c->header);
}

static void end_strip(counted_loop *c, LLVMBasicBlockRef strip, LLVMBasicBlockRef end) {
    LLVMInstructionRemoveFromParent(c->directive);
    LLVMPositionBuilderAtEnd(c->b, end);
    LLVMInsertIntoBuilder(c->b, c->directive);
    LLVMValueRef done = LLVMBuildICmp(c->b, LLVMIntEQ, c->next, bound_of(c), "");
    LLVMBuildCondBr(c->b, done, c->after, strip);
}

/* The latch now leaves the loop at the limit. What else was said about the loop stays said. */
static void turn_latch(counted_loop *c, LLVMValueRef limit, LLVMBasicBlockRef end) {
    unsigned kind = ir_md_kind(c->m->llvm_ctx, "llvm.loop");
    LLVMValueRef about = LLVMGetMetadata(c->last, kind);
    LLVMPositionBuilderBefore(c->b, c->last);
    LLVMValueRef stop = LLVMBuildICmp(c->b, LLVMIntEQ, c->next, limit, "");
    LLVMValueRef branch = LLVMBuildCondBr(c->b, stop, end, c->header);
    if (about)
        LLVMSetMetadata(branch, kind, about);
    LLVMInstructionEraseFromParent(c->last);
    if (!LLVMGetFirstUse(c->test))
        LLVMInstructionEraseFromParent(c->test);
}

static void strip_loop(counted_loop *c) {
    LLVMContextRef llvm = c->m->llvm_ctx;
    LLVMBasicBlockRef strip = LLVMInsertBasicBlockInContext(llvm, c->header, "strip");
    LLVMBasicBlockRef end = LLVMInsertBasicBlockInContext(llvm, c->after, "strip.end");
    LLVMValueRef limit;
    begin_strip(c, strip, end, &limit);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(c->before), 0, strip);
    end_strip(c, strip, end);
    turn_latch(c, limit, end);
    llvmx_redirect_phis(c->after, c->latch, end);
}

/* ---- all loops ---- */

static void find(lathe_module *m, LLVMValueRef fn, arena *mem, loop_list *found) {
    const ir_loops *loops = ir_loops_of(m, fn);
    bool *has_child = loops ? arena_array(mem, loops->count + 1, bool) : NULL;
    for (uint32_t i = 0; has_child && i < loops->count; i++)
        if (loops->loops[i].parent != IR_NONE)
            has_child[loops->loops[i].parent] = true;
    for (uint32_t i = 0; has_child && i < loops->count && ctx_tick(m->ctx, 1); i++) {
        counted_loop c = {.m = m};
        if (!has_child[i] && judge(&c, loops, ir_dom_of(m, fn), &loops->loops[i]))
            vec_push(m->ctx, found, c);
    }
}

static void run_passes(lathe_module *m, LLVMValueRef fn, const char *passes) {
    ir_run_llvm(
        m, &(ir_llvm_run){.passes = passes, .function = fn, .for_target = true, .doing = passes});
}

bool ckpt_strip_loops(lathe_module *m, LLVMValueRef fn) {
    /* Without the directive, LLVM's vectoriser may take the loop. */
    static const char vectorise[] = "loop-simplify,lcssa,loop-vectorize,"
                                    "instcombine<no-verify-fixpoint>,simplifycfg";
    if (!ckpt_has_directive(fn))
        return true;
    run_passes(m, fn, "loop-simplify");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    loop_list found = {0};
    arena mem;
    arena_init(&mem, m->ctx);
    find(m, fn, &mem, &found);
    for (size_t i = 0; i < found.len && ctx_ok(m->ctx); i++) {
        found.at[i].b = b;
        strip_loop(&found.at[i]);
    }
    ir_analyses_forget(m, fn);
    if (found.len && ctx_ok(m->ctx))
        run_passes(m, fn, vectorise);
    vec_free(m->ctx, &found);
    arena_free(&mem);
    LLVMDisposeBuilder(b);
    return ctx_ok(m->ctx);
}
