/* Counts the loops of each function, and the dependences that keep them from running in parallel.
 *
 * For examples/particles.c it prints:
 *     main: loops: 2, nests: 2, counted: 2, dependences: some
 *     advance: loops: 1, nests: 1, counted: 1, dependences: none
 *     energy: loops: 1, nests: 1, counted: 1, dependences: none
 */
#include <lathe/hir.h>

#include <stdio.h>

/* Edges of memory between iterations. */
static size_t carried(const lathe_deps *deps, size_t function, size_t regions) {
    lathe_deps_edge edge = LATHE_INIT(lathe_deps_edge);
    size_t found = 0;
    for (size_t r = 0; r < regions; r++)
        for (size_t i = 0; lathe_deps_edge_get(deps, function, r, i, &edge); i++)
            found += edge.level > 0 && !edge.scalar;
    return found;
}

int main(int argc, char **argv) {
    lathe_ctx *ctx = lathe_ctx_new();
    if (!ctx || argc < 2)
        return 1;
    lathe_module *m = lathe_module_load(ctx, (const char *const *)argv + 1, 1, NULL);
    lathe_hir *h = m ? lathe_hir_build(m, NULL) : NULL;
    lathe_deps *deps = h ? lathe_hir_deps(h, NULL) : NULL;
    lathe_hir_counts counts = LATHE_INIT(lathe_hir_counts);
    for (size_t f = 0; deps && lathe_hir_count(h, f, &counts); f++)
        printf("%s: loops: %zu, nests: %zu, counted: %zu, dependences: %s\n",
               lathe_hir_function_name(h, f), counts.loops, counts.regions, counts.do_loops,
               carried(deps, f, counts.regions) ? "some" : "none");
    int code = lathe_status_exit_code(lathe_ctx_status(ctx));
    if (code)
        fprintf(stderr, "%s\n", lathe_ctx_error(ctx));
    lathe_deps_free(deps);
    lathe_hir_free(h);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return code;
}
