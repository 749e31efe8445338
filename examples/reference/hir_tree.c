/* Shows how far each reference to memory moves from one iteration of its innermost loop to the
 * next.
 *
 * For examples/matrix.c it prints:
 *     main: (@a)[0][i1][i2] moves 8 bytes
 *     main: (@b)[0][i1][i2] moves 8 bytes
 *     multiply: (@a)[0][i1][i3] moves 8 bytes
 *     multiply: (@b)[0][i3][i2] moves 4800 bytes
 *     multiply: (@c)[0][i1][i2] moves 8 bytes
 */
#include <lathe/hir_tree.h>

#include <stdio.h>

static void show(lathe_hir_function *f, const char *name, lathe_hl_node *node) {
    for (size_t i = 0; i < lathe_hl_ref_count(node); i++) {
        lathe_reg_ddref *ref = lathe_hl_ref(node, i);
        int64_t bytes = 0;
        if (lathe_ddref_kind_of(ref) != LATHE_DDREF_MEMORY)
            continue;
        char *text = lathe_ddref_text(f, ref);
        if (lathe_ddref_const_stride_at_level(f, ref, lathe_hl_nesting_level(node), &bytes))
            printf("%s: %s moves %lld bytes\n", name, text, (long long)bytes);
        lathe_free(text);
    }
}

int main(int argc, char **argv) {
    lathe_ctx *ctx = lathe_ctx_new();
    if (!ctx || argc < 2)
        return 1;
    lathe_module *m = lathe_module_load(ctx, (const char *const *)argv + 1, 1, NULL);
    lathe_hir *h = m ? lathe_hir_build(m, NULL) : NULL;
    for (size_t i = 0; h && i < lathe_hir_function_count(h); i++) {
        lathe_hir_function *f = lathe_hir_function_get(h, i);
        for (size_t r = 0; r < lathe_hir_region_count(f); r++) {
            lathe_hl_node *top = lathe_hir_region_get(f, r);
            for (lathe_hl_node *n = top; n; n = lathe_hl_next_in(n, top))
                show(f, lathe_hir_function_name(h, i), n);
        }
    }
    lathe_hir_free(h);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return h ? 0 : 1;
}
