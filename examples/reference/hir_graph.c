/* Interchanges the outermost two loops of each function's first nest, if that is proved to be
 * legal.
 *
 * For examples/matrix.c it prints:
 *     main: i1 with i2: done
 *     multiply: i1 with i2: done
 */
#include <lathe/hir_graph.h>

#include <stdio.h>

/* The loop that is the first node of this one; NULL if that is something else. */
static lathe_hl_node *inner_of(lathe_hl_node *loop) {
    lathe_hl_node *first = lathe_hl_first(loop, 0);
    return first && lathe_hl_kind_of(first) == LATHE_HL_LOOP ? first : NULL;
}

static void try_one(lathe_ddg *g, const char *name) {
    lathe_hl_node *outer = lathe_hl_first(lathe_ddg_region(g), 0);
    lathe_hl_node *inner = outer ? inner_of(outer) : NULL;
    lathe_deps_answer why = LATHE_INIT(lathe_deps_answer);
    if (!inner)
        return;
    bool done = lathe_hir_interchange(g, outer, inner, &why);
    printf("%s: i1 with i2: %s\n", name, done ? "done" : why.id);
}

int main(int argc, char **argv) {
    lathe_ctx *ctx = lathe_ctx_new();
    if (!ctx || argc < 2)
        return 1;
    lathe_module *m = lathe_module_load(ctx, (const char *const *)argv + 1, 1, NULL);
    lathe_hir *h = m ? lathe_hir_build(m, NULL) : NULL;
    lathe_deps *deps = h ? lathe_hir_deps(h, NULL) : NULL;
    for (size_t i = 0; deps && i < lathe_hir_function_count(h); i++)
        try_one(lathe_deps_graph(deps, i, 0), lathe_hir_function_name(h, i));
    lathe_deps_free(deps);
    lathe_hir_free(h);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return deps ? 0 : 1;
}
