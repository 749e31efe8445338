/* Dependences through the public API: edges, answers, numbers out of range, budgets, memory. */
#include "module_text.h"

#include "lathe/hir.h"

static const char program[] =
    "target datalayout = \"e-i64:64-n8:16:32:64-S128\"\n"
    "@a = global [100 x i32] zeroinitializer\n"
    "define void @shift() {\n"
    "entry:\n"
    "  br label %loop\n"
    "loop:\n"
    "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n"
    "  %from = getelementptr inbounds [100 x i32], ptr @a, i64 0, i64 %i\n"
    "  %v = load i32, ptr %from\n"
    "  %j = add nuw nsw i64 %i, 3\n"
    "  %to = getelementptr inbounds [100 x i32], ptr @a, i64 0, i64 %j\n"
    "  store i32 %v, ptr %to\n"
    "  %next = add nuw nsw i64 %i, 1\n"
    "  %more = icmp ne i64 %next, 90\n"
    "  br i1 %more, label %loop, label %exit\n"
    "exit:\n"
    "  ret void\n}\n";

static const lathe_hir_options as_is = {.struct_size = sizeof as_is, .as_is = true};

typedef struct example {
    lathe_ctx *ctx;
    lathe_module *m;
    lathe_hir *h;
    lathe_deps *d;
} example;

static void begin(example *e) {
    e->ctx = lathe_ctx_new();
    e->m = module_from_text(e->ctx, program);
    e->h = lathe_hir_build(e->m, &as_is);
    e->d = lathe_hir_deps(e->h, NULL);
    assert_non_null(e->d);
}

static void end(example *e) {
    lathe_deps_free(e->d);
    lathe_hir_free(e->h);
    lathe_module_free(e->m);
    lathe_ctx_free(e->ctx);
}

static void edges_have_distances(void **state) {
    (void)state;
    example e;
    lathe_deps_edge edge = LATHE_INIT(lathe_deps_edge);
    size_t memory = 0;
    begin(&e);
    lathe_deps_counts c = LATHE_INIT(lathe_deps_counts);
    assert_true(lathe_deps_count(e.d, &c));
    assert_int_equal(c.pairs, 2);
    assert_int_equal(c.none, 1);
    assert_int_equal(c.proved, 1);
    assert_int_equal(c.assumed + c.gave_up + c.incomplete, 0);
    for (size_t i = 0; lathe_deps_edge_get(e.d, 0, 0, i, &edge); i++) {
        if (edge.scalar)
            continue;
        memory++;
        assert_int_equal(edge.kind, LATHE_DEPS_FLOW);
        assert_int_equal(edge.level, 1);
        assert_int_equal(edge.levels, 1);
        assert_int_equal(edge.directions[0], LATHE_DEPS_LESS);
        assert_true(edge.constant[0]);
        assert_int_equal(edge.distance[0], 3);
        assert_null(edge.reason);
    }
    assert_int_equal(memory, 1);
    assert_int_equal(lathe_deps_edge_count(e.d, 0, 1), 0);
    assert_int_equal(lathe_deps_edge_count(e.d, 1, 0), 0);
    assert_false(lathe_deps_edge_get(e.d, 0, 0, 1000, &edge));
    end(&e);
}

static void questions_are_answered(void **state) {
    (void)state;
    example e;
    lathe_deps_answer a = LATHE_INIT(lathe_deps_answer);
    unsigned loop = 1;
    begin(&e);
    while (loop < 50 && !lathe_deps_ask(e.d, 0, 0, LATHE_DEPS_PARALLEL, loop, 0, &a))
        loop++;
    assert_false(a.yes);
    assert_string_equal(a.id, "dependence");
    assert_true(a.edge < lathe_deps_edge_count(e.d, 0, 0));
    assert_true(lathe_deps_ask(e.d, 0, 0, LATHE_DEPS_VECTORIZE, loop, 0, &a));
    assert_true(a.yes);
    assert_int_equal(a.distance, 3);
    assert_false(lathe_deps_ask(e.d, 0, 0, LATHE_DEPS_FUSE, loop, 1000, &a));
    assert_false(lathe_deps_ask(e.d, 7, 0, LATHE_DEPS_REVERSE, loop, 0, &a));
    lathe_deps_question none = (lathe_deps_question)(LATHE_DEPS_REVERSE + 1);
    assert_false(lathe_deps_ask(e.d, 0, 0, none, loop, 0, &a));
    assert_null(lathe_deps_why_not(e.d, none, NULL));
    assert_int_equal(lathe_ctx_status(e.ctx), LATHE_USAGE);
    assert_string_equal(lathe_ctx_error(e.ctx), "question: there is no question 6");
    end(&e);
}

static char *report(lathe_module *m, uint64_t which) {
    which %= 6;
    lathe_hir *h = lathe_hir_build(m, &as_is);
    lathe_deps *d = h ? lathe_hir_deps(h, NULL) : NULL;
    char *text = NULL;
    if (d)
        text = which == 0   ? lathe_deps_text(d, NULL)
               : which == 1 ? lathe_deps_json(d, NULL)
               : which == 2 ? lathe_deps_dot(d, NULL)
               : which == 3 ? lathe_deps_isl(d, NULL)
               : which == 4 ? lathe_deps_html(d, d, NULL)
                            : lathe_deps_why_not(d, LATHE_DEPS_TILE, NULL);
    lathe_deps_free(d);
    lathe_hir_free(h);
    return text;
}

static void failing_memory_is_reported(void **state) {
    (void)state;
    for (uint64_t which = 0; which < 6; which++)
        expect_failing_memory_is_reported(program, report, which);
}

static void small_budgets_end_in_giving_up(void **state) {
    (void)state;
    assert_true(count_given_up(program, report, 1000) > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_have_distances),
        cmocka_unit_test(questions_are_answered),
        cmocka_unit_test(failing_memory_is_reported),
        cmocka_unit_test(small_budgets_end_in_giving_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
