/* lathe/ckpt.h: where checkpoints could be, and choosing some of the candidates. */
#include "api/arguments.h"
#include "ckpt/ckpt_candidates.h"
#include "ir/analyses.h"
#include "lathe/ckpt.h"

struct lathe_ckpt_candidates {
    ckpt_candidates own;
};

lathe_ckpt_candidates *lathe_ckpt_candidates_find(lathe_module *m, LLVMValueRef function) {
    lathe_ckpt_candidates *p = NULL;
    if (function && (!LLVMIsAFunction(function) || LLVMIsDeclaration(function)))
        ctx_fail(m->ctx, LATHE_USAGE, "function: it is not a function with a body");
    if (ctx_ok(m->ctx))
        p = ctx_realloc(m->ctx, NULL, 0, sizeof *p);
    if (!p)
        return NULL;
    *p = (lathe_ckpt_candidates){0};
    if (ckpt_candidates_find(&p->own, m, function))
        return p;
    lathe_ckpt_candidates_free(p);
    return NULL;
}

void lathe_ckpt_candidates_free(lathe_ckpt_candidates *p) {
    if (!p)
        return;
    lathe_ctx *ctx = p->own.lines.mem.ctx;
    ckpt_candidates_free(&p->own);
    ctx_free(ctx, p, sizeof *p);
}

size_t lathe_ckpt_candidates_count(const lathe_ckpt_candidates *p) {
    return p->own.all.len;
}

bool lathe_ckpt_candidates_get(const lathe_ckpt_candidates *p, size_t index,
                               lathe_ckpt_candidate *candidate) {
    if (index >= p->own.all.len)
        return false;
    const ckpt_candidate *at = &p->own.all.at[index];
    LLVMValueRef last = LLVMGetBasicBlockTerminator(at->bb);
    lathe_ckpt_candidate own = {.function = at->fn,
                                .block = at->bb,
                                .file = at->where.line ? at->where.file : NULL,
                                .line = at->where.file ? at->where.line : 0,
                                .column = at->where.file ? at->where.column : 0,
                                .level = at->level,
                                .always = at->always,
                                .has_one_successor = LLVMGetNumSuccessors(last) == 1,
                                .in_memory = at->in_memory,
                                .chosen = ckpt_directive_in(at->bb) != NULL,
                                .runs = at->runs,
                                .share = at->share,
                                .time = at->time,
                                .tracked = at->tracked,
                                .bytes = at->bytes};
    return api_fill(p->own.m->ctx, candidate, &own, "candidate");
}

static ckpt_candidate *candidate_at(lathe_ckpt_candidates *p, size_t index) {
    if (index < p->own.all.len)
        return &p->own.all.at[index];
    ctx_fail(p->own.m->ctx, LATHE_USAGE, "index: there are %zu candidates", p->own.all.len);
    return NULL;
}

static void note_change(const lathe_ckpt_candidates *p, const ckpt_candidate *one) {
    ir_analyses_forget(p->own.m, one->fn);
    ir_mark_changed(p->own.m);
}

lathe_status lathe_ckpt_candidates_choose(lathe_ckpt_candidates *p, size_t index) {
    const ckpt_candidate *one = candidate_at(p, index);
    if (one && !ckpt_directive_in(one->bb)) {
        ckpt_add_directive(p->own.m, one->bb);
        note_change(p, one);
    }
    return p->own.m->ctx->status;
}

lathe_status lathe_ckpt_candidates_drop(lathe_ckpt_candidates *p, size_t index) {
    const ckpt_candidate *one = candidate_at(p, index);
    for (LLVMValueRef call; one && (call = ckpt_directive_in(one->bb));) {
        LLVMInstructionEraseFromParent(call);
        note_change(p, one);
    }
    return p->own.m->ctx->status;
}
