/* Runs of passes from shared objects. A pass of somebody else's is not believed: what it leaves
 * must be valid, and one that says that it only looks must have changed nothing. */
#include "api/loaded.h"

#include "base/change.h"
#include "hir/hir_build.h"
#include "hir/transform/loop_steps.h"
#include "ir/analyses.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>

#include <string.h>

static bool may_run(const lathe_module *m, unsigned needs) {
    LLVMValueRef entry = LLVMGetNamedFunction(m->llvm, "main");
    return !(needs & LATHE_NEEDS_PROGRAM) || m->settings.linked != IR_NOT_LINKED ||
           m->settings.exports.text || (entry && !LLVMIsDeclaration(entry));
}

/* Whether the loop is still in the nest: hooks may have taken loops away. */
static bool is_there(const dd_graph *g, const HLLoop *loop) {
    hir_each_node (node, &g->region->node)
        if (node == &loop->node.node)
            return true;
    return false;
}

/* A change that is not told would leave the graph out of date. */
static dd_reply try_loop(void *data, dd_graph *g, HLLoop *loop) {
    lathe_pass_call *call = data;
    lathe_deps_answer why = LATHE_INIT(lathe_deps_answer);
    bool before = g->region->changed, done = false;
    if (!is_there(g, loop))
        return hir_decline(HIR_WHY_LOOP_GONE);
    g->region->changed = false;
    done = call->pass->row.run_loop(call, g, &loop->node.node, &why);
    if (g->region->changed && !done && ctx_ok(call->m->ctx))
        lathe_pass_fail(call, "it has changed a loop, and says that it has not");
    done &= g->region->changed;
    g->region->changed |= before;
    if (done)
        return dd_yes();
    dd_reply no = hir_decline(HIR_WHY_NOT_SAID);
    no.id = why.reason && why.id ? why.id : no.id;
    no.reason = why.reason ? why.reason : no.reason;
    return no;
}

static void run_loops(lathe_pass_call *call) {
    hir_step step = {.name = call->pass->row.name, .outside = try_loop, .data = call};
    if (hir_canonicalize_nests(call->m, NULL)) {
        hir_step_choose(&step, call->params);
        hir_run_steps(call->m, &step, 1, (dd_options){0});
    }
}

static void choose_checkpoints(lathe_pass_call *call) {
    lathe_ckpt_candidates *candidates = lathe_ckpt_candidates_find(call->m, NULL);
    if (candidates)
        call->pass->row.choose_checkpoints(call, candidates);
    lathe_ckpt_candidates_free(candidates);
}

static void run_module(lathe_pass_call *call) {
    if ((call->pass->row.needs & LATHE_NEEDS_LOOPS) && !hir_canonicalize(call->m))
        return;
    call->pass->row.run_module(call, call->m);
}

static void run_kind(lathe_pass_call *call) {
    const lathe_pass *row = &call->pass->row;
    if (row->run_loop)
        run_loops(call);
    else if (row->layouts)
        lathe_transform_run(call->m, row->layouts, call, NULL);
    else if (row->choose_checkpoints)
        choose_checkpoints(call);
    else
        run_module(call);
}

static void check_result(lathe_pass_call *call) {
    char *message = NULL;
    if (LLVMVerifyModule(call->m->llvm, LLVMReturnStatusAction, &message)) {
        message[strcspn(message, "\n")] = '\0';
        ctx_fail(call->m->ctx, LATHE_BAD_INPUT, "pass '%s' of %s has made invalid IR: %s",
                 call->pass->row.name, call->pass->file, message);
    }
    LLVMDisposeMessage(message);
}

/* Transforms of loops and layouts count what they change; nobody knows what else may be done. */
static void count_change(lathe_pass_call *call, size_t counted) {
    lathe_ctx *ctx = call->m->ctx;
    const char *name = call->pass->row.name;
    if (call->pass->row.keeps & LATHE_KEEPS_MODULE)
        lathe_pass_fail(call, "it has changed the module, and says that it only looks");
    else if (ctx->changes && ctx->changes->all.len == counted)
        change_add(ctx, &(change){.kind = CHANGE_CODE, .pass = name, .of = "the program"});
}

lathe_status api_run_loaded(lathe_module *m, const ir_params *params, str *out) {
    lathe_pass_call call = {.pass = params->pass->data, .params = params, .m = m, .out = out};
    size_t counted = m->ctx->changes ? m->ctx->changes->all.len : 0;
    if (!may_run(m, call.pass->row.needs)) {
        lathe_pass_remark(&call, LATHE_REMARK_MISSED, "NotWholeProgram", NULL,
                          "it needs a whole program, and there is no main");
        return m->ctx->status;
    }
    LLVMMemoryBufferRef before = LLVMWriteBitcodeToMemoryBuffer(m->llvm);
    run_kind(&call);
    ir_mark_changed(m);
    if (ctx_ok(m->ctx))
        check_result(&call);
    if (ctx_ok(m->ctx)) {
        LLVMMemoryBufferRef after = LLVMWriteBitcodeToMemoryBuffer(m->llvm);
        if (!ir_same_bytes(before, after))
            count_change(&call, counted);
        LLVMDisposeMemoryBuffer(after);
    }
    LLVMDisposeMemoryBuffer(before);
    if (call.pass->row.end)
        call.pass->row.end(&call);
    ctx_free(m->ctx, call.state, call.state_size);
    return m->ctx->status;
}
