/* lathe/hir.h: loop nests from files of their text or JSON. */
#include "api/arguments.h"
#include "api/hir_functions.h"

#include "base/json.h"
#include "base/nearest.h"
#include "ir/input.h"

#include <lathe/hir_edit.h>
#include <string.h>

static bool check(lathe_hir *all, const report_hir_function *f, const char *name, uint32_t line) {
    str why;
    str_init(&why, all->ctx);
    if (!hir_verify(&f->h, &why) && ctx_ok(all->ctx))
        ctx_fail(all->ctx, LATHE_BAD_INPUT, "%s:%u: not valid HIR: %s", name, line, str_text(&why));
    str_free(&why);
    return ctx_ok(all->ctx);
}

static bool read_function(lathe_hir *all, hir_source *source) {
    uint32_t line = source->line;
    report_hir_function *f = api_hir_function_new(all->ctx);
    if (!f)
        return false;
    if (hir_init(&f->h, all->types) && hir_parse_next(&f->h, source) &&
        check(all, f, source->name, line))
        return api_hir_add(all, f);
    api_hir_function_free(all->ctx, f);
    return false;
}

/* Into the HIR that was built of the same function. */
static bool read_over(lathe_hir *all, hir_source *source) {
    uint32_t line = source->line;
    for (size_t i = 0; i < all->functions.len; i++) {
        report_hir_function *f = all->functions.at[i];
        if (hir_source_is_of(source, &f->h, f->h.function))
            return hir_parse_over(&f->h, source) && check(all, f, source->name, line);
    }
    ctx_fail(all->ctx, LATHE_BAD_INPUT,
             "%s:%u: not the HIR of a function that the module has loops in", source->name, line);
    return false;
}

static bool read_json_function(lathe_hir *all, const json_in *in, const json_value *v) {
    report_hir_function *f = api_hir_function_new(all->ctx);
    if (!f)
        return false;
    if (hir_init(&f->h, all->types) && hir_from_json(&f->h, in, v) &&
        check(all, f, in->name, v->line))
        return api_hir_add(all, f);
    api_hir_function_free(all->ctx, f);
    return false;
}

static bool read_json_over(lathe_hir *all, const json_in *in, const json_value *v) {
    for (size_t i = 0; i < all->functions.len; i++) {
        report_hir_function *f = all->functions.at[i];
        if (hir_json_is_of(in, v, &f->h))
            return hir_from_json_over(&f->h, in, v) && check(all, f, in->name, v->line);
    }
    return json_wrong(in, v, "not the HIR of a function that the module has loops in");
}

/* How one function is read from either form. */
typedef struct reader {
    bool (*text)(lathe_hir *all, hir_source *source);
    bool (*json)(lathe_hir *all, const json_in *in, const json_value *function);
} reader;

static void read_text(lathe_hir *all, const ir_input *in, const reader *how) {
    hir_source source = hir_source_of(in->name, in->bytes, in->size);
    if (!hir_source_has_more(&source))
        ctx_fail(all->ctx, LATHE_BAD_INPUT, "%s: contains no HIR", in->name);
    while (ctx_ok(all->ctx) && hir_source_has_more(&source) && how->text(all, &source))
        continue;
}

static void read_document(lathe_hir *all, const json_in *in, const json_value *document,
                          const reader *how) {
    const char *schema = json_get_text(in, document, "schema");
    if (!schema)
        return;
    if (strcmp(schema, JSON_SCHEMA("hir")) != 0)
        json_wrong(in, document, "the 'schema' of this document is not " JSON_SCHEMA("hir"));
    const json_value *functions = json_get(in, document, "functions", JSON_ARRAY);
    if (!functions)
        return;
    json_each (v, functions)
        if (!ctx_ok(all->ctx) || !how->json(all, in, v))
            return;
}

static void read_json(lathe_hir *all, const ir_input *in, const reader *how) {
    arena mem;
    arena_init(&mem, all->ctx);
    json_in from = {.ctx = all->ctx, .mem = &mem, .name = in->name};
    const json_value *document = json_read(&from, in->bytes, in->size);
    if (document)
        read_document(all, &from, document, how);
    arena_free(&mem);
}

/* No text of HIR begins with a brace. */
static bool is_json(const ir_input *in) {
    return in->bytes[strspn(in->bytes, " \t\r\n")] == '{';
}

static bool read_file(lathe_hir *all, const char *path, const reader *how) {
    ir_input in;
    if (!ir_input_read_text(all->ctx, &in, path))
        return false;
    (is_json(&in) ? read_json : read_text)(all, &in, how);
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
    static const reader anew = {read_function, read_json_function};
    ctx_timer timer = ctx_phase_begin(ctx, "read");
    for (size_t i = 0; all->types && i < count && read_file(all, paths[i], &anew); i++)
        continue;
    ctx_phase_end(ctx, timer);
    if (function && ctx_ok(ctx))
        keep_only(all, function);
    if (ctx_ok(ctx))
        return all;
    lathe_hir_free(all);
    return NULL;
}

lathe_hir *lathe_hir_read_for(lathe_module *m, const char *const *paths, size_t count,
                              const lathe_hir_options *options) {
    lathe_hir_options own;
    if (!api_has_texts(m->ctx, paths, count, "paths") ||
        !api_take(m->ctx, &own, options, "options"))
        return NULL;
    if (own.optimized) {
        api_wrong(m->ctx, "options: optimized nests are not those of the text");
        return NULL;
    }
    static const reader over = {read_over, read_json_over};
    lathe_hir *all = lathe_hir_build(m, &own);
    for (size_t i = 0; all && i < count && read_file(all, paths[i], &over); i++)
        continue;
    if (all && ctx_ok(m->ctx))
        return all;
    lathe_hir_free(all);
    return NULL;
}
