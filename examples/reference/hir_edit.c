/* Computes with canonical expressions: of the bound of the first loop, and of its induction
 * variable.
 *
 * For examples/matrix.c it prints:
 *     upper bound: 599
 *     twice it, and 1: 1199
 *     with the induction variable: 3 * i1 + 1199
 */
#include <lathe/hir_edit.h>

#include <stdio.h>

static void show(const char *what, lathe_hir_function *f, const lathe_canon_expr *ce) {
    char *text = lathe_canon_text(f, ce);
    printf("%s: %s\n", what, text ? text : "?");
    lathe_free(text);
}

static void compute(lathe_hir_function *f) {
    lathe_hl_node *loop = lathe_hl_first(lathe_hir_region_get(f, 0), 0);
    lathe_canon_expr *ce = lathe_canon_clone(f, lathe_hl_loop_upper(loop));
    show("upper bound", f, ce);
    if (lathe_canon_multiply(f, ce, 2) && lathe_canon_add_constant(f, ce, 1))
        show("twice it, and 1", f, ce);
    if (lathe_canon_add_iv(f, ce, 1, 3, 0))
        show("with the induction variable", f, ce);
}

int main(int argc, char **argv) {
    lathe_ctx *ctx = lathe_ctx_new();
    if (!ctx || argc < 2)
        return 1;
    lathe_hir_options options = LATHE_WITH(lathe_hir_options, .function = "multiply");
    lathe_module *m = lathe_module_load(ctx, (const char *const *)argv + 1, 1, NULL);
    lathe_hir *h = m ? lathe_hir_build(m, &options) : NULL;
    if (h)
        compute(lathe_hir_function_get(h, 0));
    lathe_hir_free(h);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return h ? 0 : 1;
}
