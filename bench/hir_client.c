/* Builds the HIR of a module whose loops are in shape already, for counting instructions: the
 * command's watchdog takes the slowness of a simulated processor for a hang. */
#include <lathe/hir.h>

#include <stdio.h>

int main(int argc, char **argv) {
    lathe_ctx *ctx = lathe_ctx_new();
    const char *path = argc == 2 ? argv[1] : "";
    lathe_module *module = ctx ? lathe_module_load(ctx, &path, 1, NULL) : NULL;
    lathe_hir *hir =
        module ? lathe_hir_build(module, &LATHE_WITH(lathe_hir_options, .as_is = true)) : NULL;
    lathe_hir_counts counts = LATHE_INIT(lathe_hir_counts);
    if (hir && lathe_hir_count(hir, LATHE_HIR_ALL, &counts))
        printf("%zu loops\n", counts.loops);
    else
        fprintf(stderr, "hir_client: %s\n", ctx ? lathe_ctx_error(ctx) : "no memory");
    int code = hir ? 0 : 1;
    lathe_hir_free(hir);
    lathe_module_free(module);
    lathe_ctx_free(ctx);
    return code;
}
