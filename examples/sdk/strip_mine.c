/* Strip-mines one loop of a program and writes the program that does so.
 *
 *     cc strip_mine.c $(pkg-config --cflags --libs lathe) -o strip_mine
 *     ./strip_mine program.c 12 16 out.bc        # the loop on line 12, 16 iterations at a time
 *
 * Built as a shared object, it is a pass of lathe's, at the end of this file:
 *
 *     cc -shared -fPIC strip_mine.c $(pkg-config --cflags lathe) -o strip_mine.so
 *     lathe opt --load=./strip_mine.so --passes='my-strip<line=12;size=16>' program.c -o out.bc
 *     lathe fuzz --load=./strip_mine.so --pass='my-strip<size=3>'
 */
#include <lathe/hir_edit.h>
#include <lathe/pass.h>
#include <stdio.h>
#include <stdlib.h>

/* The chosen loop, and the function and graph that it is in. */
static lathe_hl_node *find_loop(lathe_hir *h, lathe_deps *deps, unsigned line,
                                lathe_hir_function **f, lathe_ddg **g) {
    for (size_t i = 0; i < lathe_hir_function_count(h); i++) {
        *f = lathe_hir_function_get(h, i);
        lathe_hl_node *loop = lathe_hir_loop_at_line(*f, line);
        if (!loop)
            continue;
        *g = lathe_deps_graph_of(deps, lathe_hl_parent_region(loop));
        return loop;
    }
    return NULL;
}

static int strip_mine(lathe_hir *h, lathe_deps *deps, unsigned line, unsigned size) {
    lathe_deps_answer why = LATHE_INIT(lathe_deps_answer);
    lathe_hir_function *f;
    lathe_ddg *g;
    size_t nests = 0;
    lathe_hl_node *loop = find_loop(h, deps, line, &f, &g);
    if (!loop) {
        fprintf(stderr, "no loop on line %u\n", line);
        return 1;
    }
    if (!lathe_hir_strip_mine(g, loop, size, &why)) {
        fprintf(stderr, "line %u: %s\n", line, why.reason ? why.reason : "not possible");
        return 1;
    }
    if (lathe_hir_lower(f, &nests) != LATHE_OK)
        return 1;
    printf("%zu loop nest changed\n", nests);
    return nests != 1;
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fprintf(stderr, "usage: strip_mine PROGRAM LINE SIZE OUT\n");
        return 2;
    }
    const char *path = argv[1];
    lathe_ctx *ctx = lathe_ctx_new();
    const char *const debug = "-g";
    lathe_load_options load = LATHE_WITH(lathe_load_options, .c_flags = &debug, .c_flag_count = 1);
    lathe_hir_options shape = LATHE_WITH(lathe_hir_options, .for_changes = true);
    lathe_module *m = lathe_module_load(ctx, &path, 1, &load);
    lathe_hir *h = m ? lathe_hir_build(m, &shape) : NULL;
    lathe_deps *deps = h ? lathe_hir_deps(h, NULL) : NULL;
    int failed = !deps || strip_mine(h, deps, (unsigned)atoi(argv[2]), (unsigned)atoi(argv[3])) ||
                 lathe_module_write(m, argv[4]) != LATHE_OK;
    if (lathe_ctx_status(ctx) != LATHE_OK)
        fprintf(stderr, "%s\n", lathe_ctx_error(ctx));
    lathe_deps_free(deps);
    lathe_hir_free(h);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return failed;
}

static bool strip_loop(lathe_pass_call *call, lathe_ddg *graph, lathe_hl_node *loop,
                       lathe_deps_answer *why) {
    return lathe_hir_strip_mine(graph, loop, (unsigned)lathe_pass_number(call, "size", 16), why);
}

static const lathe_param strip_params[] = {
    {"size", LATHE_PARAM_NUMBER, "N", 2, 4096, "iterations of a strip, 16 unless given"}};

LATHE_REGISTER_PASS(strip, .name = "my-strip", .summary = "Run loops in strips of some iterations",
                    .params = strip_params, .param_count = 1, .run_loop = strip_loop);
