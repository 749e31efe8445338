#include "ckpt/inject.h"

#include "ckpt/exceptions.h"
#include "ckpt/valnames.h"
#include "ir/attr.h"
#include "ir/edit/edit_split.h"
#include "ir/llvmpasses.h"
#include "ir/llvmx.h"
#include "ir/size.h"
#include "ir/value.h"

#include <llvm-c/Analysis.h>

uint64_t ckpt_type_bytes(const lathe_module *m, LLVMTypeRef type) {
    return ir_abi_size(ir_layout(m), type);
}

bool ckpt_fn_init(ckpt_fn *f, lathe_module *m, LLVMValueRef fn) {
    *f = (ckpt_fn){.m = m, .fn = fn};
    arena_init(&f->mem, m->ctx);
    map_init(&f->slot_of, m->ctx);
    map_init(&f->names, m->ctx);
    f->b = LLVMCreateBuilderInContext(m->llvm_ctx);
    f->name = arena_strdup(&f->mem, LLVMGetValueName(fn));
    return f->name && ckpt_name_values(&f->names, &f->mem, m, fn);
}

void ckpt_fn_free(ckpt_fn *f) {
    vec_free(f->m->ctx, &f->points);
    vec_free(f->m->ctx, &f->jumps);
    vec_free(f->m->ctx, &f->slots);
    vec_free(f->m->ctx, &f->recipes);
    vec_free(f->m->ctx, &f->clones);
    map_free(&f->slot_of);
    map_free(&f->names);
    LLVMDisposeBuilder(f->b);
    arena_free(&f->mem);
}

LLVMBasicBlockRef ckpt_add_block(ckpt_fn *f, const char *base, const char *end,
                                 LLVMBasicBlockRef before) {
    const char *name = arena_printf(&f->mem, "%s%s", base, end);
    if (before)
        return LLVMInsertBasicBlockInContext(f->m->llvm_ctx, before, name ? name : "");
    return LLVMAppendBasicBlockInContext(f->m->llvm_ctx, f->fn, name ? name : "");
}

static bool run_passes(lathe_module *m, LLVMValueRef fn, const char *passes) {
    return ir_run_llvm(m, &(ir_llvm_run){.passes = passes, .function = fn, .doing = passes});
}

static bool has_dynamic_alloca(LLVMValueRef fn) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (LLVMIsAAllocaInst(inst) &&
                (!LLVMIsAConstantInt(LLVMGetOperand(inst, 0)) || bb != LLVMGetEntryBasicBlock(fn)))
                return true;
    return false;
}

/* Inlining leaves marks of the machine's stack pointer, which would be another's after a restart.
 * Where nothing has a size of its own, they do nothing. */
static void drop_stack_marks(LLVMValueRef fn) {
    static const char *const names[] = {"llvm.stackrestore", "llvm.stacksave"};
    for (size_t i = 0; i < 2; i++)
        ir_each_block (bb, fn)
            for (LLVMValueRef next, inst = LLVMGetFirstInstruction(bb); inst; inst = next) {
                next = LLVMGetNextInstruction(inst);
                if (!ir_calls_named(inst, names[i]))
                    continue;
                if (i == 1)
                    LLVMReplaceAllUsesWith(inst, LLVMConstNull(LLVMTypeOf(inst)));
                LLVMInstructionEraseFromParent(inst);
            }
}

/* What is undefined on one way here may be whatever a register happens to hold, and a pointer that
 * is saved must be the program's own. */
static void settle_pointers(LLVMValueRef fn) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb) {
            bool chooses = LLVMIsAPHINode(inst) || LLVMIsASelectInst(inst);
            for (int i = 0; chooses && ir_is_pointer(inst) && i < LLVMGetNumOperands(inst); i++)
                if (LLVMIsUndef(LLVMGetOperand(inst, (unsigned)i)) &&
                    ir_is_pointer(LLVMGetOperand(inst, (unsigned)i)))
                    LLVMSetOperand(inst, (unsigned)i, LLVMConstNull(LLVMTypeOf(inst)));
        }
}

bool ckpt_prepare(lathe_module *m, LLVMValueRef fn) {
    ir_attr_remove(fn, IR_AT_FUNCTION, "optnone");
    ckpt_calm_invokes(fn);
    if (!has_dynamic_alloca(fn))
        drop_stack_marks(fn);
    if (!run_passes(m, fn, "sroa<preserve-cfg>"))
        return false;
    settle_pointers(fn);
    return true;
}

/* ---- splitting ---- */

typedef VEC(LLVMValueRef) value_list;

/* After the call, so that no two points ask for the same position. */
static LLVMValueRef split_place(const ckpt_point *p) {
    return LLVMGetNextInstruction(p->call);
}

static void name_point(ckpt_fn *f, ckpt_point *p) {
    const char *name = LLVMGetBasicBlockName(p->x);
    p->name = *name ? arena_strdup(&f->mem, name) : arena_printf(&f->mem, "ckpt%u", p->number);
    if (!p->place)
        p->place = p->name;
}

/* An invoke ends its block by itself. */
static void find_invoke_blocks(ckpt_fn *f, ckpt_point *p) {
    p->x = LLVMGetInstructionParent(p->call);
    p->after = p->junction = LLVMGetNormalDest(p->call);
    name_point(f, p);
}

/* What follows the point is a block of its own now, with one predecessor. */
static void find_blocks(ckpt_fn *f, ckpt_point *p, LLVMValueRef first) {
    p->after = p->junction = LLVMGetInstructionParent(first);
    LLVMValueRef into = LLVMGetUser(LLVMGetFirstUse(LLVMBasicBlockAsValue(p->after)));
    p->x = LLVMGetInstructionParent(into);
    name_point(f, p);
    if (p->directive)
        LLVMInstructionEraseFromParent(p->call);
    if (p->directive)
        p->call = NULL;
}

void ckpt_name_block(lathe_ctx *ctx, LLVMBasicBlockRef bb, const char *base, const char *end) {
    str name;
    str_init(&name, ctx);
    str_printf(&name, "%s%s", base, end);
    LLVMSetValueName2(LLVMBasicBlockAsValue(bb), str_text(&name), name.len);
    str_free(&name);
}

static bool is_invoke(const ckpt_point *p) {
    return LLVMIsAInvokeInst(p->call) != NULL;
}

/* After a call there is something to be done where both ways meet; a directive has nothing. */
static void make_junction(ckpt_fn *f, ckpt_point *p) {
    if (p->directive) {
        ckpt_name_block(f->m->ctx, p->junction, p->name, ".junction");
        return;
    }
    p->junction = ckpt_add_block(f, p->name, ".junction", p->after);
    LLVMBasicBlockRef first = p->junction;
    if (is_invoke(p)) { /* its result is stored before the ways meet */
        first = ckpt_add_block(f, p->name, ".result", p->junction);
        LLVMPositionBuilderAtEnd(f->b, first);
        LLVMBuildBr(f->b, p->junction);
    }
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(p->x), 0, first);
    llvmx_redirect_phis(p->after, p->x, p->junction);
    LLVMPositionBuilderAtEnd(f->b, p->junction);
    LLVMBuildBr(f->b, p->after);
}

bool ckpt_split_points(lathe_module *m, const ckpt_fn_list *fns) {
    value_list places = {0};
    for (size_t i = 0; i < fns->len; i++)
        for (size_t p = 0; p < fns->at[i]->points.len; p++)
            if (!is_invoke(&fns->at[i]->points.at[p]))
                vec_push(m->ctx, &places, split_place(&fns->at[i]->points.at[p]));
    size_t points = places.len;
    for (size_t i = 0; i < fns->len; i++)
        for (size_t k = 0; k < fns->at[i]->jumps.len; k++)
            vec_push(m->ctx, &places, LLVMGetNextInstruction(fns->at[i]->jumps.at[k].call));
    bool ok = ctx_ok(m->ctx) && ir_split_blocks(m, places.at, places.len);
    if (!ok)
        ctx_fail(m->ctx, LATHE_BAD_INPUT, "a block cannot be split at a checkpoint");
    for (size_t i = 0, at = points; ok && i < fns->len; i++)
        for (size_t k = 0; k < fns->at[i]->jumps.len; k++)
            fns->at[i]->jumps.at[k].after = LLVMGetInstructionParent(places.at[at++]);
    for (size_t i = 0, at = 0; ok && i < fns->len; i++)
        for (size_t p = 0; p < fns->at[i]->points.len; p++) {
            ckpt_point *point = &fns->at[i]->points.at[p];
            if (is_invoke(point))
                find_invoke_blocks(fns->at[i], point);
            else
                find_blocks(fns->at[i], point, places.at[at++]);
        }
    for (size_t i = 0; ok && i < fns->len; i++)
        for (size_t p = 0; p < fns->at[i]->points.len; p++)
            make_junction(fns->at[i], &fns->at[i]->points.at[p]);
    for (size_t i = 0; ok && i < fns->len; i++)
        ckpt_split_invokes(fns->at[i]);
    vec_free(m->ctx, &places);
    return ctx_ok(m->ctx);
}

/* ---- prologue ---- */

static bool is_constant_alloca(LLVMValueRef inst) {
    return LLVMIsAAllocaInst(inst) && LLVMIsAConstantInt(LLVMGetOperand(inst, 0));
}

static void move_allocas(ckpt_fn *f, LLVMValueRef to) {
    for (LLVMValueRef next, inst = LLVMGetFirstInstruction(f->body); inst; inst = next) {
        next = LLVMGetNextInstruction(inst);
        if (!is_constant_alloca(inst))
            continue;
        char *name = arena_strdup(&f->mem, LLVMGetValueName(inst));
        LLVMInstructionRemoveFromParent(inst);
        LLVMPositionBuilderBefore(f->b, to);
        LLVMInsertIntoBuilderWithName(f->b, inst, name ? name : "");
    }
}

void ckpt_make_prologue(ckpt_fn *f) {
    f->body = LLVMGetEntryBasicBlock(f->fn);
    f->prologue = ckpt_add_block(f, f->name, ".prologue", f->body);
    f->controller = ckpt_add_block(f, f->name, ".restoreController", f->body);
    LLVMPositionBuilderAtEnd(f->b, f->prologue);
    move_allocas(f, LLVMBuildBr(f->b, f->controller));
}

/* ---- branches ---- */

LLVMValueRef ckpt_build_cold_branch(ckpt_fn *f, LLVMValueRef test, LLVMBasicBlockRef cold,
                                    LLVMBasicBlockRef hot) {
    enum { HOT = 1 << 20 };
    LLVMContextRef c = f->m->llvm_ctx;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(c);
    LLVMValueRef branch = LLVMBuildCondBr(f->b, test, cold, hot);
    LLVMMetadataRef parts[] = {LLVMMDStringInContext2(c, "branch_weights", 14),
                               LLVMValueAsMetadata(LLVMConstInt(i32, 1, false)),
                               LLVMValueAsMetadata(LLVMConstInt(i32, HOT, false))};
    LLVMMetadataRef weights = LLVMMDNodeInContext2(c, parts, 3);
    LLVMSetMetadata(branch, ir_md_kind(c, "prof"), LLVMMetadataAsValue(c, weights));
    return branch;
}

/* ---- back to SSA ---- */

static bool is_restore(const ckpt_fn *f, LLVMBasicBlockRef bb) {
    for (size_t i = 0; i < f->points.len; i++)
        if (f->points.at[i].restore == bb || f->points.at[i].resume == bb)
            return true;
    return false;
}

static void check_phi(ckpt_fn *f, LLVMValueRef phi) {
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++)
        if (LLVMIsUndef(LLVMGetIncomingValue(phi, i)) &&
            is_restore(f, LLVMGetIncomingBlock(phi, i)))
            ctx_fail(f->m->ctx, LATHE_INTERNAL, "%s: an undefined value comes from a restore",
                     f->name);
}

bool ckpt_promote(ckpt_fn *f) {
    ir_attr_remove(f->fn, IR_AT_FUNCTION, "optnone");
    /* The module as a whole is verified after all functions. */
    if (LLVMVerifyFunction(f->fn, LLVMReturnStatusAction))
        ctx_fail(f->m->ctx, LATHE_INTERNAL, "%s: invalid IR after wiring checkpoints", f->name);
    if (!ctx_ok(f->m->ctx) || !run_passes(f->m, f->fn, "mem2reg"))
        return false;
    ir_each_block (bb, f->fn)
        for (LLVMValueRef phi = LLVMGetFirstInstruction(bb); phi && LLVMIsAPHINode(phi);
             phi = LLVMGetNextInstruction(phi))
            check_phi(f, phi);
    return ctx_ok(f->m->ctx);
}

const ir_cfg *ckpt_cfg_now(const ckpt_fn *f) {
    ir_analyses_forget(f->m, f->fn);
    return ir_cfg_of(f->m, f->fn);
}

const ir_loops *ckpt_loops_now(const ckpt_fn *f) {
    return ckpt_cfg_now(f) ? ir_loops_of(f->m, f->fn) : NULL;
}

const ir_live *ckpt_live_now(const ckpt_fn *f) {
    return ckpt_cfg_now(f) ? ir_live_of(f->m, f->fn) : NULL;
}
