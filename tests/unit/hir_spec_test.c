/* Every worked value of the specification. */
#include "hir_text.h"

static const char spec_symbases[] = "<1> + DO i1 = 0, 3, 1\n"
                                    "<2> |   %x.018 = %x.018  +  %1;\n"
                                    "<3> |   %2 = (%b)[i1 + 1];\n"
                                    "<4> |   %add4 = %x.018  +  %2;\n"
                                    "<5> |   (%b)[i1] = %add4;\n"
                                    "<6> |   %1 = %2;\n"
                                    "<1> + END LOOP\n";

static void values_of_one_name_share_a_symbase(void **state) {
    (void)state;
    hir_text t;
    hir_text_read(&t, spec_symbases);
    RegDDRef *x[] = {node_at(&t.h, 2)->refs[0], node_at(&t.h, 2)->refs[1],
                     node_at(&t.h, 4)->refs[1]};
    RegDDRef *two[] = {node_at(&t.h, 3)->refs[0], node_at(&t.h, 4)->refs[2],
                       node_at(&t.h, 6)->refs[1]};
    RegDDRef *memory[] = {node_at(&t.h, 3)->refs[1], node_at(&t.h, 5)->refs[0]};
    assert_int_equal(x[0]->symbase, x[1]->symbase);
    assert_int_equal(x[0]->symbase, x[2]->symbase);
    assert_ptr_not_equal(x[0], x[1]);
    assert_int_equal(two[0]->symbase, two[1]->symbase);
    assert_int_equal(two[0]->symbase, two[2]->symbase);
    assert_int_equal(node_at(&t.h, 2)->refs[2]->symbase, node_at(&t.h, 6)->refs[0]->symbase);
    assert_int_equal(memory[0]->symbase, memory[1]->symbase);
    /* The base pointer has its own symbase, apart from the memory's. */
    hir_symbase base = hir_temp_at(&t.h, hir_temp_named(&t.h, "%b"))->symbase;
    assert_int_not_equal(base, memory[0]->symbase);
    assert_int_equal(memory[0]->blob_ref_count, 1);
    assert_int_equal(memory[0]->blob_refs[0].symbase, base);
    hir_symbase all[] = {x[0]->symbase,
                         two[0]->symbase,
                         memory[0]->symbase,
                         base,
                         node_at(&t.h, 6)->refs[0]->symbase,
                         node_at(&t.h, 4)->refs[0]->symbase};
    for (size_t i = 0; i < 6; i++)
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(all[i], all[k]);
    hir_text_end(&t);
}

/* DR1 to DR12, in that order. */
static void every_occurrence_is_a_ref_of_its_node(void **state) {
    (void)state;
    static const struct {
        uint32_t node, ref;
        const char *text;
        bool written;
    } rows[] = {
        {2, 0, "%x.018", true},
        {2, 1, "%x.018", false},
        {2, 2, "%1", false},
        {3, 0, "%2", true},
        {3, 1, "(%b)[i1 + 1]", false},
        {4, 0, "%add4", true},
        {4, 1, "%x.018", false},
        {4, 2, "%2", false},
        {5, 0, "(%b)[i1]", true},
        {5, 1, "%add4", false},
        {6, 0, "%1", true},
        {6, 1, "%2", false},
    };
    const size_t count = sizeof rows / sizeof *rows;
    hir_text t;
    hir_text_read(&t, spec_symbases);
    for (size_t i = 0; i < count; i++) {
        HLDDNode *node = node_at(&t.h, rows[i].node);
        RegDDRef *ref = node->refs[rows[i].ref];
        assert_ref(&t.h, ref, rows[i].text);
        assert_int_equal(ref->is_lval, rows[i].written);
        assert_ptr_equal(ref->node, &node->node);
        for (size_t k = 0; k < i; k++)
            assert_ptr_not_equal(ref, node_at(&t.h, rows[k].node)->refs[rows[k].ref]);
    }
    for (uint32_t n = 2; n <= 6; n++)
        assert_int_equal(node_at(&t.h, n)->ref_count, n == 2 || n == 4 ? 3 : 2);
    hir_text_end(&t);
}

static const char spec_blobs[] =
    "<62> + DO i1 = 0, 3, 1 ...................Level 1\n"
    "<63> | + DO i2 = 0, 199, 1 ...............Level 2\n"
    "<18> | |   %1 = (@b)[0][i1 + %i][i2][0];\n"
    "<22> | |   %4 = trunc(2 * i2);\n"
    "<64> | | + DO i3 = 0, 49, 1 ..............Level 3\n"
    "<33> | | |   (@c)[0][i1 + %i + 1][2 * i2 + 5][2 * sext((3 * %1)) * i3 + 6] = 1;\n"
    "<36> | | |   (@c)[0][i1 + %i + 1][(%1 * %4) + 4][6 * i3] = 3;\n"
    "<64> | | + END LOOP\n"
    "<63> |  + END LOOP\n"
    "<62> + END LOOP\n";

static void the_blob_example_prints_as_written(void **state) {
    (void)state;
    hir_text t;
    hir_text_read(&t, spec_blobs);
    str out = hir_text_print(&t.h, (hir_text_options){0});
    assert_string_equal(
        str_text(&out),
        "BEGIN REGION\n"
        "+ DO i1 = 0, 3, 1   <DO_LOOP>\n"
        "|   + DO i2 = 0, 199, 1   <DO_LOOP>\n"
        "|   |   %1 = (@b)[0][i1 + %i][i2][0];\n"
        "|   |   %4 = trunc(2 * i2);\n"
        "|   |   + DO i3 = 0, 49, 1   <DO_LOOP>\n"
        "|   |   |   (@c)[0][i1 + %i + 1][2 * i2 + 5][2 * sext((3 * %1)) * i3 + 6] = 1;\n"
        "|   |   |   (@c)[0][i1 + %i + 1][(%1 * %4) + 4][6 * i3] = 3;\n"
        "|   |   + END LOOP\n"
        "|   + END LOOP\n"
        "+ END LOOP\n"
        "END REGION\n");
    str_free(&out);
    hir_text_end(&t);
}

/* What is asked of each subscript; levels are those of loops 1 to 3. */
typedef struct subscript_row {
    uint32_t node, ref, dimension;
    const char *text;
    bool has_iv[3];
    uint32_t defined_at;
    bool linear[3], invariant[3];
} subscript_row;

static void check_subscripts(const char *text, const subscript_row *rows, size_t count) {
    hir_text t;
    hir_text_read(&t, text);
    for (size_t i = 0; i < count; i++) {
        const subscript_row *r = &rows[i];
        RegDDRef *ref = node_at(&t.h, r->node)->refs[r->ref];
        const CanonExpr *ce = ref->subscripts[r->dimension - 1];
        assert_canon(&t.h, ce, r->text);
        assert_int_equal(ce->defined_at, r->defined_at);
        for (uint32_t level = 1; level <= 3; level++) {
            assert_int_equal(hir_has_iv(ce, level), r->has_iv[level - 1]);
            assert_int_equal(hir_is_linear_at(ce, level), r->linear[level - 1]);
            assert_int_equal(hir_is_invariant_at(ce, level), r->invariant[level - 1]);
        }
    }
    hir_text_end(&t);
}

static void levels_of_the_blob_example(void **state) {
    (void)state;
    static const subscript_row rows[] = {
        {33, 0, 1, "2 * sext((3 * %1)) * i3 + 6", {0, 0, 1}, 2, {0, 0, 1}, {0, 0, 0}},
        {33, 0, 2, "2 * i2 + 5", {0, 1, 0}, 0, {1, 1, 1}, {1, 0, 1}},
        {33, 0, 3, "i1 + %i + 1", {1, 0, 0}, 0, {1, 1, 1}, {0, 1, 1}},
        {33, 0, 4, "0", {0, 0, 0}, 0, {1, 1, 1}, {1, 1, 1}},
        /* No induction variable, and yet it varies with i2. */
        {36, 0, 2, "(%1 * %4) + 4", {0, 0, 0}, 2, {0, 0, 1}, {0, 0, 1}},
        {36, 0, 1, "6 * i3", {0, 0, 1}, 0, {1, 1, 1}, {1, 1, 0}},
        {33, 1, 1, "1", {0, 0, 0}, 0, {1, 1, 1}, {1, 1, 1}},
        {22, 0, 1, "%4", {0, 0, 0}, 2, {0, 0, 1}, {0, 0, 1}},
        {22, 1, 1, "2 * i2", {0, 1, 0}, 0, {1, 1, 1}, {1, 0, 1}},
    };
    check_subscripts(spec_blobs, rows, sizeof rows / sizeof *rows);
}

static const char spec_nest[] = "<1> + DO i1 = 0, 9, 1\n"
                                "<2> |   + DO i2 = 0, 9, 1\n"
                                "<3> |   |   %1 = (%p)[i2];\n"
                                "<4> |   |   + DO i3 = 0, 9, 1\n"
                                "<5> |   |   |   (%b)[6 * %1 * i3][i2 + 5] = %1;\n"
                                "<4> |   |   + END LOOP\n"
                                "<2> |   + END LOOP\n"
                                "<1> + END LOOP\n";

static void levels_of_the_ref_example(void **state) {
    (void)state;
    static const subscript_row rows[] = {
        {5, 0, 2, "6 * %1 * i3", {0, 0, 1}, 2, {0, 0, 1}, {0, 0, 0}},
        {5, 0, 1, "i2 + 5", {0, 1, 0}, 0, {1, 1, 1}, {1, 0, 1}},
    };
    check_subscripts(spec_nest, rows, sizeof rows / sizeof *rows);
    hir_text t;
    hir_text_read(&t, spec_nest);
    RegDDRef *ref = node_at(&t.h, 5)->refs[0];
    hir_iv_term term = hir_iv_at(ref->subscripts[1], 3);
    assert_int_equal(term.coefficient, 6);
    assert_true(hir_is_temp_blob(&t.h, term.blob));
    assert_canon(&t.h, ref->base, "%b");
    assert_true(hir_is_self_blob(&t.h, ref->base));
    hir_blob_list blobs = {0};
    hir_canon_collect_temp_blobs(&t.h, ref->subscripts[1], &blobs);
    assert_int_equal(blobs.len, 1);
    assert_int_equal(hir_find_blob_level(ref, blobs.at[0]), 2);
    assert_int_equal(hir_find_max_blob_level(ref, &blobs), 2);
    vec_free(t.h.ctx, &blobs);
    hir_text_end(&t);
}

static void dimensions_have_strides(void **state) {
    (void)state;
    hir_text t;
    hir_text_read(&t, "<1> + DO i1 = 0, 9, 1\n"
                      "<2> |   (@A)[0 : 40][i1 : 4 x 10] = 0;\n"
                      "<3> |   (%p)[i1 : (8 * %n)][0 : 8] = 0;\n"
                      "    + END LOOP\n");
    RegDDRef *a = node_at(&t.h, 2)->refs[0];
    assert_int_equal(a->dimensions, 2);
    assert_canon(&t.h, a->subscripts[0], "i1");
    assert_canon(&t.h, a->subscripts[1], "0");
    assert_int_equal(hir_dimension_const_stride(&t.h, a, 1), 4);
    assert_int_equal(hir_dimension_const_stride(&t.h, a, 2), 40);
    assert_int_equal(hir_dimension_const_stride(&t.h, a, 3), 0);
    assert_int_equal(a->sizes[0], 10);
    RegDDRef *p = node_at(&t.h, 3)->refs[0];
    assert_int_equal(hir_dimension_const_stride(&t.h, p, 2), 0);
    assert_int_not_equal(hir_dimension_stride(p, 2), 0);
    assert_int_equal(p->blob_ref_count, 2);
    hir_text_end(&t);
}

/* The first reference of a statement in two loops, where %v is assigned in the outer one and %q in
 * the inner one. */
static RegDDRef *read_in_nest(hir_text *t, const char *statement) {
    char text[600];
    snprintf(text, sizeof text,
             "TEMP %%w {i32}\n"
             "<1> + DO i1 = 0, 9, 1\n"
             "<2> |   %%v = (@g)[i1];\n"
             "<3> |   + DO i2 = 0, 9, 1\n"
             "<4> |   |   %%q = (@h)[i2];\n"
             "<5> |   |   %s\n"
             "    |   + END LOOP\n"
             "    + END LOOP\n",
             statement);
    hir_text_read(t, text);
    return node_at(&t->h, 5)->refs[0];
}

/* "": no stride. */
static void movement_per_level(void **state) {
    (void)state;
    static const struct {
        const char *statement;
        uint32_t level;
        const char *stride;
    } rows[] = {
        {"(@A)[0 : 400][2 * i1 : 40][%b * i1 : 4] = 0;", 1, "4 * %b + 80"},
        {"(@A)[0 : 400][2 * i1 : 40][%b * i1 : 4] = 0;", 2, "0"},
        {"(@A)[0 : 400][2 * i1 : 40][%v * i1 : 4] = 0;", 1, ""},
        {"(@A)[0 : 400][2 * i1 : 40][%v : 4] = 0;", 1, ""},
        {"(@A)[0 : 400][2 * i1 : 40][%v : 4] = 0;", 2, "0"},
        {"(@A)[0 : 400][i2 : 40][-1 * i1 : 4] = 0;", 1, "-4"},
        {"(@A)[0 : 400][i2 : 40][-1 * i1 : 4] = 0;", 2, "40"},
        {"(%q)[i2 : 4] = 0;", 2, ""}, /* %q is loaded in the inner loop */
        {"(%p)[%b * i2 : (8 * %n)] = 0;", 2, "8 * (%b * %n)"},
        {"(%p)[(i2) / 2 : 4] = 0;", 2, ""},
        {"(%p)[(i1) / 2 : 4][i2 : 4] = 0;", 2, "4"},
        {"(%p)[i2] = 0;", 2, ""}, /* elements of unknown size */
        {"(%p)[sext.i32.i64(2 * i2) : 4] = 0;", 2, ""},
        {"(%p)[sext.i32.i64(2 * i2){exact} : 4] = 0;", 2, "8"},
        {"(%p)[zext.i32.i64(2 * i2){exact} : 4] = 0;", 2, ""},
        {"(%p)[sext.i32.i64(%w * i2){exact} : 4] = 0;", 2, "4 * sext(%w)"},
        {"(8 * i2 + %p)[1 : 4] = 0;", 2, "8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hir_text t;
        RegDDRef *ref = read_in_nest(&t, rows[i].statement);
        CanonExpr *stride = hir_stride_at_level(&t.h, ref, rows[i].level);
        assert_canon(&t.h, stride, rows[i].stride);
        hir_text_end(&t);
    }
}

/* createExtCanonExpr with both types of the first, mergeable, and the level of the new one. */
static void new_sums_from_others(void **state) {
    (void)state;
    static const struct {
        const char *first, *second;
        bool mergeable;
        const char *sum;
        uint32_t defined_at;
        bool linear;
    } rows[] = {
        {"i1 + %n", "2 * i2 + 5", true, "i1 + 2 * i2 + %n + 5", 0, true},
        {"i1", "3 * %v", true, "i1 + 3 * %v", 1, true},
        {"i2 + %v", "%q", true, "i2 + %q + %v", 2, false},
        {"sext.i32.i64(i1 + %w)", "sext.i32.i64(2 * i2)", true, "i1 + 2 * i2 + %w", 0, true},
        {"sext.i32.i64(i1)", "zext.i32.i64(i2)", false, "", 0, false},
        {"sext.i32.i64(i1)", "i2", false, "", 0, false},
        {"sext.i32.i64(i1)", "sext.i8.i64(i2)", false, "", 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hir_text t;
        char statement[100];
        snprintf(statement, sizeof statement, "(@A)[%s][%s] = 0;", rows[i].first, rows[i].second);
        RegDDRef *ref = read_in_nest(&t, statement);
        const CanonExpr *parts[] = {ref->subscripts[1], ref->subscripts[0]};
        assert_int_equal(hir_canon_mergeable(parts[0], parts[1]), rows[i].mergeable);
        CanonExpr *sum = hir_canon_ext(&t.h, parts[0]->source, parts[0]->dest, parts[0]->cast);
        hir_blob_list blobs = {0};
        for (size_t k = 0; k < 2 && rows[i].mergeable; k++) {
            for (uint32_t level = 1; level <= parts[k]->iv_count; level++) {
                hir_iv_term term = hir_iv_at(parts[k], level);
                assert_true(hir_canon_add_iv(&t.h, sum, level, term.coefficient, term.blob));
            }
            for (uint32_t b = 0; b < parts[k]->blob_count; b++)
                assert_true(hir_canon_add_blob(&t.h, sum, parts[k]->blobs[b].coefficient,
                                               parts[k]->blobs[b].blob));
            assert_true(hir_canon_add_constant(&t.h, sum, parts[k]->constant));
        }
        if (rows[i].mergeable) {
            assert_canon(&t.h, sum, rows[i].sum);
            assert_ptr_equal(sum->source, parts[0]->source);
            assert_ptr_equal(sum->dest, parts[0]->dest);
            hir_canon_collect_temp_blobs(&t.h, sum, &blobs);
            sum->defined_at = hir_find_max_blob_level(ref, &blobs);
            assert_int_equal(sum->defined_at, rows[i].defined_at);
            assert_int_equal(hir_is_linear_at(sum, 2), rows[i].linear);
        }
        vec_free(t.h.ctx, &blobs);
        hir_text_end(&t);
    }
}

/* Temp blobs of one expression, each once, and where each is assigned. */
static void blobs_are_collected_with_their_levels(void **state) {
    (void)state;
    hir_text t;
    hir_text_read(&t, spec_blobs);
    RegDDRef *ref = node_at(&t.h, 36)->refs[0];
    hir_blob_list blobs = {0};
    hir_canon_collect_temp_blobs(&t.h, ref->subscripts[1], &blobs); /* (%1 * %4) + 4 */
    assert_int_equal(blobs.len, 2);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(hir_find_blob_level(ref, blobs.at[i]), 2);
    hir_canon_collect_temp_blobs(&t.h, ref->subscripts[2], &blobs); /* i1 + %i + 1 */
    assert_int_equal(blobs.len, 3);
    assert_int_equal(hir_find_blob_level(ref, blobs.at[2]), 0);
    assert_int_equal(hir_find_max_blob_level(ref, &blobs), 2);
    /* @c, %i, %1, %4: what the reference depends on through its closed forms. */
    assert_int_equal(ref->blob_ref_count, 4);
    for (uint32_t i = 0; i < ref->blob_ref_count; i++)
        assert_ptr_equal(ref->blob_refs[i].parent, ref);
    vec_free(t.h.ctx, &blobs);
    hir_text_end(&t);
}

static const char spec_indexed_subscript[] = "<36>         + DO i1 = 0, 3, 1   <DO_LOOP>\n"
                                             "<37>         |   + DO i2 = 0, 199, 1   <DO_LOOP>\n"
                                             "<12>         |   |   %0 = (@b)[0][i2];\n"
                                             "<15>         |   |   (%a)[%0] = 0.000000e+00;\n"
                                             "<18>         |   |   %1 = (@b)[0][i2];\n"
                                             "<22>         |   |   (%a)[%1 + 1] = 1.000000e+00;\n"
                                             "<37>         |   + END LOOP\n"
                                             "<36>         + END LOOP\n";

static const char spec_indexed_base[] = "<25>         + DO i1 = 0, 3, 1   <DO_LOOP>\n"
                                        "<9>          |   %0 = (%vec.b.cast)[i1];\n"
                                        "<10>         |   %1 = (%0)[0];\n"
                                        "<12>         |   %2 = (%vec.b.cast)[i1];\n"
                                        "<14>         |   %3 = (%2)[1];\n"
                                        "<17>         |   (%ret.cast)[i1] = %1 + %3;\n"
                                        "<25>         + END LOOP\n";

typedef struct indexing_row {
    uint32_t node, ref;
    hir_indexing kind;
    uint32_t index_node;
} indexing_row;

static void check_indexing(const char *text, const indexing_row *rows, size_t count) {
    hir_text t;
    hir_text_read(&t, text);
    for (size_t i = 0; i < count; i++) {
        const RegDDRef *index;
        hir_indexing kind =
            hir_ref_indexing(&t.h, node_at(&t.h, rows[i].node)->refs[rows[i].ref], &index);
        assert_int_equal(kind, rows[i].kind);
        if (kind == HIR_NOT_INDEXED)
            assert_null(index);
        else
            assert_ptr_equal(index, node_at(&t.h, rows[i].index_node)->refs[1]);
    }
    hir_text_end(&t);
}

static void indexed_refs_are_found(void **state) {
    (void)state;
    static const indexing_row subscript[] = {
        {15, 0, HIR_INDEXED_BY_SUBSCRIPT, 12},
        {22, 0, HIR_INDEXED_BY_SUBSCRIPT, 18},
        {12, 1, HIR_NOT_INDEXED, 0},
        {15, 1, HIR_NOT_INDEXED, 0},
    };
    check_indexing(spec_indexed_subscript, subscript, 4);
    static const indexing_row base[] = {
        {10, 1, HIR_INDEXED_BY_BASE, 9},
        {14, 1, HIR_INDEXED_BY_BASE, 12},
        {9, 1, HIR_NOT_INDEXED, 0},
        {17, 0, HIR_NOT_INDEXED, 0},
    };
    check_indexing(spec_indexed_base, base, 4);
}

static void indexes_are_followed_through_copies(void **state) {
    (void)state;
    static const char text[] = "<1> + DO i1 = 0, 3, 1\n"
                               "<2> |   %x = (@b)[i1];\n"
                               "<3> |   %y = %x;\n"
                               "<4> |   %z = sext(%y);\n"
                               "<5> |   %s = %z  *  %z;\n"
                               "<6> |   (@c)[%z + 1] = 0;\n"
                               "<7> |   (@c)[%s] = 0;\n"
                               "<8> |   (@c)[2 * %k] = 0;\n"
                               "<9> |   %k = (@d)[i1];\n"
                               "<10> |  %self = %self;\n"
                               "<11> |  (@c)[%self] = 0;\n"
                               "<12> |  %x = (@e)[i1];\n"
                               "<13> |  (@c)[%x] = 0;\n"
                               "    + END LOOP\n";
    static const indexing_row rows[] = {
        {6, 0, HIR_INDEXED_BY_SUBSCRIPT, 2}, {7, 0, HIR_NOT_INDEXED, 0},
        {8, 0, HIR_INDEXED_BY_SUBSCRIPT, 9}, /* of the iteration before */
        {11, 0, HIR_NOT_INDEXED, 0},         {13, 0, HIR_INDEXED_BY_SUBSCRIPT, 12},
    };
    check_indexing(text, rows, sizeof rows / sizeof *rows);
}

static void examples_with_numbers_come_back_as_they_are(void **state) {
    (void)state;
    static const char *const texts[] = {spec_indexed_subscript, spec_indexed_base};
    for (size_t i = 0; i < 2; i++) {
        hir_text t;
        hir_text_read(&t, texts[i]);
        str out = hir_text_print(&t.h, (hir_text_options){.numbers = true});
        assert_non_null(strstr(str_text(&out), texts[i]));
        str_free(&out);
        hir_text_end(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_one_name_share_a_symbase),
        cmocka_unit_test(every_occurrence_is_a_ref_of_its_node),
        cmocka_unit_test(new_sums_from_others),
        cmocka_unit_test(blobs_are_collected_with_their_levels),
        cmocka_unit_test(the_blob_example_prints_as_written),
        cmocka_unit_test(levels_of_the_blob_example),
        cmocka_unit_test(levels_of_the_ref_example),
        cmocka_unit_test(dimensions_have_strides),
        cmocka_unit_test(movement_per_level),
        cmocka_unit_test(indexed_refs_are_found),
        cmocka_unit_test(indexes_are_followed_through_copies),
        cmocka_unit_test(examples_with_numbers_come_back_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
