/* ckpt-inject: puts checkpoints into functions.
 *
 * Needs: nothing; SROA is run on the functions that get checkpoints.
 * Keeps: what the program does, if it is not interrupted. Functions that are refused are untouched.
 * Breaks: signatures' attributes that a restore makes untrue; with the runtime, main is another.
 * Declines when: a function or the program has state that cannot be saved: see check.c,
 * externals.def.
 */
#include "ckpt/auto.h"
#include "ckpt/mem.h"
#include "ckpt/passes.h"
#include "ckpt/unwind.h"

#include <llvm-c/BitWriter.h>

#include <string.h>
#include <xxhash.h>

static bool choose(lathe_ctx *ctx, const char *word, ckpt_inject *inject) {
    if (!word || strcmp(word, "save-restore") == 0)
        *inject = CKPT_SAVE_RESTORE;
    else if (strcmp(word, "save") == 0)
        *inject = CKPT_SAVE;
    else if (strcmp(word, "restore") == 0)
        *inject = CKPT_RESTORE;
    else
        ctx_fail(ctx, LATHE_USAGE, "inject=%s: it is save, restore or save-restore", word);
    return ctx_ok(ctx);
}

bool ckpt_options_read(ckpt_options *o, lathe_ctx *ctx, const ir_params *params) {
    *o = (ckpt_options){.automatic = ir_param_get(params, "auto") != NULL,
                        .program = ir_param_get(params, "mem-only") == NULL,
                        .mem = ir_param_get(params, "mem"),
                        .name = ir_param_get(params, "name")};
    return choose(ctx, ir_param_get(params, "inject"), &o->inject);
}

/* Refused functions must be as they were, so the module is read again and tried without them. */
static void try_until_settled(lathe_module *m, const ckpt_options *options, ckpt_refusals *refused,
                              ckpt_sites *sites, LLVMMemoryBufferRef before) {
    uint64_t build = XXH64(LLVMGetBufferStart(before), LLVMGetBufferSize(before), 0);
    bool program = options->program;
    for (bool again = true; again && ctx_ok(m->ctx);) {
        size_t known = refused->all.len;
        ckpt_sites_clear(sites);
        if (options->automatic)
            ckpt_choose_places(m, options);
        ckpt_mem_inject(m, options, refused, sites);
        if (program && ctx_ok(m->ctx) && refused->all.len == known) {
            ckpt_program_inject(m, options, build, refused, sites);
            program = refused->all.len == known;
        }
        again = ctx_ok(m->ctx) && refused->all.len > known;
        if (again)
            ir_read_again(m, LLVMGetBufferStart(before), LLVMGetBufferSize(before));
    }
}

/* Whoever asked for checkpoints by name wants to know if there are none, nor were any made before:
 * those of ckpt_mem come first. */
static void insist(lathe_ctx *ctx, const ckpt_refusals *refused) {
    if (refused->all.len)
        ctx_fail(ctx, LATHE_GATE_FAILED, "%zu %s no checkpoints", refused->all.len,
                 refused->all.len == 1 ? "reason for" : "reasons for");
    else if (!ctx_counted(ctx, "checkpoints"))
        ctx_fail(ctx, LATHE_GATE_FAILED,
                 "there is no call of checkpoint() that is reached from main, and no ckpt_mem");
}

lathe_status ckpt_inject_pass(lathe_module *m, const ir_params *params, str *out) {
    ckpt_options options;
    if (!ckpt_options_read(&options, m->ctx, params))
        return m->ctx->status;
    ckpt_refusals refused;
    ckpt_sites sites;
    LLVMMemoryBufferRef before = LLVMWriteBitcodeToMemoryBuffer(m->llvm);
    ckpt_refusals_init(&refused, m);
    ckpt_sites_init(&sites, m->ctx);
    try_until_settled(m, &options, &refused, &sites, before);
    ckpt_show_refusals(&refused);
    ctx_count(m->ctx, "checkpoints", sites.all.len);
    if (ctx_ok(m->ctx) && ir_param_get(params, "strict"))
        insist(m->ctx, &refused);
    if (ctx_ok(m->ctx) && ir_param_get(params, "report"))
        ckpt_sites_print(&sites, out);
    if (ctx_ok(m->ctx) && ir_param_get(params, "json"))
        ckpt_sites_print_json(&sites, out);
    ckpt_sites_free(&sites);
    ckpt_refusals_free(&refused);
    LLVMDisposeMemoryBuffer(before);
    return m->ctx->status;
}
