/* Nodes, lists, walks, temps and symbases. */
#include "parsed.h"

#include "hir/text.h"

static void smoke(void **state) {
    (void)state;
    parsed p = parse("target datalayout = \"e-m:e-i64:64-n8:16:32:64\"");
    hir h;
    assert_true(hir_init(&h, &p.m));
    LLVMTypeRef i64 = LLVMInt64TypeInContext(p.llvm), ptr = LLVMPointerTypeInContext(p.llvm, 0);
    hir_temp b = hir_temp_new(&h, "%b", ptr, NULL), x = hir_temp_new(&h, "%x", i64, NULL);
    HLRegion *r = hir_new_region(&h);
    vec_push(h.ctx, &h.regions, r);
    HLLoop *l = hir_new_loop(&h, LOOP_DO);
    hir_append(&r->body, &r->node, &l->node.node);
    hir_set_ref(&l->node, 0, hir_ref_scalar(&h, hir_canon_constant(&h, i64, 3)));
    HLInst *in = hir_new_inst(&h, LLVMLoad, 2);
    in->has_lval = true;
    hir_append(&l->body, &l->node.node, &in->node.node);
    hir_set_ref(&in->node, 0, hir_ref_scalar(&h, hir_canon_blob(&h, hir_blob_temp(&h, x))));
    RegDDRef *m = hir_ref_memory(&h, REF_MEMORY, hir_canon_blob(&h, hir_blob_temp(&h, b)), 1);
    m->subscripts[0] = hir_canon_iv(&h, i64, 1);
    hir_canon_add_constant(&h, m->subscripts[0], 1);
    hir_set_ref(&in->node, 1, m);
    assert_true(hir_update_levels(&h));
    str s;
    str_init(&s, p.ctx);
    hir_print(&h, NULL, &s);
    assert_string_equal(str_text(&s), "BEGIN REGION\n"
                                      "+ DO i1 = 0, 3, 1   <DO_LOOP>\n"
                                      "|   %x = (%b)[i1 + 1];\n"
                                      "+ END LOOP\n"
                                      "END REGION\n");
    str_free(&s);
    hir_free(&h);
    parsed_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(smoke)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
