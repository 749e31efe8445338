/* Needs: any valid module.
 * Keeps: everything; it only looks.
 * Breaks: nothing.
 * Declines when: HIR is not valid, or does not print as what was read from its text does.
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
