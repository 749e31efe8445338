/* Shows all loops of a program: trip counts, strides of references at each level, dependences. The
 * process ends with that, so handles are not freed.
 *
 *     cc walk.c $(pkg-config --cflags --libs lathe) -o walk && ./walk program.c
 */
#include <lathe/hir_graph.h>
#include <stdio.h>

static void show(const char *before, char *text) {
    printf("%s%s", before, text ? text : "unknown");
    lathe_free(text);
}

static void show_sum(const char *before, lathe_hir_function *f, lathe_canon_expr *sum) {
    show(before, sum ? lathe_canon_text(f, sum) : NULL);
}

/* Strides come from the outermost loop inwards. */
static void show_node(lathe_hir_function *f, lathe_hl_node *n) {
    if (lathe_hl_kind_of(n) == LATHE_HL_LOOP)
        show_sum("\nloop, iterations: ", f, lathe_hl_loop_trip_count(f, n));
    for (size_t i = 0; i < lathe_hl_ref_count(n); i++) {
        lathe_reg_ddref *ref = lathe_hl_ref(n, i);
        bool in_memory = lathe_ddref_kind_of(ref) == LATHE_DDREF_MEMORY;
        show(in_memory ? "\n  " : " | ", lathe_ddref_text(f, ref));
        for (unsigned level = 1; in_memory && level <= lathe_hl_nesting_level(n); level++)
            show_sum(", stride ", f, lathe_ddref_stride_at_level(f, ref, level));
    }
}

static void show_region(lathe_hir_function *f, lathe_hl_node *region, const lathe_ddg *g) {
    for (lathe_hl_node *n = region; n; n = lathe_hl_next_in(n, region))
        show_node(f, n);
    for (size_t v = 0; v < lathe_ddg_vertex_count(g); v++)
        for (const lathe_ddg_edge *e = NULL; (e = lathe_ddg_next_out(g, v, e));)
            show("\n  dependence: ", lathe_ddg_edge_text(g, e));
}

int main(int argc, char **argv) {
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = lathe_module_load(ctx, (const char *const *)argv + 1, (size_t)argc - 1, NULL);
    lathe_hir *h = m ? lathe_hir_build(m, NULL) : NULL;
    lathe_deps *deps = h ? lathe_hir_deps(h, NULL) : NULL;
    for (size_t i = 0; deps && i < lathe_hir_function_count(h); i++) {
        lathe_hir_function *f = lathe_hir_function_get(h, i);
        printf("\n%s", lathe_hir_function_name(h, i));
        for (size_t k = 0; k < lathe_hir_region_count(f); k++)
            show_region(f, lathe_hir_region_get(f, k), lathe_deps_graph(deps, i, k));
    }
    return puts(lathe_ctx_error(ctx)) < 0 || !deps;
}
