/* The tests of one subscript, systems, and graphs of small nests. */
#include "hir_text.h"

#include "failing_alloc.h"
#include "hir/dd/query.h"

static dd_span up_to(int64_t high) {
    return (dd_span){true, high};
}

/* All x and y are tried. */
static dd_one try_all(int64_t a, int64_t b, int64_t c, int64_t high) {
    dd_one found = {.constant = true};
    bool any = false;
    for (int64_t x = 0; x <= high; x++)
        for (int64_t y = 0; y <= high; y++) {
            if (a * x + b * y + c != 0)
                continue;
            found.directions |= y > x ? DD_LESS : y < x ? DD_GREATER : DD_EQUAL;
            found.constant &= !any || found.distance == y - x;
            found.distance = y - x;
            any = true;
        }
    return found;
}

static void test_single_subscripts(void **state) {
    (void)state;
    for (int64_t a = -4; a <= 4; a++)
        for (int64_t b = -4; b <= 4; b++)
            for (int64_t c = -15; c <= 15; c++) {
                if (a == 0 && b == 0)
                    continue;
                for (int64_t high = 0; high < 6; high++) {
                    dd_one truth = try_all(a, b, c, high);
                    dd_one said = dd_test_siv(a, b, c, up_to(high));
                    dd_one exact = dd_test_exact_siv(a, b, c, up_to(high), up_to(high));
                    assert_int_equal(said.directions, truth.directions);
                    assert_int_equal(exact.directions, truth.directions);
                    assert_true(!said.constant || truth.constant);
                    if (said.constant && truth.directions)
                        assert_int_equal(said.distance, truth.distance);
                }
            }
}

static void test_extreme_numbers(void **state) {
    (void)state;
    assert_int_equal(dd_test_strong_siv(1, INT64_MAX, (dd_span){0}).directions, DD_LESS);
    assert_int_equal(dd_test_strong_siv(-1, INT64_MAX, (dd_span){0}).directions, DD_GREATER);
    assert_int_equal(dd_test_exact_siv(INT64_MAX, 3, INT64_MIN + 1, up_to(9), up_to(9)).directions,
                     DD_ANY);
    int64_t large[2] = {INT64_MAX, INT64_MAX};
    dd_span spans[2] = {up_to(INT64_MAX), up_to(INT64_MAX)};
    assert_true(dd_test_banerjee(large, spans, 2, INT64_MIN + 1));
    assert_false(dd_test_banerjee(large, spans, 2, 1));
    assert_false(dd_test_gcd((int64_t[]){6, -9}, 2, 4));
    assert_true(dd_test_gcd((int64_t[]){6, -9}, 2, -12));
}

static dd_verdict solve(uint32_t vars, uint32_t rows, const int64_t (*row)[5], const char *kinds) {
    dd_system s;
    dd_system_init(&s, vars);
    for (uint32_t r = 0; r < rows; r++) {
        int64_t *to = dd_system_add(&s, kinds[r] == '=' ? DD_ROW_EQUAL : DD_ROW_AT_LEAST);
        memcpy(to, row[r], vars * sizeof *to);
        to[vars] = row[r][4];
    }
    return dd_system_solve(&s);
}

static void test_systems(void **state) {
    (void)state;
    /* 2x = 2y + 1 */
    assert_int_equal(solve(2, 1, (const int64_t[][5]){{2, -2, 0, 0, -1}}, "="), DD_EMPTY);
    /* 3x + 5y = 1 has solutions, but not between 0 and 1. */
    assert_int_equal(solve(2, 1, (const int64_t[][5]){{3, 5, 0, 0, -1}}, "="), DD_SOLVED);
    const int64_t box[][5] = {
        {3, 5, 0, 0, -1}, {1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {-1, 0, 0, 0, 1}, {0, -1, 0, 0, 1}};
    assert_int_equal(solve(2, 5, box, "=>>>>"), DD_EMPTY);
    /* 27 <= 11x + 13y <= 45, -10 <= 7x - 9y <= 4: real solutions, no integer one. */
    const int64_t hard[][5] = {
        {11, 13, 0, 0, -27}, {-11, -13, 0, 0, 45}, {7, -9, 0, 0, 10}, {-7, 9, 0, 0, 4}};
    assert_int_equal(solve(2, 4, hard, ">>>>"), DD_UNSURE);
    dd_exact *isl = dd_exact_new(100000, 0);
    dd_system s;
    dd_system_init(&s, 2);
    for (int r = 0; r < 4; r++) {
        int64_t *to = dd_system_add(&s, DD_ROW_AT_LEAST);
        to[0] = hard[r][0];
        to[1] = hard[r][1];
        to[2] = hard[r][4];
    }
    assert_int_equal(dd_exact_solve(isl, &s), DD_EMPTY);
    dd_exact_free(isl);
    isl = dd_exact_new(1, 0);
    assert_int_equal(dd_exact_solve(isl, &s), DD_UNSURE);
    dd_exact_free(isl);
}

typedef struct example {
    hir_text t;
    dd_graph g;
} example;

static void build(example *e, const char *text) {
    hir_text_read(&e->t, text);
    assert_true(dd_graph_build(&e->g, &e->t.h, e->t.h.regions.at[0], &(dd_options){0}, NULL));
}

static void end(example *e) {
    dd_graph_free(&e->g);
    hir_text_end(&e->t);
}

/* The edges of memory, one on each line. */
static void assert_edges(const char *text, const char *expected) {
    example e;
    str out;
    build(&e, text);
    str_init(&out, e.t.p.ctx);
    for (size_t i = 0; i < e.g.edges.len; i++) {
        if (e.g.refs.at[e.g.edges.at[i].source].kind == DD_REF_SCALAR)
            continue;
        dd_edge_text(&e.g, &e.g.edges.at[i], &out);
        str_add_char(&out, '\n');
    }
    assert_string_equal(str_text(&out), expected);
    str_free(&out);
    end(&e);
}

#define REGION(body) "BEGIN REGION\n" body "END REGION\n"

static void test_edges(void **state) {
    (void)state;
    assert_edges(REGION("+ DO i1 = 0, 9, 1   <DO_LOOP>\n"
                        "(%a)[i1 : 4]{i32} = 1;\n"
                        "%x = (%a)[i1 + -2 : 4]{i32};\n"
                        "+ END LOOP\n"),
                 "<3> (%a)[i1] -> <4> (%a)[i1 + -2]  flow (2) carried by i1\n");
    /* Half of the bytes. */
    assert_edges(REGION("+ DO i1 = 0, 9, 1   <DO_LOOP>\n"
                        "(%a)[i1 : 4]{i64} = 1;\n"
                        "+ END LOOP\n"),
                 "<3> (%a)[i1] -> <3> (%a)[i1]  output (1) carried by i1\n");
    /* Out of reach. */
    assert_edges(REGION("+ DO i1 = 0, 9, 1   <DO_LOOP>\n"
                        "(%a)[i1 : 4]{i32} = 1;\n"
                        "%x = (%a)[i1 + 10 : 4]{i32};\n"
                        "+ END LOOP\n"),
                 "");
    /* In branches that exclude one another, and by a guard. */
    assert_edges(REGION("+ DO i1 = 0, 9, 1   <DO_LOOP>\n"
                        "if (i1 < 5)\n{\n(%a)[i1 : 4]{i32} = 1;\n}\n"
                        "else\n{\n%x = (%a)[i1 : 4]{i32};\n}\n"
                        "+ END LOOP\n"),
                 "");
    /* Any number of iterations: no object has so many bytes that it could come back to one, unless
     * some are left out. */
    assert_edges(REGION("+ DO i1 = 0, %n, 1   <DO_LOOP>\n"
                        "(%a)[i1 : 4]{i32} = 1;\n"
                        "+ END LOOP\n"),
                 "");
    assert_edges(REGION("+ DO i1 = 0, %n, 1   <DO_LOOP>\n"
                        "%x = (%b)[i1 : 4]{i32};\n"
                        "if (%x < 5)\n{\n(%a)[i1 : 4]{i32} = 1;\n}\n"
                        "+ END LOOP\n"),
                 "<5> (%a)[i1] -> <5> (%a)[i1]  output (<) carried by i1, assumed: "
                 "subscript-may-wrap\n");
    /* An effect. */
    assert_edges(REGION("+ DO i1 = 0, 9, 1   <DO_LOOP>\n"
                        "@f();\n"
                        "+ END LOOP\n"),
                 "<3> @f(); -> <3> @f();  flow (<) carried by i1, assumed: effect\n");
}

static HLLoop *loop_at(example *e, uint32_t number) {
    return (HLLoop *)node_at(&e->t.h, number);
}

static void test_questions(void **state) {
    (void)state;
    example e;
    build(&e, REGION("+ DO i1 = 0, 9, 1   <DO_LOOP>\n"
                     "+ DO i2 = 0, 9, 1   <DO_LOOP>\n"
                     "%x = (%a)[i1 : 400][i2 + 1 : 4]{i32};\n"
                     "(%a)[i1 + 1 : 400][i2 : 4]{i32} = %x;\n"
                     "+ END LOOP\n"
                     "+ END LOOP\n"));
    HLLoop *outer = loop_at(&e, 2), *inner = loop_at(&e, 3);
    assert_false(dd_can_parallelize(&e.g, outer).yes);
    assert_true(dd_can_parallelize(&e.g, inner).yes);
    dd_reply r = dd_can_permute(&e.g, outer, inner);
    assert_false(r.yes);
    assert_string_equal(r.id, "dependence");
    assert_int_equal(e.g.edges.at[r.edge].distance[0], 1);
    assert_int_equal(e.g.edges.at[r.edge].distance[1], -1);
    assert_false(dd_can_tile(&e.g, outer, inner).yes);
    assert_true(dd_can_vectorize(&e.g, inner).yes);
    assert_true(dd_can_reverse(&e.g, inner).yes);
    end(&e);
    build(&e, REGION("+ DO i1 = 0, 99, 1   <DO_LOOP>\n"
                     "%x = (%a)[i1 : 4]{i32};\n"
                     "(%a)[i1 + 4 : 4]{i32} = %x;\n"
                     "+ END LOOP\n"
                     "+ DO i1 = 0, 99, 1   <DO_LOOP>\n"
                     "%y = (%a)[i1 + 4 : 4]{i32};\n"
                     "+ END LOOP\n"
                     "+ DO i1 = 0, 99, 1   <DO_LOOP>\n"
                     "(%a)[i1 + 5 : 4]{i32} = 1;\n"
                     "+ END LOOP\n"));
    r = dd_can_vectorize(&e.g, loop_at(&e, 2));
    assert_true(r.yes);
    assert_int_equal(r.distance, 4);
    assert_true(dd_can_fuse(&e.g, loop_at(&e, 2), loop_at(&e, 5)).yes);
    assert_false(dd_can_fuse(&e.g, loop_at(&e, 5), loop_at(&e, 7)).yes);
    end(&e);
}

static void test_temps(void **state) {
    (void)state;
    example e;
    build(&e, REGION("+ DO i1 = 0, 9, 1   <DO_LOOP>\n"
                     "%s = %s  +  1;\n"
                     "%t = 2 * i1;\n"
                     "%u = %t  +  1;\n"
                     "+ END LOOP\n"));
    uint32_t carried = 0;
    for (size_t i = 0; i < e.g.edges.len; i++) {
        const dd_edge *edge = &e.g.edges.at[i];
        if (edge->kind != DD_FLOW || !edge->level)
            continue;
        carried++;
        assert_int_equal(e.g.refs.at[edge->source].node->number, 3);
        assert_true(edge->constant[0]);
        assert_int_equal(edge->distance[0], 1);
    }
    assert_int_equal(carried, 1);
    end(&e);
}

/* A region is built again after a change, with the answers from before. */
static void test_rebuild(void **state) {
    (void)state;
    example e;
    dd_memo memo;
    hir_text_read(&e.t, REGION("+ DO i1 = 0, 9, 1   <DO_LOOP>\n"
                               "(%a)[i1 : 4]{i32} = 1;\n"
                               "%x = (%a)[i1 + 1 : 4]{i32};\n"
                               "+ END LOOP\n"));
    dd_memo_init(&memo, e.t.p.ctx);
    HLRegion *region = e.t.h.regions.at[0];
    assert_true(dd_graph_build(&e.g, &e.t.h, region, &(dd_options){0}, &memo));
    assert_int_equal(memo.hits, 0);
    size_t edges = e.g.edges.len;
    hir_unlink(&node_at(&e.t.h, 4)->node);
    assert_true(hir_update_levels(&e.t.h));
    assert_true(dd_graph_rebuild(&e.g, &memo));
    assert_int_equal(memo.hits, 1);
    assert_true(e.g.edges.len < edges);
    dd_memo_free(&memo);
    end(&e);
}

static void test_gives_up(void **state) {
    (void)state;
    example e;
    hir_text_read(&e.t, REGION("+ DO i1 = 0, 9, 1   <DO_LOOP>\n"
                               "(%a)[i1 : 4]{i32} = 1;\n"
                               "%x = (%a)[i1 + 1 : 4]{i32};\n"
                               "+ END LOOP\n"));
    assert_true(
        dd_graph_build(&e.g, &e.t.h, e.t.h.regions.at[0], &(dd_options){.max_pairs = 1}, NULL));
    assert_false(e.g.complete);
    dd_reply r = dd_can_parallelize(&e.g, loop_at(&e, 2));
    assert_false(r.yes);
    assert_string_equal(r.id, "gave-up");
    end(&e);
}

/* Two loops, of which the first reads what the second changes; and whether they are fusible. */
static bool fuses(const char *text) {
    example e;
    build(&e, text);
    HLLoop *first = NULL, *second = NULL;
    for (HLNode *n = e.t.h.regions.at[0]->body.first; n; n = n->next)
        if (n->kind == HL_LOOP) {
            first = first ? first : (HLLoop *)n;
            second = (HLLoop *)n;
        }
    bool yes = dd_can_fuse(&e.g, first, second).yes;
    end(&e);
    return yes;
}

static void test_temps_when_fusing(void **state) {
    (void)state;
#define FIRST(body) "+ DO i1 = 0, 99, 1   <DO_LOOP>\n" body "+ END LOOP\n"
    assert_false(
        fuses(REGION(FIRST("(%a)[i1 : 4]{i32} = %t;\n") FIRST("%t = (%b)[i1 : 4]{i32};\n"))));
    assert_true(
        fuses(REGION(FIRST("%t = (%c)[i1 : 4]{i32};\n"
                           "(%a)[i1 : 4]{i32} = %t;\n") FIRST("%t = (%a)[i1 : 4]{i32};\n"))));
    assert_true(
        fuses(REGION(FIRST("(%a)[i1 : 4]{i32} = %t;\n") FIRST("%u = (%a)[i1 : 4]{i32};\n"))));
#undef FIRST
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_temps_when_fusing),
        cmocka_unit_test(test_single_subscripts),
        cmocka_unit_test(test_extreme_numbers),
        cmocka_unit_test(test_systems),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_temps),
        cmocka_unit_test(test_rebuild),
        cmocka_unit_test(test_gives_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
