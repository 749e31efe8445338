/* The cost model of hir-optimize: which way round it likes nests, not how many cycles it thinks
 * they take. */
#include "hir_text.h"

#include "hir/optimize/optimize_cost.h"

typedef struct example {
    hir_text t;
    dd_graph g;
    cost_nest n;
} example;

typedef struct search {
    HLLoop *deepest;
} search;

static bool find_deepest(void *data, HLNode *node) {
    search *s = data;
    HLLoop *loop = (HLLoop *)node;
    if (node->kind == HL_LOOP && (!s->deepest || loop->level > s->deepest->level))
        s->deepest = loop;
    return true;
}

static void begin(example *e, const char *text) {
    search s = {0};
    hir_text_read(&e->t, text);
    HLRegion *region = e->t.h.regions.at[0];
    assert_true(dd_graph_build(&e->g, &e->t.h, region, &(dd_options){0}, NULL));
    hir_walk(&region->node, &(hir_walker){.visit = find_deepest, .data = &s});
    assert_true(cost_read(&e->n, &e->g, s.deepest));
}

static void end(example *e) {
    cost_free(&e->n);
    dd_graph_free(&e->g);
    hir_text_end(&e->t);
}

#define PLACE(array, row, column)                                                                  \
    "(" array ")[" row "{exact} : 4160 x 520][" column "{exact} : 8 x 520]{double inbounds "       \
    "nowrap}"
#define LOOP(level) "+ DO " level " = 0, 519, 1 <DO_LOOP> {exact}\n"
#define END "+ END LOOP\n"

/* c[i][j] += a[i][k] * b[k][j] with any of them innermost. */
#define PRODUCT(i, j, k)                                                                           \
    "TEMP %x {double sb:1}\nTEMP %y {double sb:2}\nTEMP %z {double sb:3}\n"                        \
    "TEMP %p {double sb:4}\nTEMP %s {double sb:5}\nBEGIN REGION\n" LOOP("i1") LOOP("i2")           \
        LOOP("i3") "%x = " PLACE("@a", i, k) ";\n%y = " PLACE("@b", k, j) ";\n%z = " PLACE(        \
            "@c", i, j) ";\n%p = %x  *  %y;\n%s = %z  +  %p;\n" PLACE("@c", i,                     \
                                                                      j) " = %s;\n" END END END    \
                                                                         "END REGION\n"

static void test_product(void **state) {
    (void)state;
    example e;
    begin(&e, PRODUCT("i1", "i2", "i3"));
    assert_int_equal(e.n.depth, 3);
    assert_true(e.n.trips[0] == 520 && e.n.trips[2] == 520);
    assert_int_equal(e.n.refs.len, 3);
    assert_int_equal(e.n.carries, 4); /* only k, if it is innermost */
    assert_int_equal(e.n.vectors, 3);
    assert_int_equal(e.n.sinkable, 7);
    cost_plan now = cost_now(&e.n), columns = cost_moved(&e.n, 1, 2, 0);
    cost_plan rows = cost_moved(&e.n, 0, 2, 0);
    assert_true(columns.cycles < now.cycles / 4);
    assert_true(columns.cycles < rows.cycles);
    assert_int_equal(columns.order[2], 1);
    cost_plan jammed = cost_moved(&e.n, 1, 2, 7);
    assert_true(jammed.cycles < columns.cycles);
    assert_true(jammed.factors[0] > 1 || jammed.factors[2] > 1);
    assert_int_equal(jammed.factors[1], 1);
    end(&e);
}

/* A block of rows of b stays in a cache; what fits as a whole needs no blocks. */
static void test_blocks(void **state) {
    (void)state;
    example e;
    begin(&e, PRODUCT("i1", "i3", "i2"));
    assert_int_equal(e.n.tileable, 7);
    cost_tiling t = {.first = 0};
    assert_true(cost_tile(&e.n, 7, 0.85, &t));
    assert_int_equal(t.sizes[0], 1);
    assert_true(t.sizes[1] >= 32 && t.sizes[1] <= 256 && 520 % t.sizes[1] == 0);
    assert_int_equal(t.sizes[2], 1);
    t = (cost_tiling){.first = 1};
    assert_false(cost_tile(&e.n, 7, 0.85, &t)); /* i has to be inside of blocks */
    e.n.trips[0] = e.n.trips[1] = e.n.trips[2] = 80;
    t = (cost_tiling){.first = 0};
    assert_false(cost_tile(&e.n, 7, 0.85, &t));
    end(&e);
}

/* Some 16 values fit into registers: more copies than that are not worth having. */
static void test_registers(void **state) {
    (void)state;
    example e;
    begin(&e, PRODUCT("i1", "i2", "i3"));
    cost_plan best = cost_moved(&e.n, 1, 2, 7);
    assert_true(best.factors[0] * best.factors[1] * best.factors[2] <= 16);
    end(&e);
}

/* Each value is computed from the one before, in both directions of the plane. */
static const char wave[] =
    "TEMP %x {double sb:1}\nTEMP %y {double sb:2}\nTEMP %s {double sb:3}\nBEGIN REGION\n"
    "+ DO i1 = 0, 510, 1 <DO_LOOP> {exact}\n+ DO i2 = 0, 510, 1 <DO_LOOP> {exact}\n"
    "%x = " PLACE("@a", "i1 + 2", "i2") ";\n%y = " PLACE(
        "@a", "i1", "i2 + 2") ";\n"
                              "%s = %x  +  %y;\n" PLACE("@a", "i1 + 1", "i2 + 1") " = %s;\n" END END
                                                                                  "END REGION\n";

static void test_forbidden(void **state) {
    (void)state;
    example e;
    begin(&e, wave);
    assert_int_equal(e.n.sinkable, 2); /* (<, >) keeps the outer loop outside */
    end(&e);
}

static const char triangle[] = "TEMP %x {double sb:1}\nBEGIN REGION\n" LOOP(
    "i1") "+ DO i2 = 0, i1, 1 <DO_LOOP> {exact}\n"
          "%x = " PLACE("@a", "i2", "i1") ";\n" PLACE("@b", "i2", "i1") " = %x;\n" END END
                                                                        "END REGION\n";

static void test_triangle(void **state) {
    (void)state;
    example e;
    begin(&e, triangle);
    assert_true(e.n.trips[1] > 200 && e.n.trips[1] < 300);
    assert_int_equal(e.n.needs[1], 1);
    assert_false(cost_can_move(&e.n, 0, 1));
    assert_int_equal(cost_moved(&e.n, 0, 0, 3).factors[0], 1); /* nor can it be jammed */
    end(&e);
}

/* A short loop is unrolled by LLVM, a longer one is not. */
static void check_flat(const char *bound, bool flat) {
    example e;
    char text[512];
    snprintf(text, sizeof text,
             "TEMP %%x {double sb:1}\nBEGIN REGION\n" LOOP(
                 "i1") "+ DO i2 = 0, %s, 1 <DO_LOOP>\n"
                       "%%x = " PLACE("@a", "i1", "i2") ";\n" PLACE(
                           "@b", "i1", "i2") " = %%x;\n" END END "END REGION\n",
             bound);
    begin(&e, text);
    assert_int_equal(cost_is_flat(&e.t.h, e.n.loops[1]), flat);
    assert_false(cost_is_flat(&e.t.h, e.n.loops[0]));
    end(&e);
}

static void test_flat(void **state) {
    (void)state;
    check_flat("8", true);
    check_flat("40", false);
    check_flat("%n", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_product),   cmocka_unit_test(test_registers),
        cmocka_unit_test(test_forbidden), cmocka_unit_test(test_triangle),
        cmocka_unit_test(test_flat),      cmocka_unit_test(test_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
