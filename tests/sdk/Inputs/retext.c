/* retext PROGRAM HIR OUT: the program with the loop nests that the text has. */
#include <lathe/hir_edit.h>
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc < 4)
        return 2;
    const char *program = argv[1], *text = argv[2];
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = lathe_module_load(ctx, &program, 1, NULL);
    lathe_hir *h = m ? lathe_hir_read_for(m, &text, 1, NULL) : NULL;
    size_t lowered = 0;
    for (size_t i = 0; h && i < lathe_hir_function_count(h); i++) {
        lathe_hir_function *f = lathe_hir_function_get(h, i);
        size_t own = 0;
        for (size_t k = 0; k < lathe_hir_region_count(f); k++) {
            const char *why = lathe_hir_lower_refusal(f, lathe_hir_region_get(f, k));
            if (why)
                printf("%s: not lowered: %s\n", lathe_hir_function_name(h, i), why);
        }
        lathe_hir_lower(f, &own);
        lowered += own;
    }
    if (h && lathe_ctx_status(ctx) == LATHE_OK)
        lathe_module_write(m, argv[3]);
    printf("%zu lowered\n", lowered);
    int failed = lathe_ctx_status(ctx) != LATHE_OK;
    if (failed)
        printf("%s: %s\n", lathe_status_name(lathe_ctx_status(ctx)), lathe_ctx_error(ctx));
    lathe_hir_free(h);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return failed;
}
