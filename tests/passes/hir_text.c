/* Needs: any valid module.
 * Keeps: everything; it only looks.
 * Breaks: nothing.
 * Declines when: HIR is not valid, or does not print as what was read from its text, or from its
 *   JSON, does.
 */
#include "hir/hir_build.h"
#include "hir/text.h"
#include "passes/passes.h"

#include <string.h>

/* Says which line is the first that differs. */
static void compare(lathe_module *m, const hir *h, const char *first, const char *second) {
    size_t start = 0, i = 0;
    while (first[i] && first[i] == second[i]) {
        start = first[i] == '\n' ? i + 1 : start;
        i++;
    }
    if (first[i] || second[i])
        ctx_fail(m->ctx, LATHE_INTERNAL,
                 "%s: HIR is printed and read back as something else: "
                 "%.*s | %.*s",
                 h->function, (int)strcspn(first + start, "\n"), first + start,
                 (int)strcspn(second + start, "\n"), second + start);
}

static void check_text(lathe_module *m, const hir *h, const hir_text_options *options) {
    hir again;
    str first, second;
    str_init(&first, m->ctx);
    str_init(&second, m->ctx);
    hir_print(h, options, &first);
    if (hir_init(&again, m) && hir_parse(&again, h->function, str_text(&first), first.len)) {
        hir_print(&again, options, &second);
        compare(m, h, str_text(&first), str_text(&second));
    }
    hir_free(&again);
    str_free(&first);
    str_free(&second);
}

static void check_texts(lathe_module *m, const hir *h) {
    for (int form = 0; form < 4 && ctx_ok(m->ctx); form++)
        check_text(m, h, &(hir_text_options){form & 1, form & 2, 0});
}

/* What is read from the document prints as the text does. */
static void check_read(lathe_module *m, const hir *h, const json_in *in, const json_value *v) {
    hir again;
    str first, second, why;
    hir_text_options all = {.numbers = true, .verbose = true};
    str_init(&first, m->ctx);
    str_init(&second, m->ctx);
    str_init(&why, m->ctx);
    hir_print(h, &all, &first);
    if (hir_init(&again, m) && hir_from_json(&again, in, v)) {
        hir_print(&again, &all, &second);
        compare(m, h, str_text(&first), str_text(&second));
        if (!hir_verify(&again, &why))
            ctx_fail(m->ctx, LATHE_INTERNAL, "%s: HIR from JSON is not valid: %s", h->function,
                     str_text(&why));
    }
    hir_free(&again);
    str_free(&first);
    str_free(&second);
    str_free(&why);
}

static void note_refusals(report_hir_function *f) {
    for (size_t i = 0; i < f->h.refusals.len; i++) {
        const hir_refusal *r = &f->h.refusals.at[i];
        vec_push(f->h.ctx, &f->refusals,
                 (lathe_hir_refusal){.id = r->id,
                                     .reason = r->reason,
                                     .loop = r->loop,
                                     .file = r->where.file,
                                     .line = r->where.line,
                                     .column = r->where.column});
    }
}

void hir_test_write_json(report_hir_function *f, str *out) {
    lathe_hir all = {.ctx = f->h.ctx, .functions = {.at = &f, .len = 1, .cap = 1}};
    note_refusals(f);
    hir_report_json(out, &all, &(lathe_hir_view){0});
    vec_free(f->h.ctx, &f->refusals);
}

const json_value *hir_test_read_json(const json_in *in, const str *text) {
    const json_value *document = json_read(in, str_text(text), text->len);
    const json_value *list = document ? json_get(in, document, "functions", JSON_ARRAY) : NULL;
    return list ? list->first : NULL;
}

static void check_json(lathe_module *m, report_hir_function *f) {
    arena mem;
    str text;
    json_in in = {.ctx = m->ctx, .mem = &mem, .name = "JSON"};
    arena_init(&mem, m->ctx);
    str_init(&text, m->ctx);
    hir_test_write_json(f, &text);
    const json_value *function = hir_test_read_json(&in, &text);
    if (function)
        check_read(m, &f->h, &in, function);
    str_free(&text);
    arena_free(&mem);
}

static void check_function(lathe_module *m, LLVMValueRef fn, uint64_t *regions) {
    report_hir_function f = {0};
    hir *h = &f.h;
    str why;
    str_init(&why, m->ctx);
    if (hir_init(h, m) && hir_build(h, fn)) {
        *regions += h->regions.len;
        if (!hir_verify(h, &why))
            ctx_fail(m->ctx, LATHE_INTERNAL, "%s: HIR is not valid: %s", h->function,
                     str_text(&why));
        check_texts(m, h);
        check_json(m, &f);
    }
    hir_free(h);
    str_free(&why);
}

lathe_status hir_test_text_pass(lathe_module *m, const ir_params *params, str *out) {
    uint64_t regions = 0;
    (void)params;
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && ctx_ok(m->ctx))
            check_function(m, fn, &regions);
    str_printf(out, "%llu regions\n", (unsigned long long)regions);
    return m->ctx->status;
}
