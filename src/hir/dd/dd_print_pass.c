/* Needs: any valid module; loops that hir-canonicalize has brought into shape are shown best.
 * Keeps: everything; it only looks.
 * Breaks: nothing.
 * Declines when: never; what is not modelled is named.
 */
#include "hir/dd/dd_graph.h"
#include "hir/hir_build.h"
#include "hir/hir_passes.h"
#include "hir/text.h"

typedef struct print_options {
    hir_text_options text;
    bool deps;
    const char *function; /* NULL: all */
} print_options;

static void print_edges(hir *h, HLRegion *region, str *out) {
    dd_graph g = {0};
    if (dd_graph_build(&g, h, region, &(dd_options){0}, NULL))
        for (size_t i = 0; i < g.edges.len && ctx_tick(h->ctx, 1); i++) {
            str_add(out, "//   ");
            dd_edge_text(&g, &g.edges.at[i], out);
            str_add_char(out, '\n');
        }
    if (!g.complete && ctx_ok(h->ctx))
        str_add(out, "//   gave-up: too many pairs, edges are missing\n");
    dd_graph_free(&g);
}

static void print_regions(hir *h, const print_options *options, str *out) {
    hir_text_options text = options->text;
    for (size_t i = 0; i < h->regions.len && ctx_ok(h->ctx); i++) {
        text.region = (uint32_t)i + 1;
        hir_print(h, &text, out);
        print_edges(h, h->regions.at[i], out);
    }
}

static void print_function(lathe_module *m, LLVMValueRef fn, const print_options *options,
                           str *out) {
    hir h;
    if (hir_init(&h, m) && hir_build(&h, fn) && (h.regions.len || h.refusals.len)) {
        if (options->deps && h.regions.len)
            print_regions(&h, options, out);
        else
            hir_print(&h, &options->text, out);
        for (size_t i = 0; i < h.refusals.len; i++)
            str_printf(out, "// loop %s is not modelled: %s [%s]\n", h.refusals.at[i].loop,
                       h.refusals.at[i].reason, h.refusals.at[i].id);
    }
    hir_free(&h);
}

lathe_status hir_print_pass(lathe_module *m, const ir_params *params, str *out) {
    print_options options = {.deps = ir_param_given(params, "deps"),
                             .function = ir_param_get(params, "function")};
    options.text.verbose = ir_param_given(params, "verbose");
    options.text.numbers = options.deps || ir_param_given(params, "numbers");
    LLVMValueRef only = options.function ? LLVMGetNamedFunction(m->llvm, options.function) : NULL;
    if (options.function && (!only || LLVMIsDeclaration(only)))
        return ctx_fail(m->ctx, LATHE_USAGE, "function=%s: there is no such function",
                        options.function);
    ir_each_function (fn, m->llvm)
        if (!LLVMIsDeclaration(fn) && (!only || fn == only) && ctx_ok(m->ctx))
            print_function(m, fn, &options, out);
    return m->ctx->status;
}
