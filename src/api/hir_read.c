/* lathe/hir.h: loop nests from files of their text. */
#include "api/arguments.h"
#include "api/hir_functions.h"

#include "base/nearest.h"
#include "ir/input.h"

#include <string.h>

static bool check(lathe_hir *all, const report_hir_function *f, const hir_source *source,
                  uint32_t line) {
    str why;
    str_init(&why, all->ctx);
    if (!hir_verify(&f->h, &why) && ctx_ok(all->ctx))
        ctx_fail(all->ctx, LATHE_BAD_INPUT, "%s:%u: not valid HIR: %s", source->name, line,
                 str_text(&why));
    str_free(&why);
    return ctx_ok(all->ctx);
}

static bool read_function(lathe_hir *all, hir_source *source) {
    uint32_t line = source->line;
    report_hir_function *f = api_hir_function_new(all->ctx);
    if (!f)
        return false;
    if (hir_init(&f->h, all->types) && hir_parse_next(&f->h, source) && check(all, f, source, line))
        return api_hir_add(all, f);
    api_hir_function_free(all->ctx, f);
    return false;
}

static bool read_file(lathe_hir *all, const char *path) {
    ir_input in;
    if (!ir_input_read_text(all->ctx, &in, path))
        return false;
    hir_source source = hir_source_of(in.name, in.bytes, in.size);
    if (!hir_source_has_more(&source))
        ctx_fail(all->ctx, LATHE_BAD_INPUT, "%s: contains no HIR", in.name);
    while (ctx_ok(all->ctx) && hir_source_has_more(&source) && read_function(all, &source))
        continue;
    ir_input_free(all->ctx, &in);
    return ctx_ok(all->ctx);
}

static void keep_only(lathe_hir *all, const char *name) {
    size_t kept = 0;
    nearest n = nearest_init(name, strlen(name));
    for (size_t i = 0; i < all->functions.len; i++) {
        report_hir_function *f = all->functions.at[i];
        if (strcmp(f->h.function, name) == 0) {
            all->functions.at[i] = all->functions.at[kept];
            all->functions.at[kept++] = f;
        } else {
            nearest_consider(&n, f->h.function);
        }
    }
    if (kept == 0)
        ctx_fail(all->ctx, LATHE_USAGE, "no function '%s' in this text" NEAREST_HINT, name,
                 NEAREST_WORDS(n));
    while (all->functions.len > kept)
        api_hir_function_free(all->ctx, all->functions.at[--all->functions.len]);
}

static lathe_module *empty_module(lathe_ctx *ctx) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef llvm = LLVMModuleCreateWithNameInContext("", context);
    LLVMSetDataLayout(llvm, "e-p:64:64-i64:64");
    lathe_module *m = ir_module_wrap(ctx, llvm);
    if (m) {
        m->owned = true;
        return m;
    }
    LLVMDisposeModule(llvm);
    LLVMContextDispose(context);
    return NULL;
}

lathe_hir *lathe_hir_read(lathe_ctx *ctx, const char *const *paths, size_t count,
                          const char *function) {
    if (!api_has_texts(ctx, paths, count, "paths"))
        return NULL;
    lathe_hir *all = ctx_realloc(ctx, NULL, 0, sizeof *all);
    if (!all)
        return NULL;
    *all = (lathe_hir){.ctx = ctx, .types = empty_module(ctx)};
    ctx_timer timer = ctx_phase_begin(ctx, "read");
    for (size_t i = 0; all->types && i < count && read_file(all, paths[i]); i++)
        continue;
    ctx_phase_end(ctx, timer);
    if (function && ctx_ok(ctx))
        keep_only(all, function);
    if (ctx_ok(ctx))
        return all;
    lathe_hir_free(all);
    return NULL;
}
