/* What transforms and lowering decline that programs hardly ever bring about: made from text. */
#include "hir_text.h"

#include "hir/dd/dd_graph.h"
#include "hir/lower.h"
#include "hir/transform/transform.h"

#define TWO_LOOPS(second)                                                                          \
    "<1> BEGIN REGION\n"                                                                           \
    "<2> + DO i1 = 0, 9, 1   <DO_LOOP>\n"                                                          \
    "<3> |   + DO i2 = 0, 9, 1   <DO_LOOP>\n"                                                      \
    "<4> |   |   %t = (%a)[i2];\n"                                                                 \
    "<5> |   |   (%b)[i2] = %t;\n"                                                                 \
    "<3> |   + END LOOP\n"                                                                         \
    "<6> |   + DO i2 = 0, 9, 1   <DO_LOOP>\n"                                                      \
    "<7> |   |   " second " = (%c)[i2];\n"                                                         \
    "<8> |   |   (%d)[i2] = " second ";\n"                                                         \
    "<6> |   + END LOOP\n"                                                                         \
    "<2> + END LOOP\n"                                                                             \
    "<1> END REGION\n"

static void check_fusion(const char *text, const char *id) {
    hir_text t;
    dd_graph g = {0};
    hir_text_read(&t, text);
    assert_true(
        dd_graph_build(&g, &t.h, t.h.regions.at[0], &(dd_options){.assume_noalias = true}, NULL));
    HLLoop *outer = (HLLoop *)t.h.regions.at[0]->body.first;
    HLLoop *first = (HLLoop *)outer->body.first;
    dd_reply reply = hir_fuse(&g, first, (HLLoop *)first->node.node.next);
    assert_int_equal(reply.yes, id == NULL);
    if (id)
        assert_string_equal(reply.id, id);
    assert_int_equal(outer->body.first == outer->body.last, id == NULL);
    dd_graph_free(&g);
    hir_text_end(&t);
}

/* A temp of both, even if each of them writes it before it reads it. */
static void loops_with_a_temp_in_common_are_not_fused(void **state) {
    (void)state;
    check_fusion(TWO_LOOPS("%t"), "shared-temp");
    check_fusion(TWO_LOOPS("%u"), NULL);
}

static void text_has_no_code_to_be_replaced(void **state) {
    (void)state;
    hir_text t;
    hir_text_read(&t, TWO_LOOPS("%u"));
    HLRegion *region = t.h.regions.at[0];
    assert_false(hir_can_lower(&t.h, region));
    assert_string_equal(region->refusal->id, "no-code");
    assert_false(region->changed);
    assert_true(ctx_ok(t.p.ctx));
    hir_text_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_with_a_temp_in_common_are_not_fused),
        cmocka_unit_test(text_has_no_code_to_be_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
