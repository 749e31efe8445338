/* Needs: a module whose loops hir_canonicalize has brought into shape.
 * Keeps: what the program does.
 * Breaks: the code of loop nests, which is made from HIR that was printed and read again.
 * Declines when: a nest cannot be lowered; that nest stays. */
#include "hir/hir_build.h"
#include "hir/lower.h"
#include "hir/text.h"
#include "passes/passes.h"

static void print_function(lathe_module *m, LLVMValueRef fn, const ir_params *params, str *text) {
    report_hir_function f = {0};
    hir_text_options form = {.numbers = ir_param_given(params, "numbers"),
                             .verbose = ir_param_given(params, "verbose")};
    bool nests = hir_init(&f.h, m) && hir_build(&f.h, fn) && f.h.regions.len;
    if (nests && ir_param_given(params, "json"))
        hir_test_write_json(&f, text);
    else if (nests)
        hir_print(&f.h, &form, text);
    hir_free(&f.h);
}

static bool read_json(hir *h, const str *text) {
    arena mem;
    json_in in = {.ctx = h->ctx, .mem = &mem, .name = "JSON"};
    arena_init(&mem, h->ctx);
    const json_value *function = hir_test_read_json(&in, text);
    bool read =
        function && hir_json_is_of(&in, function, h) && hir_from_json_over(h, &in, function);
    arena_free(&mem);
    return read;
}

static bool read_text(hir *h, const str *text) {
    hir_source source = hir_source_of("text", str_text(text), text->len);
    return hir_source_has_more(&source) && hir_parse_over(h, &source);
}

static void read_function(lathe_module *m, LLVMValueRef fn, const str *text, bool is_json) {
    hir h;
    str why;
    str_init(&why, m->ctx);
    if (hir_init(&h, m) && hir_build(&h, fn) && (is_json ? read_json : read_text)(&h, text)) {
        if (hir_verify(&h, &why))
            hir_lower(&h);
        else
            ctx_fail(m->ctx, LATHE_INTERNAL, "%s: %s", h.function, str_text(&why));
    }
    for (size_t i = 0; i < h.regions.len; i++)
        if (h.regions.at[i]->refusal)
            hir_remark(m->ctx, h.regions.at[i]->refusal->id, h.regions.at[i]->refusal->where,
                       h.regions.at[i]->refusal->reason);
    hir_free(&h);
    str_free(&why);
}

lathe_status hir_test_retext_pass(lathe_module *m, const ir_params *params, str *out) {
    (void)out;
    ir_each_function (fn, m->llvm) {
        str text;
        str_init(&text, m->ctx);
        if (!LLVMIsDeclaration(fn) && ctx_ok(m->ctx))
            print_function(m, fn, params, &text);
        if (text.len && ctx_ok(m->ctx))
            read_function(m, fn, &text, ir_param_given(params, "json"));
        str_free(&text);
    }
    return m->ctx->status;
}
