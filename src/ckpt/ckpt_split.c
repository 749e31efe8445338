/* ckpt-split: X with several successors becomes X.upper and X.lower. Lower holds the terminator,
 * and the compare if the terminator is its only use; so all that X computed is live out of X.upper.
 *
 * Needs: nothing.
 * Keeps: behaviour, PHIs, block addresses (they name X.upper), debug records.
 * Breaks: block numbers.
 * Declines when: a block cannot be split before its terminator (exception pads), or the module uses
 * LLVM's guards.
 */
#include "base/arena.h"
#include "base/vec.h"
#include "ckpt/ckpt_passes.h"
#include "ckpt/inject.h"
#include "ir/edit/edit_split.h"
#include "ir/names.h"

typedef VEC(LLVMValueRef) value_list;

typedef struct splitter {
    lathe_module *m;
    arena mem;
    value_list places;       /* the first instruction of each lower half */
    VEC(const char *) names; /* of the blocks as they were, in step with places */
} splitter;

static bool has_one_use(LLVMValueRef value) {
    LLVMUseRef first = LLVMGetFirstUse(value);
    return first && !LLVMGetNextUse(first);
}

/* The compare that belongs to the terminator, NULL if there is none. */
static LLVMValueRef compare_of(LLVMValueRef last) {
    LLVMValueRef test = NULL;
    if (LLVMIsABranchInst(last) && LLVMIsConditional(last))
        test = LLVMGetCondition(last);
    else if (LLVMIsASwitchInst(last))
        test = LLVMGetOperand(last, 0);
    if (!test || !(LLVMIsAICmpInst(test) || LLVMIsAFCmpInst(test)))
        return NULL;
    bool same = LLVMGetInstructionParent(test) == LLVMGetInstructionParent(last);
    return same && has_one_use(test) ? test : NULL;
}

/* What this pass made before is left alone. */
static bool is_lower(LLVMBasicBlockRef bb, LLVMValueRef first) {
    return LLVMGetFirstInstruction(bb) == first &&
           str_ends_with(LLVMGetBasicBlockName(bb), ".lower");
}

/* Puts the compare next to its terminator. The debug records of both stay in their order. */
static LLVMValueRef begin_of_lower(splitter *s, LLVMBuilderRef b, LLVMValueRef last) {
    LLVMValueRef test = compare_of(last);
    if (!test || LLVMGetNextInstruction(test) == last)
        return test ? test : last;
    size_t length;
    const char *old = LLVMGetValueName2(test, &length);
    char *name = arena_strndup(&s->mem, old, length);
    LLVMInstructionRemoveFromParent(test);
    LLVMPositionBuilderBefore(b, last);
    LLVMInsertIntoBuilderWithName(b, test, name ? name : "");
    return test;
}

static const char *name_of(splitter *s, const ir_names *names, LLVMBasicBlockRef bb) {
    if (*LLVMGetBasicBlockName(bb))
        return arena_strdup(&s->mem, LLVMGetBasicBlockName(bb));
    str text;
    str_init(&text, s->m->ctx);
    ir_names_add_block(names, &text, bb);
    const char *name = arena_printf(&s->mem, "bb%s", str_text(&text) + (*str_text(&text) == '%'));
    str_free(&text);
    return name;
}

static void find_places(splitter *s, LLVMBuilderRef b, LLVMValueRef fn) {
    ir_names names;
    if (ir_names_init(&names, s->m->ctx, fn))
        ir_each_block (bb, fn) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
            if (!ctx_tick(s->m->ctx, 1) || LLVMGetNumSuccessors(last) < 2 ||
                !ir_can_split_before(last))
                continue;
            LLVMValueRef compare = compare_of(last);
            if (is_lower(bb, compare ? compare : last))
                continue;
            const char *name = name_of(s, &names, bb);
            if (name && vec_push(s->m->ctx, &s->names, name))
                vec_push(s->m->ctx, &s->places, begin_of_lower(s, b, last));
        }
    ir_names_free(&names);
}

/* Splits put the lower half right after the upper one. */
static void rename_halves(splitter *s) {
    for (size_t i = 0; i < s->places.len; i++) {
        LLVMBasicBlockRef lower = LLVMGetInstructionParent(s->places.at[i]);
        LLVMValueRef into = LLVMGetUser(LLVMGetFirstUse(LLVMBasicBlockAsValue(lower)));
        ckpt_name_block(s->m->ctx, LLVMGetInstructionParent(into), s->names.at[i], ".upper");
        ckpt_name_block(s->m->ctx, lower, s->names.at[i], ".lower");
    }
}

lathe_status ckpt_split_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)params;
    (void)out;
    splitter s = {.m = m};
    arena_init(&s.mem, m->ctx);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->llvm_ctx);
    ir_each_function (fn, m->llvm)
        find_places(&s, b, fn);
    if (ctx_ok(m->ctx) && ir_split_blocks(m, s.places.at, s.places.len)) {
        rename_halves(&s);
        ctx_count(m->ctx, "blocks split", s.places.len);
    }
    LLVMDisposeBuilder(b);
    vec_free(m->ctx, &s.places);
    vec_free(m->ctx, &s.names);
    arena_free(&s.mem);
    return m->ctx->status;
}
