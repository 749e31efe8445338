/* Calls every function of lathe/hir_tree.h, hir_graph.h and hir_edit.h on the functions of a
 * program and prints what it gives, a line for each: hir_values.py holds that against what is
 * recorded, and against the documentation's table. */
#include <lathe/hir_edit.h>
#include <lathe/hir_graph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lathe_ctx *ctx;
static lathe_module *module;
static lathe_hir *h;
static lathe_deps *deps;

/* Everything of a kind: `f`, `n`, `r`, `ce` and `b` are what the loop is at. */
#define EACH_FUNCTION                                                                              \
    for (size_t fi = 0; fi < lathe_hir_function_count(h); fi++)                                    \
        for (lathe_hir_function *f = lathe_hir_function_get(h, fi), *once = f; once; once = NULL)
#define EACH_REGION                                                                                \
    EACH_FUNCTION                                                                                  \
    for (size_t ri = 0; ri < lathe_hir_region_count(f); ri++)                                      \
        for (lathe_hl_node *region = lathe_hir_region_get(f, ri), *one = region; one; one = NULL)
#define EACH_NODE                                                                                  \
    EACH_REGION                                                                                    \
    for (lathe_hl_node *n = region; n; n = lathe_hl_next_in(n, region))
#define EACH_LOOP                                                                                  \
    EACH_NODE                                                                                      \
    if (lathe_hl_kind_of(n) == LATHE_HL_LOOP)
#define EACH_REF                                                                                   \
    EACH_NODE                                                                                      \
    for (size_t xi = 0; xi < lathe_hl_ref_count(n); xi++)                                          \
        for (lathe_reg_ddref *r = lathe_hl_ref(n, xi), *this = r; this; this = NULL)
#define EACH_CANON                                                                                 \
    EACH_REF                                                                                       \
    for (unsigned d = 1; d <= lathe_ddref_dimension_count(r); d++)                                 \
        for (lathe_canon_expr *ce = lathe_ddref_subscript(r, d), *it = ce; it; it = NULL)
#define EACH_BLOB_REF                                                                              \
    EACH_REF                                                                                       \
    for (size_t bi = 0; bi < lathe_ddref_blob_count(r); bi++)                                      \
        for (lathe_blob_ddref *b = lathe_ddref_blob_get(r, bi), *that = b; that; that = NULL)
#define EACH_BLOB                                                                                  \
    EACH_CANON                                                                                     \
    for (size_t bi = 0; bi < lathe_canon_blob_count(ce); bi++)                                     \
        for (lathe_blob b = lathe_canon_blob_at(ce, bi), go = 1; go; go = 0)

/* A line: the name, and what is printed for each. */
#define LINE(name, each, ...)                                                                      \
    do {                                                                                           \
        printf("%s:", #name);                                                                      \
        each {                                                                                     \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
        putchar('\n');                                                                             \
    } while (0)
#define NUMBER(value) printf(" %lld", (long long)(value))
#define WORD(value) word(value)
#define GIVEN(value) given(value)
#define TYPE(value) type(value)

static void word(const char *text) {
    printf(" %s", text ? text : "-");
}

static void given(char *text) {
    printf(" %s;", text ? text : "-");
    lathe_free(text);
}

static void type(LLVMTypeRef t) {
    char *text = t ? LLVMPrintTypeToString(t) : NULL;
    word(text);
    LLVMDisposeMessage(text);
}

static unsigned number(const lathe_hl_node *n) {
    return n ? lathe_hl_number(n) : 0;
}

static const char *value_name(LLVMValueRef v) {
    size_t length;
    return v ? LLVMGetValueName2(v, &length) : NULL;
}

static int has_opcode(LLVMValueRef v) {
    return v && LLVMIsAInstruction(v) ? (int)LLVMGetInstructionOpcode(v) : -1;
}

static void nodes(void) {
    LINE(lathe_hir_function_get, EACH_FUNCTION, NUMBER(lathe_hir_region_count(f)));
    LINE(lathe_hir_function_find, EACH_FUNCTION,
         NUMBER(lathe_hir_region_count(lathe_hir_function_find(h, "strides")) +
                (lathe_hir_function_find(h, "x") != NULL)));
    LINE(lathe_hir_function_llvm, EACH_FUNCTION,
         NUMBER(LLVMCountBasicBlocks(lathe_hir_function_llvm(f))));
    LINE(lathe_hir_region_count, EACH_FUNCTION, NUMBER(lathe_hir_region_count(f)));
    LINE(lathe_hir_region_get, EACH_FUNCTION, NUMBER(number(lathe_hir_region_get(f, 1))));
    LINE(lathe_hir_node_numbered, EACH_FUNCTION,
         NUMBER(lathe_hir_node_numbered(f, 8) ? lathe_hl_kind_of(lathe_hir_node_numbered(f, 8))
                                              : -1));
    LINE(lathe_hir_loop_at_line, EACH_FUNCTION, NUMBER(number(lathe_hir_loop_at_line(f, 11))),
         NUMBER(number(lathe_hir_loop_at_line(f, 8))));
    LINE(lathe_hl_kind_of, EACH_NODE, NUMBER(lathe_hl_kind_of(n)));
    LINE(lathe_hl_number, EACH_NODE, NUMBER(lathe_hl_number(n)));
    LINE(lathe_hl_parent, EACH_NODE, NUMBER(number(lathe_hl_parent(n))));
    LINE(lathe_hl_next, EACH_NODE, NUMBER(number(lathe_hl_next(n))));
    LINE(lathe_hl_prev, EACH_NODE, NUMBER(number(lathe_hl_prev(n))));
    LINE(lathe_hl_next_in, EACH_NODE, NUMBER(number(lathe_hl_next_in(n, region))));
    LINE(lathe_hl_parent_loop, EACH_NODE, NUMBER(number(lathe_hl_parent_loop(n))));
    LINE(lathe_hl_parent_region, EACH_NODE, NUMBER(number(lathe_hl_parent_region(n))));
    LINE(lathe_hl_nesting_level, EACH_NODE, NUMBER(lathe_hl_nesting_level(n)));
    LINE(lathe_hl_is_before, EACH_NODE, NUMBER(lathe_hl_is_before(n, lathe_hl_last(region, 0))));
    LINE(lathe_hl_is_in, EACH_NODE, NUMBER(lathe_hl_is_in(n, lathe_hl_last(region, 0))));
    LINE(lathe_hl_source, EACH_NODE, unsigned line = 0; lathe_hl_source(n, NULL, &line, NULL);
         NUMBER(line));
    LINE(lathe_hl_text, EACH_NODE, GIVEN(lathe_hl_text(f, n)));
    LINE(lathe_hl_list_count, EACH_NODE, NUMBER(lathe_hl_list_count(n)));
    LINE(lathe_hl_first, EACH_NODE, NUMBER(number(lathe_hl_first(n, 0))));
    LINE(lathe_hl_last, EACH_NODE, NUMBER(number(lathe_hl_last(n, 1))));
    LINE(lathe_hl_region_entry, EACH_REGION, WORD(lathe_hl_region_entry(region)));
    LINE(lathe_hl_region_exit, EACH_REGION, WORD(lathe_hl_region_exit(region)));
    LINE(lathe_hl_region_live_in, EACH_REGION, lathe_temp t[8];
         size_t count = lathe_hl_region_live_in(region, t, 8);
         for (size_t i = 0; i < count; i++) WORD(lathe_temp_name(f, t[i])));
    LINE(lathe_hl_region_live_out, EACH_REGION, lathe_temp t[8];
         size_t count = lathe_hl_region_live_out(region, t, 8);
         for (size_t i = 0; i < count; i++) WORD(lathe_temp_name(f, t[i])));
    LINE(lathe_hl_region_depth, EACH_REGION, NUMBER(lathe_hl_region_depth(region)));
}

static void kinds(void) {
    LINE(lathe_hl_loop_kind_of, EACH_LOOP, NUMBER(lathe_hl_loop_kind_of(n)));
    LINE(lathe_hl_loop_upper, EACH_LOOP, lathe_canon_expr *ce = lathe_hl_loop_upper(n);
         GIVEN(ce ? lathe_canon_text(f, ce) : NULL));
    LINE(lathe_hl_loop_trip_count, EACH_LOOP, lathe_canon_expr *ce = lathe_hl_loop_trip_count(f, n);
         GIVEN(ce ? lathe_canon_text(f, ce) : NULL));
    LINE(lathe_hl_loop_const_trip_count, EACH_LOOP, NUMBER(lathe_hl_loop_const_trip_count(f, n)));
    LINE(lathe_hl_loop_iv_type, EACH_LOOP, TYPE(lathe_hl_loop_iv_type(n)));
    LINE(lathe_hl_loop_is_innermost, EACH_LOOP, NUMBER(lathe_hl_loop_is_innermost(n)));
    LINE(lathe_hl_loop_is_exact, EACH_LOOP, NUMBER(lathe_hl_loop_is_exact(n)));
    LINE(lathe_hl_loop_refusal, EACH_LOOP, WORD(lathe_hl_loop_refusal(n)));
    LINE(lathe_hl_compares_reals, EACH_NODE, NUMBER(lathe_hl_compares_reals(n)));
    LINE(lathe_hl_predicate, EACH_NODE, NUMBER(lathe_hl_predicate(n)));
    LINE(lathe_hl_real_predicate, EACH_NODE, NUMBER(lathe_hl_real_predicate(n)));
    LINE(lathe_hl_switch_case_count, EACH_NODE, NUMBER(lathe_hl_switch_case_count(n)));
    LINE(lathe_hl_switch_case_value, EACH_NODE, NUMBER(lathe_hl_switch_case_value(n, 0)));
    LINE(lathe_hl_label_name, EACH_NODE, WORD(lathe_hl_label_name(n)));
    LINE(lathe_hl_goto_target, EACH_NODE, NUMBER(number(lathe_hl_goto_target(n))));
    LINE(lathe_hl_opcode, EACH_NODE, NUMBER(lathe_hl_opcode(n)));
    LINE(lathe_hl_callee, EACH_NODE, WORD(lathe_hl_callee(n)));
    LINE(lathe_hl_llvm, EACH_NODE, NUMBER(has_opcode(lathe_hl_llvm(n))));
    LINE(lathe_hl_has_lval, EACH_NODE, NUMBER(lathe_hl_has_lval(n)));
    LINE(lathe_hl_ref_count, EACH_NODE, NUMBER(lathe_hl_ref_count(n)));
    LINE(lathe_hl_ref, EACH_NODE, lathe_reg_ddref *r = lathe_hl_ref(n, 1);
         GIVEN(r ? lathe_ddref_text(f, r) : NULL));
    LINE(lathe_hl_lval, EACH_NODE, lathe_reg_ddref *r = lathe_hl_lval(n);
         GIVEN(r ? lathe_ddref_text(f, r) : NULL));
}

static void refs(void) {
    LINE(lathe_ddref_kind_of, EACH_REF, NUMBER(lathe_ddref_kind_of(r)));
    LINE(lathe_ddref_node, EACH_REF, NUMBER(number(lathe_ddref_node(r))));
    LINE(lathe_ddref_symbase, EACH_REF, NUMBER(lathe_ddref_symbase(r)));
    LINE(lathe_ddref_is_lval, EACH_REF, NUMBER(lathe_ddref_is_lval(r)));
    LINE(lathe_ddref_is_volatile, EACH_REF, NUMBER(lathe_ddref_is_volatile(r)));
    LINE(lathe_ddref_is_atomic, EACH_REF, NUMBER(lathe_ddref_is_atomic(r)));
    LINE(lathe_ddref_type, EACH_REF, TYPE(lathe_ddref_type(r)));
    LINE(lathe_ddref_base, EACH_REF, lathe_canon_expr *ce = lathe_ddref_base(r);
         GIVEN(ce ? lathe_canon_text(f, ce) : NULL));
    LINE(lathe_ddref_dimension_count, EACH_REF, NUMBER(lathe_ddref_dimension_count(r)));
    LINE(lathe_ddref_subscript, EACH_REF, lathe_canon_expr *ce = lathe_ddref_subscript(r, 2);
         GIVEN(ce ? lathe_canon_text(f, ce) : NULL));
    LINE(lathe_ddref_dimension_stride, EACH_REF,
         GIVEN(lathe_blob_text(f, lathe_ddref_dimension_stride(r, 1))));
    LINE(lathe_ddref_dimension_const_stride, EACH_REF,
         NUMBER(lathe_ddref_dimension_const_stride(f, r, 2)));
    LINE(lathe_ddref_dimension_size, EACH_REF, NUMBER(lathe_ddref_dimension_size(r, 1)));
    LINE(lathe_ddref_stride_at_level, EACH_REF,
         lathe_canon_expr *ce = lathe_ddref_stride_at_level(f, r, 1);
         GIVEN(ce ? lathe_canon_text(f, ce) : NULL));
    LINE(lathe_ddref_const_stride_at_level, EACH_REF, int64_t bytes = -1;
         NUMBER(lathe_ddref_const_stride_at_level(f, r, 1, &bytes)); NUMBER(bytes));
    LINE(lathe_ddref_is_in_bounds, EACH_REF, NUMBER(lathe_ddref_is_in_bounds(r)));
    LINE(lathe_ddref_is_invariant_at_level, EACH_REF,
         NUMBER(lathe_ddref_is_invariant_at_level(r, 1)));
    LINE(lathe_ddref_is_self_blob, EACH_REF, NUMBER(lathe_ddref_is_self_blob(f, r)));
    LINE(lathe_ddref_temp, EACH_REF, WORD(lathe_temp_name(f, lathe_ddref_temp(f, r))));
    LINE(lathe_ddref_indexing, EACH_REF, const lathe_reg_ddref *by = NULL;
         NUMBER(lathe_ddref_indexing(f, r, &by)); GIVEN(by ? lathe_ddref_text(f, by) : NULL));
    LINE(lathe_ddref_llvm, EACH_REF, NUMBER(has_opcode(lathe_ddref_llvm(r))));
    LINE(lathe_ddref_text, EACH_REF, GIVEN(lathe_ddref_text(f, r)));
    LINE(lathe_ddref_blob_count, EACH_REF, NUMBER(lathe_ddref_blob_count(r)));
    LINE(lathe_ddref_blob_get, EACH_REF, NUMBER(lathe_ddref_blob_get(r, 1) != NULL));
    LINE(lathe_blob_ddref_blob, EACH_BLOB_REF, GIVEN(lathe_blob_text(f, lathe_blob_ddref_blob(b))));
    LINE(lathe_blob_ddref_symbase, EACH_BLOB_REF, NUMBER(lathe_blob_ddref_symbase(b)));
    LINE(lathe_blob_ddref_level, EACH_BLOB_REF, NUMBER(lathe_blob_ddref_level(b)));
    LINE(lathe_blob_ddref_parent, EACH_BLOB_REF,
         GIVEN(lathe_ddref_text(f, lathe_blob_ddref_parent(b))));
    LINE(lathe_ddref_find_blob_level, EACH_BLOB_REF,
         NUMBER(lathe_ddref_find_blob_level(r, lathe_blob_ddref_blob(b))));
    LINE(lathe_ddref_find_max_blob_level, EACH_CANON, lathe_blob all[8];
         size_t count = lathe_canon_collect_temp_blobs(f, ce, all, 8);
         NUMBER(lathe_ddref_find_max_blob_level(f, r, all, count < 8 ? count : 8)));
}

static void canons(void) {
    LINE(lathe_canon_src_type, EACH_CANON, TYPE(lathe_canon_src_type(ce)));
    LINE(lathe_canon_dest_type, EACH_CANON, TYPE(lathe_canon_dest_type(ce)));
    LINE(lathe_canon_cast_of, EACH_CANON, NUMBER(lathe_canon_cast_of(ce)));
    LINE(lathe_canon_has_iv, EACH_CANON, NUMBER(lathe_canon_has_iv(ce, 2)));
    LINE(lathe_canon_iv_coefficient, EACH_CANON, NUMBER(lathe_canon_iv_coefficient(ce, 1)));
    LINE(lathe_canon_iv_blob, EACH_CANON, GIVEN(lathe_blob_text(f, lathe_canon_iv_blob(ce, 2))));
    LINE(lathe_canon_blob_count, EACH_CANON, NUMBER(lathe_canon_blob_count(ce)));
    LINE(lathe_canon_blob_at, EACH_CANON, GIVEN(lathe_blob_text(f, lathe_canon_blob_at(ce, 0))));
    LINE(lathe_canon_blob_coefficient, EACH_CANON, NUMBER(lathe_canon_blob_coefficient(ce, 0)));
    LINE(lathe_canon_constant, EACH_CANON, NUMBER(lathe_canon_constant(ce)));
    LINE(lathe_canon_denominator, EACH_CANON, NUMBER(lathe_canon_denominator(ce)));
    LINE(lathe_canon_is_signed_division, EACH_CANON, NUMBER(lathe_canon_is_signed_division(ce)));
    LINE(lathe_canon_is_exact, EACH_CANON, NUMBER(lathe_canon_is_exact(ce)));
    LINE(lathe_canon_is_constant, EACH_CANON, int64_t value = -1;
         NUMBER(lathe_canon_is_constant(ce, &value)); NUMBER(value));
    LINE(lathe_canon_is_self_blob, EACH_CANON, NUMBER(lathe_canon_is_self_blob(f, ce)));
    LINE(lathe_canon_defined_at_level, EACH_CANON, NUMBER(lathe_canon_defined_at_level(ce)));
    LINE(lathe_canon_is_linear_at_level, EACH_CANON,
         NUMBER(lathe_canon_is_linear_at_level(ce, lathe_hl_nesting_level(n))));
    LINE(lathe_canon_is_invariant_at_level, EACH_CANON,
         NUMBER(lathe_canon_is_invariant_at_level(ce, 1)));
    LINE(lathe_canon_mergeable, EACH_CANON,
         NUMBER(lathe_canon_mergeable(ce, lathe_ddref_subscript(lathe_hl_ref(n, 0), 1))));
    LINE(lathe_canon_equal, EACH_CANON,
         NUMBER(lathe_canon_equal(ce, lathe_ddref_subscript(lathe_hl_ref(n, 0), 1))));
    LINE(lathe_canon_collect_temp_blobs, EACH_CANON, lathe_blob all[8];
         NUMBER(lathe_canon_collect_temp_blobs(f, ce, all, 8)));
    LINE(lathe_canon_text, EACH_CANON, GIVEN(lathe_canon_text(f, ce)));
    LINE(lathe_blob_op_of, EACH_BLOB, NUMBER(lathe_blob_op_of(f, b)));
    LINE(lathe_blob_type, EACH_BLOB, TYPE(lathe_blob_type(f, b)));
    LINE(lathe_blob_is_temp, EACH_BLOB, NUMBER(lathe_blob_is_temp(f, b)));
    LINE(lathe_blob_temp, EACH_BLOB, WORD(lathe_temp_name(f, lathe_blob_temp(f, b))));
    LINE(lathe_blob_is_constant, EACH_REF, int64_t value = -1;
         NUMBER(lathe_blob_is_constant(f, lathe_ddref_dimension_stride(r, 1), &value));
         NUMBER(value));
    LINE(lathe_blob_operand_count, EACH_BLOB, NUMBER(lathe_blob_operand_count(f, b)));
    LINE(lathe_blob_operand, EACH_BLOB, GIVEN(lathe_blob_text(f, lathe_blob_operand(f, b, 0))));
    LINE(lathe_blob_level, EACH_BLOB, NUMBER(lathe_blob_level(f, b, region)));
    LINE(lathe_blob_text, EACH_BLOB, GIVEN(lathe_blob_text(f, b)));
    LINE(lathe_temp_find, EACH_FUNCTION, NUMBER(lathe_temp_find(f, "@y")),
         NUMBER(lathe_temp_find(f, "%sum.016")));
    LINE(lathe_temp_name, EACH_FUNCTION, WORD(lathe_temp_name(f, 2)));
    LINE(lathe_temp_type, EACH_FUNCTION, TYPE(lathe_temp_type(f, 3)));
    LINE(lathe_temp_symbase, EACH_FUNCTION, NUMBER(lathe_temp_symbase(f, 4)));
    LINE(lathe_temp_level, EACH_FUNCTION, NUMBER(lathe_temp_level(f, 2)));
    LINE(lathe_temp_llvm, EACH_FUNCTION, WORD(value_name(lathe_temp_llvm(f, 2))));
}

#define EACH_GRAPH                                                                                 \
    EACH_REGION                                                                                    \
    for (lathe_ddg *g = lathe_deps_graph(deps, fi, ri), *same = g; same; same = NULL)
#define EACH_VERTEX                                                                                \
    EACH_GRAPH                                                                                     \
    for (size_t v = 0; v < lathe_ddg_vertex_count(g); v++)
#define EACH_EDGE                                                                                  \
    EACH_VERTEX                                                                                    \
    for (const lathe_ddg_edge *e = NULL; (e = lathe_ddg_next_out(g, v, e));)

static void graphs(void) {
    LINE(lathe_deps_graph, EACH_REGION,
         NUMBER(lathe_ddg_vertex_count(lathe_deps_graph(deps, fi, ri))));
    LINE(lathe_deps_graph_of, EACH_REGION,
         NUMBER(lathe_ddg_vertex_count(lathe_deps_graph_of(deps, region))));
    LINE(lathe_ddg_function, EACH_GRAPH, NUMBER(lathe_hir_region_count(lathe_ddg_function(g))));
    LINE(lathe_ddg_region, EACH_GRAPH, WORD(lathe_hl_region_entry(lathe_ddg_region(g))));
    LINE(lathe_ddg_update, EACH_GRAPH, NUMBER(lathe_ddg_update(g)),
         NUMBER(lathe_ddg_vertex_count(g)));
    LINE(lathe_ddg_vertex_count, EACH_GRAPH, NUMBER(lathe_ddg_vertex_count(g)));
    LINE(lathe_ddg_find, EACH_REF, NUMBER(lathe_ddg_find(lathe_deps_graph(deps, fi, ri), r)));
    LINE(lathe_ddg_find_blob, EACH_BLOB_REF,
         NUMBER(lathe_ddg_find_blob(lathe_deps_graph(deps, fi, ri), b)));
    LINE(lathe_ddg_vertex_ref, EACH_VERTEX, lathe_reg_ddref *r = lathe_ddg_vertex_ref(g, v);
         GIVEN(r ? lathe_ddref_text(f, r) : NULL));
    LINE(lathe_ddg_vertex_blob, EACH_VERTEX,
         NUMBER(lathe_ddg_vertex_blob(g, v) ? lathe_blob_ddref_level(lathe_ddg_vertex_blob(g, v))
                                            : -1u));
    LINE(lathe_ddg_vertex_node, EACH_VERTEX, NUMBER(number(lathe_ddg_vertex_node(g, v))));
    LINE(lathe_ddg_next_out, EACH_VERTEX, size_t count = 0;
         for (const lathe_ddg_edge *e = NULL; (e = lathe_ddg_next_out(g, v, e));) count++;
         NUMBER(count));
    LINE(lathe_ddg_next_in, EACH_VERTEX, size_t count = 0;
         for (const lathe_ddg_edge *e = NULL; (e = lathe_ddg_next_in(g, v, e));) count++;
         NUMBER(count));
    LINE(lathe_ddg_edge_source, EACH_EDGE, NUMBER(lathe_ddg_edge_source(e)));
    LINE(lathe_ddg_edge_sink, EACH_EDGE, NUMBER(lathe_ddg_edge_sink(e)));
    LINE(lathe_ddg_edge_kind, EACH_EDGE, NUMBER(lathe_ddg_edge_kind(e)));
    LINE(lathe_ddg_edge_level, EACH_EDGE, NUMBER(lathe_ddg_edge_level(e)));
    LINE(lathe_ddg_edge_levels, EACH_EDGE, NUMBER(lathe_ddg_edge_levels(e)));
    LINE(lathe_ddg_edge_direction, EACH_EDGE, NUMBER(lathe_ddg_edge_direction(e, 1)));
    LINE(lathe_ddg_edge_distance, EACH_EDGE, int64_t distance = -1;
         NUMBER(lathe_ddg_edge_distance(e, 1, &distance)); NUMBER(distance));
    LINE(lathe_ddg_edge_reason, EACH_EDGE, WORD(lathe_ddg_edge_reason(e)));
    LINE(lathe_ddg_edge_text, EACH_EDGE, GIVEN(lathe_ddg_edge_text(g, e)));
    LINE(lathe_ddg_ask, EACH_LOOP, lathe_deps_answer answer = LATHE_INIT(lathe_deps_answer); NUMBER(
             lathe_ddg_ask(lathe_deps_graph(deps, fi, ri), LATHE_DEPS_PARALLEL, n, NULL, &answer));
         WORD(answer.id));
}

static size_t memory_vertex(const lathe_ddg *g, size_t from) {
    for (size_t v = from; v < lathe_ddg_vertex_count(g); v++) {
        lathe_reg_ddref *r = lathe_ddg_vertex_ref(g, v);
        if (r && !lathe_ddg_vertex_blob(g, v) && lathe_ddref_kind_of(r) == LATHE_DDREF_MEMORY)
            return v;
    }
    return LATHE_DDG_NONE;
}

/* Without isl first, so that refining has something to find; and with room for few pairs. */
static void other_graphs(void) {
    lathe_deps_options simple =
        LATHE_WITH(lathe_deps_options, .no_exact = true, .assume_noalias = true);
    lathe_deps *all = deps;
    deps = lathe_hir_deps(h, &simple);
    LINE(lathe_ddg_refine, EACH_GRAPH, size_t first = memory_vertex(g, 0);
         size_t second = memory_vertex(g, first + 1); size_t left = 0;
         if (first != LATHE_DDG_NONE && second != LATHE_DDG_NONE)
             NUMBER(lathe_ddg_refine(g, first, second, 0, &left));
         NUMBER(left));
    lathe_deps_free(deps);
    lathe_deps_options few = LATHE_WITH(lathe_deps_options, .max_pairs = 12);
    deps = lathe_hir_deps(h, &few);
    LINE(lathe_ddg_is_complete, EACH_GRAPH, NUMBER(lathe_ddg_is_complete(g)));
    lathe_deps_free(deps);
    deps = all;
}

/* Each change starts from the program as it was. */
static void open_program(const char *path) {
    module = lathe_module_load(ctx, &path, 1, NULL);
    h = module ? lathe_hir_build(module, NULL) : NULL;
    deps = h ? lathe_hir_deps(h, NULL) : NULL;
    if (!deps)
        fprintf(stderr, "%s\n", lathe_ctx_error(ctx));
}

static void close_program(void) {
    lathe_deps_free(deps);
    lathe_hir_free(h);
    lathe_module_free(module);
    lathe_ctx_clear(ctx);
}

typedef bool change_fn(lathe_ddg *g, lathe_hl_node *loop, lathe_deps_answer *answer);

static bool interchange(lathe_ddg *g, lathe_hl_node *loop, lathe_deps_answer *answer) {
    lathe_hl_node *inner = lathe_hl_first(loop, 0);
    return lathe_hl_kind_of(inner) == LATHE_HL_LOOP &&
           lathe_hir_interchange(g, loop, inner, answer);
}

static bool fuse(lathe_ddg *g, lathe_hl_node *loop, lathe_deps_answer *answer) {
    lathe_hl_node *next = lathe_hl_next(loop);
    return next && lathe_hl_kind_of(next) == LATHE_HL_LOOP && lathe_hir_fuse(g, loop, next, answer);
}

static bool strip_mine(lathe_ddg *g, lathe_hl_node *loop, lathe_deps_answer *answer) {
    return lathe_hir_strip_mine(g, loop, 8, answer);
}

static bool tile(lathe_ddg *g, lathe_hl_node *loop, lathe_deps_answer *answer) {
    lathe_hl_node *inner = lathe_hl_first(loop, 0);
    const unsigned sizes[] = {4, 8};
    return lathe_hl_kind_of(inner) == LATHE_HL_LOOP &&
           lathe_hir_tile(g, loop, inner, sizes, 2, answer);
}

static bool unroll_jam(lathe_ddg *g, lathe_hl_node *loop, lathe_deps_answer *answer) {
    return lathe_hir_unroll_jam(g, loop, 2, answer);
}

/* All loops, the first change of a nest counts: what was done, or why not. */
static void change(const char *path, const char *name, change_fn *make) {
    printf("%s:", name);
    open_program(path);
    EACH_GRAPH {
        lathe_hl_node *loops[16];
        size_t count = 0;
        for (lathe_hl_node *n = region; n; n = lathe_hl_next_in(n, region))
            if (lathe_hl_kind_of(n) == LATHE_HL_LOOP && count < 16)
                loops[count++] = n;
        bool done = false;
        for (size_t i = 0; i < count && !done; i++) {
            lathe_deps_answer answer = LATHE_INIT(lathe_deps_answer);
            done = make(g, loops[i], &answer);
            printf(" %u:%s", number(loops[i]), done ? "yes" : answer.id ? answer.id : "-");
        }
    }
    size_t lowered = 0;
    EACH_FUNCTION {
        size_t own = 0;
        lathe_hir_lower(f, &own);
        lowered += own;
    }
    printf(" lowered %zu %s\n", lowered, lathe_status_name(lathe_ctx_status(ctx)));
    close_program();
}

static void changes(const char *path) {
    change(path, "lathe_hir_interchange", interchange);
    change(path, "lathe_hir_reverse", lathe_hir_reverse);
    change(path, "lathe_hir_fuse", fuse);
    change(path, "lathe_hir_distribute", lathe_hir_distribute);
    change(path, "lathe_hir_strip_mine", strip_mine);
    change(path, "lathe_hir_tile", tile);
    change(path, "lathe_hir_unroll_jam", unroll_jam);
    change(path, "lathe_hir_hoist_if", lathe_hir_hoist_if);
    change(path, "lathe_hir_drop_if", lathe_hir_drop_if);
    change(path, "lathe_hir_sink", lathe_hir_sink);
    change(path, "lathe_hir_reduce_in_memory", lathe_hir_reduce_in_memory);
    change(path, "lathe_hir_licm", lathe_hir_licm);
    change(path, "lathe_hir_scalar_replace", lathe_hir_scalar_replace);
    change(path, "lathe_hir_version", lathe_hir_version);
}

/* The first reference to memory in the function "strides", and what it is in. */
static lathe_reg_ddref *memory_in(lathe_hir_function *f, lathe_hl_node *region) {
    for (lathe_hl_node *n = region; n; n = lathe_hl_next_in(n, region))
        for (size_t i = 0; i < lathe_hl_ref_count(n); i++)
            if (lathe_ddref_kind_of(lathe_hl_ref(n, i)) == LATHE_DDREF_MEMORY)
                return lathe_hl_ref(n, i);
    (void)f;
    return NULL;
}

static lathe_hir_function *f;
static lathe_hl_node *region, *place;
static lathe_reg_ddref *memory;
static LLVMTypeRef index_type;

#define SHOW(name, value)                                                                          \
    do {                                                                                           \
        printf("%s:", #name);                                                                      \
        value;                                                                                     \
        printf(" %s\n", lathe_status_name(lathe_ctx_status(ctx)));                                 \
        lathe_ctx_clear(ctx);                                                                      \
    } while (0)

static void show_canon(lathe_canon_expr *ce) {
    given(ce ? lathe_canon_text(f, ce) : NULL);
}

/* The subscript that the nest begins with, to be changed. */
static lathe_canon_expr *subscript(void) {
    return lathe_canon_clone(f, lathe_ddref_subscript(memory, 1));
}

static void expressions(void) {
    lathe_temp t = lathe_temp_create(f, "%made", index_type);
    lathe_blob b = lathe_blob_create_temp(
        f, lathe_blob_ddref_blob(lathe_ddref_blob_get(memory, 0))
               ? lathe_blob_temp(f, lathe_blob_ddref_blob(lathe_ddref_blob_get(memory, 0)))
               : t);
    lathe_blob seven = lathe_blob_create_constant(f, index_type, (int)lathe_hl_number(place));
    lathe_canon_expr *ce;
    SHOW(lathe_temp_create,
         word(lathe_temp_name(f, lathe_temp_create(f, lathe_temp_name(f, 3), index_type))));
    SHOW(lathe_blob_create_temp, given(lathe_blob_text(f, b)));
    SHOW(lathe_blob_create_constant, given(lathe_blob_text(f, seven)));
    lathe_blob both[] = {lathe_blob_create_temp(f, t), seven};
    SHOW(lathe_blob_create,
         given(lathe_blob_text(f, lathe_blob_create(f, LATHE_BLOB_ADD, index_type, both, 2))));
    SHOW(lathe_canon_create, ce = lathe_canon_create(f, index_type);
         lathe_canon_add(f, ce, subscript()); show_canon(ce));
    SHOW(lathe_canon_create_ext,
         ce = lathe_canon_create_ext(f, LLVMInt32TypeInContext(LLVMGetTypeContext(index_type)),
                                     index_type, LATHE_CANON_SEXT);
         lathe_canon_add_iv(f, ce, 1, lathe_canon_constant(subscript()) + 3, 0); show_canon(ce));
    SHOW(lathe_canon_clone, show_canon(subscript()));
    SHOW(lathe_canon_add_iv, ce = subscript(); lathe_canon_add_iv(f, ce, 1, 5, 0); show_canon(ce));
    SHOW(lathe_canon_add_blob, ce = subscript(); lathe_canon_add_blob(f, ce, 2, both[0]);
         show_canon(ce));
    SHOW(lathe_canon_add_constant, ce = subscript(); lathe_canon_add_constant(f, ce, 9);
         show_canon(ce));
    SHOW(lathe_canon_add, ce = subscript(); lathe_canon_add(f, ce, ce); show_canon(ce));
    SHOW(lathe_canon_negate, ce = subscript(); lathe_canon_negate(f, ce); show_canon(ce));
    SHOW(lathe_canon_multiply, ce = subscript(); lathe_canon_multiply(f, ce, 11); show_canon(ce));
    SHOW(lathe_canon_multiply_by_blob, ce = subscript();
         lathe_canon_multiply_by_blob(f, ce, both[0]); show_canon(ce));
    SHOW(lathe_canon_divide, ce = subscript(); lathe_canon_add_constant(f, ce, 1);
         lathe_canon_divide(f, ce, 3, true); show_canon(ce));
    SHOW(lathe_canon_replace_iv, ce = lathe_canon_create(f, index_type);
         lathe_canon_add_iv(f, ce, 1, 2, 0); lathe_canon_add_constant(f, ce, 1);
         lathe_canon_expr *to = lathe_canon_clone(f, lathe_ddref_subscript(memory, 2));
         lathe_canon_replace_iv(f, to, 1, ce); show_canon(to));
    SHOW(lathe_canon_update_level, ce = subscript(); lathe_canon_add_blob(f, ce, 1, both[0]);
         lathe_canon_update_level(f, ce, region); NUMBER(lathe_canon_defined_at_level(ce));
         show_canon(ce));
}

static void show_ref(lathe_reg_ddref *r) {
    given(r ? lathe_ddref_text(f, r) : NULL);
}

static lathe_hl_node *load_into(const char *name, lathe_reg_ddref *from) {
    lathe_temp t = lathe_temp_create(f, name, lathe_ddref_type(from));
    return lathe_hl_create_inst(f, LLVMLoad, lathe_ddref_create_temp(f, t), &from, 1);
}

static void show_node(lathe_hl_node *n) {
    given(n ? lathe_hl_text(f, n) : NULL);
}

static void references(void) {
    lathe_canon_expr *base = lathe_canon_clone(f, lathe_ddref_base(memory));
    lathe_canon_expr *zero = lathe_canon_create(f, index_type);
    const int64_t stride = 8;
    SHOW(lathe_ddref_create_scalar, show_ref(lathe_ddref_create_scalar(f, subscript())));
    SHOW(lathe_ddref_create_temp,
         show_ref(lathe_ddref_create_temp(
             f, lathe_blob_temp(f, lathe_blob_ddref_blob(lathe_ddref_blob_get(memory, 0))))));
    SHOW(lathe_ddref_create_constant,
         show_ref(lathe_ddref_create_constant(f, LLVMConstReal(lathe_ddref_type(memory), 2.5)));
         type(lathe_ddref_type(memory)));
    SHOW(lathe_ddref_create_memory,
         show_ref(lathe_ddref_create_memory(f, memory, base, &zero, &stride, 1,
                                            lathe_ddref_type(memory))));
    SHOW(lathe_ddref_clone, show_ref(lathe_ddref_clone(f, memory)));
    SHOW(lathe_ddref_set_subscript, lathe_reg_ddref *r = lathe_ddref_clone(f, memory);
         NUMBER(lathe_ddref_set_subscript(f, r, 1, zero)); show_ref(r));
}

/* Each node is put where the nest begins, and says what it is. */
static void made_nodes(void) {
    lathe_reg_ddref *two[] = {lathe_ddref_clone(f, memory), NULL};
    lathe_hl_node *load = load_into("%loaded", two[0]);
    lathe_temp t = lathe_ddref_temp(f, lathe_hl_lval(load));
    SHOW(lathe_hl_create_inst, show_node(load));
    lathe_temp truth =
        lathe_temp_create(f, "%truth", LLVMInt1TypeInContext(LLVMGetTypeContext(index_type)));
    SHOW(lathe_hl_create_cmp,
         show_node(lathe_hl_create_cmp(f, LLVMIntSLT, lathe_ddref_create_temp(f, truth),
                                       lathe_ddref_create_scalar(f, subscript()),
                                       lathe_ddref_create_scalar(f, subscript()))));
    lathe_hl_node *branch =
        lathe_hl_create_if(f, LLVMIntSLT, lathe_ddref_create_scalar(f, subscript()),
                           lathe_ddref_create_scalar(f, lathe_canon_create(f, index_type)));
    SHOW(lathe_hl_create_if, show_node(branch));
    SHOW(lathe_hl_create_loop, show_node(lathe_hl_create_loop(f, subscript())));
    lathe_hl_node *label = lathe_hl_create_label(f, lathe_temp_name(f, t));
    SHOW(lathe_hl_create_label, show_node(label); word(lathe_hl_region_entry(region)));
    SHOW(lathe_hl_create_goto, show_node(lathe_hl_create_goto(f, label));
         word(lathe_hl_region_exit(region)));
    SHOW(lathe_hl_clone, show_node(lathe_hl_clone(f, place)));
    SHOW(lathe_hl_insert_before, NUMBER(lathe_hl_insert_before(f, place, load)); show_node(place));
    lathe_hl_node *again = load_into("%again", lathe_ddref_clone(f, memory));
    SHOW(lathe_hl_insert_after, NUMBER(lathe_hl_insert_after(f, load, again)); show_node(place));
    lathe_hl_node *inner = load_into("%inner", lathe_ddref_clone(f, memory));
    SHOW(lathe_hl_append, NUMBER(lathe_hl_append(f, lathe_hl_parent(place), 0, inner));
         show_node(inner));
    SHOW(lathe_hl_remove, NUMBER(lathe_hl_remove(f, inner)); show_node(lathe_hl_next(again)));
    lathe_hl_node *other = load_into("%other", lathe_ddref_clone(f, memory));
    SHOW(lathe_hl_replace, NUMBER(lathe_hl_replace(f, again, other)); show_node(other));
    SHOW(lathe_hl_set_ref, NUMBER(lathe_hl_set_ref(f, other, 1, lathe_ddref_clone(f, memory)));
         show_node(other));
}

static void edits(const char *path) {
    open_program(path);
    f = lathe_hir_function_find(h, "strides");
    region = lathe_hir_region_get(f, 0);
    memory = memory_in(f, region);
    place = lathe_ddref_node(memory);
    index_type = lathe_canon_dest_type(lathe_ddref_subscript(memory, 1));
    expressions();
    references();
    made_nodes();
    SHOW(lathe_hl_region_changed, NUMBER(lathe_hl_region_changed(region)); show_node(place));
    SHOW(lathe_hir_update, NUMBER(lathe_hir_update(f, region)); show_node(place));
    SHOW(lathe_hir_verify, NUMBER(lathe_hir_verify(f)); show_node(place));
    lathe_hl_node *nothing = lathe_hl_create_inst(
        f, (LLVMOpcode)0, lathe_ddref_create_temp(f, lathe_temp_create(f, "%copy", index_type)),
        (lathe_reg_ddref *[]){lathe_ddref_create_temp(f, lathe_temp_find(f, "%made"))}, 1);
    lathe_hl_insert_before(f, place, nothing);
    lathe_hir_update(f, region);
    SHOW(lathe_hir_lower_refusal, word(lathe_hir_lower_refusal(f, region)); show_node(nothing);
         show_node(place));
    lathe_hl_remove(f, nothing);
    lathe_hir_update(f, region);
    size_t lowered = 0;
    SHOW(lathe_hir_lower, NUMBER(lathe_hir_lower(f, &lowered)); NUMBER(lowered);
         NUMBER(LLVMCountBasicBlocks(lathe_hir_function_llvm(f))));
    close_program();
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    ctx = lathe_ctx_new();
    open_program(argv[1]);
    nodes();
    kinds();
    refs();
    canons();
    graphs();
    other_graphs();
    close_program();
    changes(argv[1]);
    edits(argv[1]);
    lathe_ctx_free(ctx);
    return 0;
}
