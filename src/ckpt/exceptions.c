#include "ckpt/exceptions.h"

#include "ckpt/ckpt_reasons.h"
#include "ir/edit/edit_split.h"
#include "ir/libfuncs.h"
#include "ir/llvmx.h"
#include "ir/value.h"

#include <string.h>

bool ckpt_is_call(LLVMValueRef inst) {
    return LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst);
}

bool ckpt_is_call_of(LLVMValueRef inst, LLVMValueRef fn) {
    return ckpt_is_call(inst) && LLVMGetCalledValue(inst) == fn;
}

bool ckpt_calls_itself(LLVMValueRef fn) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        if (ckpt_is_call_of(LLVMGetUser(u), fn) && ir_function_of(LLVMGetUser(u)) == fn)
            return true;
    return false;
}

/* ---- invokes that cannot throw ---- */

/* What C++ adds to the table has names that begin with _Z or __cxa_. */
static bool is_of_c(const char *name) {
    const lib_func *e = lib_find_judged(name);
    return e && e->verdict != LIB_CKPT_CALLBACK && !str_starts_with(name, "_Z") &&
           !str_starts_with(name, "__cxa_");
}

static bool is_calm(LLVMValueRef inst) {
    LLVMValueRef callee = LLVMIsAInvokeInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) &&
           is_of_c(LLVMGetValueName(callee));
}

void ckpt_calm_invokes(LLVMValueRef fn) {
    ir_each_block (bb, fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (last && is_calm(last))
            llvmx_invoke_to_call(last);
    }
}

/* ---- handlers ---- */

enum { DEEPEST = 8 };

static unsigned step(LLVMValueRef inst, unsigned depth) {
    if (LLVMIsALandingPadInst(inst))
        return depth < DEEPEST ? depth + 1 : depth;
    LLVMValueRef callee = ckpt_is_call(inst) ? LLVMGetCalledValue(inst) : NULL;
    bool ends = callee && LLVMIsAFunction(callee) &&
                strcmp(LLVMGetValueName(callee), "__cxa_end_catch") == 0;
    return ends && depth ? depth - 1 : depth;
}

static unsigned step_through(LLVMBasicBlockRef bb, unsigned depth) {
    ir_each_inst (inst, bb)
        depth = step(inst, depth);
    return depth;
}

static LLVMValueRef has_pad(LLVMValueRef fn) {
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (LLVMIsALandingPadInst(inst))
                return inst;
    return NULL;
}

/* How many exceptions may be in the making at the beginning of each block, at most. */
static void spread(const ckpt_fn *f, const ir_cfg *cfg, unsigned *depths) {
    for (bool changed = true; changed && ctx_tick(f->m->ctx, cfg->count);) {
        changed = false;
        for (uint32_t i = 0; i < cfg->rpo_count; i++) {
            uint32_t b = cfg->rpo[i];
            unsigned out = step_through(cfg->blocks[b], depths[b]);
            for (uint32_t s = cfg->succ_start[b]; s < cfg->succ_start[b + 1]; s++)
                if (depths[cfg->succs[s]] < out) {
                    depths[cfg->succs[s]] = out;
                    changed = true;
                }
        }
    }
}

/* Points end their blocks. */
void ckpt_check_handlers(ckpt_refusals *r, const ckpt_fn *f) {
    const ir_cfg *cfg = has_pad(f->fn) ? ckpt_cfg_now(f) : NULL;
    arena mem;
    arena_init(&mem, f->m->ctx);
    unsigned *depths = cfg ? arena_array(&mem, cfg->count + 1, unsigned) : NULL;
    if (depths)
        spread(f, cfg, depths);
    for (size_t i = 0; depths && i < f->points.len; i++) {
        LLVMBasicBlockRef x = f->points.at[i].x;
        if (!step_through(x, depths[ir_cfg_number(cfg, x)]))
            continue;
        ckpt_refuse(r, f->fn,
                    f->points.at[i].call ? f->points.at[i].call : LLVMGetBasicBlockTerminator(x),
                    CKPT_WHY_EXCEPTION);
        break;
    }
    arena_free(&mem);
}

/* ---- results ---- */

static bool needs_block(LLVMValueRef invoke) {
    LLVMBasicBlockRef to = LLVMGetNormalDest(invoke);
    LLVMUseRef first = LLVMGetFirstUse(LLVMBasicBlockAsValue(to));
    return LLVMGetTypeKind(LLVMTypeOf(invoke)) != LLVMVoidTypeKind && LLVMGetFirstUse(invoke) &&
           (LLVMGetNextUse(first) || LLVMIsAPHINode(LLVMGetFirstInstruction(to)));
}

bool ckpt_split_invokes(ckpt_fn *f) {
    ir_each_block (bb, f->fn) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        if (last && LLVMIsAInvokeInst(last) && needs_block(last) && !ir_split_edge(f->m, last, 0))
            ctx_fail(f->m->ctx, LATHE_INTERNAL, "%s: an invoke cannot be split", f->name);
    }
    return ctx_ok(f->m->ctx);
}
