/* Needs: any valid module.
 * Keeps: everything; it only looks.
 * Breaks: nothing.
 * Declines when: HIR is not valid, or does not print as what was read from its text does.
 */
#include "hir/text.h"
#include "hir/build.h"
#include "hir/passes.h"

#include <string.h>

static bool is_same_again(lathe_module *m, const str *text, const hir_text_options *options) {
    hir again;
    str second;
    str_init(&second, m->ctx);
    bool same = hir_init(&again, m) && hir_parse(&again, "text", str_text(text), text->len);
    if (same) {
        hir_print(&again, options, &second);
        same = strcmp(str_text(text), str_text(&second)) == 0;
    }
    hir_free(&again);
    str_free(&second);
    return same;
}

static void check_texts(lathe_module *m, const hir *h) {
    for (int form = 0; form < 4 && ctx_ok(m->ctx); form++) {
        hir_text_options options = {form & 1, form & 2, 0};
        str text;
        str_init(&text, m->ctx);
        hir_print(h, &options, &text);
        if (!is_same_again(m, &text, &options))
            ctx_fail(m->ctx, LATHE_INTERNAL, "%s: HIR changes when it is printed and read back",
                     h->function);
        str_free(&text);
    }
}

static void check_function(lathe_module *m, LLVMValueRef fn, uint64_t *regions) {
    hir h;
    str why;
    str_init(&why, m->ctx);
    if (hir_init(&h, m) && hir_build(&h, fn)) {
        *regions += h.regions.len;
        if (!hir_verify(&h, &why))
            ctx_fail(m->ctx, LATHE_INTERNAL, "%s: HIR is not valid: %s", h.function,
                     str_text(&why));
        check_texts(m, &h);
    }
    hir_free(&h);
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
