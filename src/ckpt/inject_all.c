/* Injecting checkpoints: tries until no function is refused that was not refused before, so that
 * refused functions and programs stay as they were. */
#include "ckpt/auto.h"
#include "ckpt/ckpt_mem.h"
#include "ckpt/result.h"
#include "ckpt/unwind.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>

#include <xxhash.h>

bool ckpt_options_read(ckpt_options *o, lathe_ctx *ctx, const ir_params *params) {
    static const ckpt_inject inject[] = {CKPT_SAVE, CKPT_RESTORE, CKPT_SAVE_RESTORE};
    *o = (ckpt_options){.automatic = ir_param_given(params, "auto"),
                        .program = !ir_param_given(params, "mem-only"),
                        .inject = inject[ir_param_choice(params, "inject", 2)],
                        .name = ir_param_get(params, "name"),
                        .level = ir_param_given(params, "level")
                                     ? (uint32_t)ir_param_number(params, "level", 0) + 1
                                     : 0,
                        .live_name = ir_param_get(params, "live")};
    return ckpt_mem_place_read(&o->mem, ctx, ir_param_get(params, "mem"));
}

void ckpt_result_init(ckpt_result *r, lathe_module *m) {
    ckpt_sites_init(&r->sites, m->ctx);
    ckpt_refusals_init(&r->refused, m);
}

void ckpt_result_free(ckpt_result *r) {
    ckpt_sites_free(&r->sites);
    ckpt_refusals_free(&r->refused);
}

/* What refusals have taken away so far; it only grows, up to all functions and the program. */
static size_t given_up(const ckpt_result *r, bool program) {
    return r->refused.functions.len + !program;
}

/* What the program is, whatever its source and its comments are called: no names of files, no
 * lines. */
static uint64_t print_of(lathe_module *m, LLVMMemoryBufferRef before) {
    lathe_module *bare = ir_module_read(m->ctx, before);
    if (!bare)
        return 0;
    LLVMStripModuleDebugInfo(bare->llvm);
    LLVMSetSourceFileName(bare->llvm, "", 0);
    LLVMSetModuleIdentifier(bare->llvm, "", 0);
    LLVMMemoryBufferRef image = LLVMWriteBitcodeToMemoryBuffer(bare->llvm);
    uint64_t print = XXH64(LLVMGetBufferStart(image), LLVMGetBufferSize(image), 0);
    LLVMDisposeMemoryBuffer(image);
    ir_module_free(bare);
    return print;
}

/* Refused functions must be as they were, so the module is read again and tried without them. Each
 * try leaves out more than the one before, or is the last. Whether the program as a whole gets
 * checkpoints, if `program` says that it may. */
static bool try_until_settled(lathe_module *m, const ckpt_options *options, ckpt_result *r,
                              LLVMMemoryBufferRef before, bool program) {
    uint64_t build = print_of(m, before);
    size_t sites = r->sites.all.len, growth = r->sites.growth.len;
    for (bool again = true; again && ctx_ok(m->ctx);) {
        size_t known = r->refused.all.len, before_try = given_up(r, program);
        ckpt_sites_keep(&r->sites, sites, growth);
        if (options->automatic)
            ckpt_choose_places(m, options);
        ckpt_calm_directives(m);
        ckpt_mem_inject(m, options, &r->refused, &r->sites);
        if (program && ctx_ok(m->ctx) && r->refused.all.len == known) {
            ckpt_program_inject(m, options, build, &r->refused, &r->sites);
            program = r->refused.all.len == known;
        }
        again = ctx_ok(m->ctx) && r->refused.all.len > known;
        if (again)
            ir_read_again(m, LLVMGetBufferStart(before), LLVMGetBufferSize(before));
        again &= given_up(r, program) > before_try;
    }
    return program;
}

/* A module of the caller's is not read again: what will be refused is found out on a copy. */
static bool learn_refusals(lathe_module *m, const ckpt_options *options, ckpt_result *r,
                           LLVMMemoryBufferRef before) {
    lathe_module *copy = ir_module_copy(m);
    if (!copy)
        return false;
    ckpt_result trial;
    ckpt_result_init(&trial, copy);
    bool program = try_until_settled(copy, options, &trial, before, options->program);
    ckpt_refusals_add(&r->refused, &trial.refused);
    ckpt_result_free(&trial);
    ir_module_free(copy);
    return program;
}

bool ckpt_inject_all(lathe_module *m, const ckpt_options *options, ckpt_result *r) {
    LLVMMemoryBufferRef before = LLVMWriteBitcodeToMemoryBuffer(m->llvm);
    size_t known = r->sites.all.len;
    bool program = m->owned ? options->program : learn_refusals(m, options, r, before);
    try_until_settled(m, options, r, before, program);
    ir_mark_changed(m);
    ckpt_show_refusals(&r->refused);
    ctx_count(m->ctx, "checkpoints", r->sites.all.len - known);
    LLVMDisposeMemoryBuffer(before);
    return ctx_ok(m->ctx);
}

/* Whoever asked for checkpoints by name wants to know if there are none, nor were any made before:
 * those of ckpt_mem come first. */
void ckpt_insist(const ckpt_result *r, bool automatic) {
    lathe_ctx *ctx = r->refused.m->ctx;
    size_t reasons = r->refused.all.len;
    if (reasons)
        ctx_fail(ctx, LATHE_GATE_FAILED, "%zu %s no checkpoints", reasons,
                 reasons == 1 ? "reason for" : "reasons for");
    else if (!ctx_counted(ctx, "checkpoints") && automatic)
        ctx_fail(ctx, LATHE_GATE_FAILED,
                 "nowhere is a checkpoint worth having: main reaches no loop and no recursion that "
                 "takes a tenth of the time, and calls nothing that takes a hundredth");
    else if (!ctx_counted(ctx, "checkpoints"))
        ctx_fail(ctx, LATHE_GATE_FAILED,
                 "there is no call of checkpoint(): none that is reached from main, and none in a "
                 "function with ckpt_mem");
}
