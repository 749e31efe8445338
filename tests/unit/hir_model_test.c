/* Nodes and lists, walks, levels, temps; what the verifier sees. */
#include "hir_text.h"

#include "failing_alloc.h"

static LLVMTypeRef int_type(hir_text *t, unsigned width) {
    return LLVMIntTypeInContext(t->p.llvm, width);
}

static void names_are_unique(void **state) {
    (void)state;
    hir_text t;
    hir_text_begin(&t);
    LLVMTypeRef i32 = int_type(&t, 32), f32 = LLVMFloatTypeInContext(t.p.llvm),
                f64 = LLVMDoubleTypeInContext(t.p.llvm);
    hir_temp a = hir_temp_new(&t.h, "%x", i32, NULL), b = hir_temp_new(&t.h, "%x", i32, NULL);
    hir_temp c = hir_temp_new(&t.h, "%\"a b\"", i32, NULL);
    hir_temp d = hir_temp_new(&t.h, "%\"a b\"", i32, NULL);
    assert_string_equal(hir_temp_at(&t.h, a)->name, "%x");
    assert_string_equal(hir_temp_at(&t.h, b)->name, "%x.1");
    assert_string_equal(hir_temp_at(&t.h, c)->name, "%\"a b\"");
    assert_string_equal(hir_temp_at(&t.h, d)->name, "%\"a b.1\"");
    assert_int_equal(hir_temp_named(&t.h, "%x.1"), b);
    assert_int_equal(hir_temp_named(&t.h, "%y"), 0);
    assert_int_not_equal(hir_temp_at(&t.h, a)->symbase, hir_temp_at(&t.h, b)->symbase);
    hir_temp one = hir_temp_constant(&t.h, "1.000000e+00", f32, NULL);
    assert_int_equal(hir_temp_constant(&t.h, "1.000000e+00", f32, NULL), one);
    assert_int_not_equal(hir_temp_constant(&t.h, "1.000000e+00", f64, NULL), one);
    assert_string_equal(hir_temp_at(&t.h, one)->name, "1.000000e+00");
    assert_int_equal(hir_temp_at(&t.h, one)->symbase, 0);
    hir_temp odd = hir_temp_constant(&t.h, "add (i64 1, `\n)", f64, NULL);
    assert_string_equal(hir_temp_at(&t.h, odd)->name, "`add (i64 1, '')`");
    for (int i = 0; i < 5000; i++)
        assert_int_not_equal(hir_temp_new(&t.h, "%many", i32, NULL), 0);
    hir_text_end(&t);
}

static void constants_know_how_they_are_written(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool plain;
    } rows[] = {
        {"1.0", true},
        {"-1.500000e+00", true},
        {"0x7FF8000000000000", true},
        {"0xKABC", true},
        {"null", true},
        {"zeroinitializer", true},
        {"12", false},
        {"1.", false},
        {"1.5e", false},
        {"1.5e+", false},
        {"0x", false},
        {"0xZ", false},
        {"nullx", false},
        {"", false},
        {"-", false},
        {"1.5 ", false},
        {"1x5", false},
        {"splat (i32 1)", false},
        {"undef", true},
        {"poison", true},
        {"none", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(hir_is_plain_constant(rows[i].text, strlen(rows[i].text)), rows[i].plain);
}

/* The names of labels in the walk's order. */
static bool add_label(void *data, HLNode *node) {
    if (node->kind == HL_LABEL)
        str_add(data, ((HLLabel *)node)->name);
    return true;
}

static void assert_labels(HLRegion *region, lathe_ctx *ctx, const char *expected) {
    str names;
    str_init(&names, ctx);
    hir_walk(&region->node, &(hir_walker){.visit = add_label, .data = &names});
    assert_string_equal(str_text(&names), expected);
    str_free(&names);
}

static void lists_stay_whole(void **state) {
    (void)state;
    hir_text t;
    hir_text_read(&t, "<1> a:\n<2> b:\n<3> c:\n");
    HLRegion *region = t.h.regions.at[0];
    HLNode *a = region->body.first, *b = a->next, *c = b->next;
    hir_unlink(b);
    assert_labels(region, t.p.ctx, "ac");
    assert_null(b->parent);
    hir_unlink(b);
    assert_verified(&t.h);
    hir_insert_before(a, b);
    assert_labels(region, t.p.ctx, "bac");
    hir_unlink(a);
    hir_insert_after(c, a);
    assert_labels(region, t.p.ctx, "bca");
    assert_ptr_equal(region->body.last, a);
    hir_unlink(c);
    hir_unlink(a);
    hir_unlink(b);
    assert_labels(region, t.p.ctx, "");
    hir_append(&region->body, &region->node, c);
    assert_labels(region, t.p.ctx, "c");
    assert_verified(&t.h);
    hir_text_end(&t);
}

static const char nested_text[] = "<1> + DO i1 = 0, 3, 1\n"
                                  "<2> |   a:\n"
                                  "<3> |   if (%x == 0)\n"
                                  "    |   {\n"
                                  "<4> |      switch (%x)\n"
                                  "    |      {\n"
                                  "    |      case 1:\n"
                                  "<5> |         b:\n"
                                  "    |      case 2:\n"
                                  "    |      case 3:\n"
                                  "<6> |         + WHILE i2\n"
                                  "<7> |         |   c:\n"
                                  "    |         + END LOOP\n"
                                  "<8> |         d:\n"
                                  "    |      default:\n"
                                  "<9> |         e:\n"
                                  "    |      }\n"
                                  "    |   }\n"
                                  "    |   else\n"
                                  "    |   {\n"
                                  "<10> |     f:\n"
                                  "    |   }\n"
                                  "    + END LOOP\n"
                                  "<11> g:\n";

static bool visit_but_loops(void *data, HLNode *node) {
    add_label(data, node);
    return node->kind != HL_LOOP || ((HLLoop *)node)->loop_kind == LOOP_DO;
}

static void note_list(void *data, HLNode *node, uint32_t index) {
    str_printf(data, "[%u.%u]", node->number, index);
}

static void note_leave(void *data, HLNode *node) {
    if (node->kind != HL_LABEL)
        str_printf(data, "/%u", node->number);
}

static void walks_go_in_lexical_order(void **state) {
    (void)state;
    hir_text t;
    hir_text_read(&t, nested_text);
    HLRegion *region = t.h.regions.at[0];
    region->node.number = 0;
    assert_labels(region, t.p.ctx, "abcdefg");
    str out;
    str_init(&out, t.p.ctx);
    hir_walk(&region->node,
             &(hir_walker){
                 .visit = visit_but_loops, .list = note_list, .leave = note_leave, .data = &out});
    assert_string_equal(str_text(&out), "[0.0][1.0]a[3.0][4.0]b[4.1][4.2]/6d[4.3]e/4[3.1]f/3/1g/0");
    str_clear(&out);
    hir_walk(&node_at(&t.h, 4)->node, &(hir_walker){.visit = add_label, .data = &out});
    assert_string_equal(str_text(&out), "bcde");
    str_free(&out);
    hir_text_end(&t);
}

static void nodes_know_what_is_around_them(void **state) {
    (void)state;
    hir_text t;
    hir_text_read(&t, nested_text);
    HLNode *loop = &node_at(&t.h, 1)->node, *branch = &node_at(&t.h, 3)->node;
    HLLoop *inner = (HLLoop *)node_at(&t.h, 6);
    HLNode *c = inner->body.first;
    assert_int_equal(hir_node_level(loop), 0);
    assert_int_equal(hir_node_level(branch), 1);
    assert_int_equal(hir_node_level(&inner->node.node), 1);
    assert_int_equal(hir_node_level(c), 2);
    assert_int_equal(inner->level, 2);
    assert_ptr_equal(hir_parent_loop(c), inner);
    assert_ptr_equal(hir_parent_loop(&inner->node.node), loop);
    assert_null(hir_parent_loop(loop));
    assert_ptr_equal(hir_parent_region(c), t.h.regions.at[0]);
    assert_int_equal(t.h.regions.at[0]->max_level, 2);
    assert_true(hir_is_before(branch, c));
    assert_false(hir_is_before(c, branch));
    assert_null(hir_as_dd(c));
    hir_text_end(&t);
}

static void temps_have_levels_per_region(void **state) {
    (void)state;
    hir_text t;
    hir_text_read(&t, "BEGIN REGION\n"
                      "+ DO i1 = 0, 3, 1\n"
                      "<2> %s = %s  +  1;\n"
                      "<3> %both = 1;\n"
                      "+ DO i2 = 0, 3, 1\n"
                      "%deep = 1;\n"
                      "+ END LOOP\n"
                      "%deep = 2;\n"
                      "+ END LOOP\n"
                      "END REGION\n"
                      "BEGIN REGION\n"
                      "+ DO i1 = 0, 3, 1\n"
                      "<4> (%p)[%s] = %both;\n"
                      "<5> %both = 1;\n"
                      "+ END LOOP\n"
                      "END REGION\n");
    hir_temp s = hir_temp_named(&t.h, "%s"), both = hir_temp_named(&t.h, "%both");
    assert_int_equal(hir_temp_level(&t.h, s, t.h.regions.at[0]), 1);
    assert_int_equal(hir_temp_level(&t.h, s, t.h.regions.at[1]), 0);
    assert_int_equal(hir_temp_level(&t.h, s, NULL), 1);
    assert_int_equal(hir_temp_level(&t.h, hir_temp_named(&t.h, "%deep"), NULL), 2);
    assert_int_equal(hir_temp_level(&t.h, both, t.h.regions.at[0]), 1);
    assert_int_equal(hir_temp_level(&t.h, both, t.h.regions.at[1]), 1);
    RegDDRef *store = node_at(&t.h, 4)->refs[0];
    assert_int_equal(store->subscripts[0]->defined_at, 0);
    assert_true(hir_is_invariant_at(store->subscripts[0], 1));
    assert_int_equal(node_at(&t.h, 2)->refs[1]->subscripts[0]->defined_at, 1);
    const RegDDRef *defs = hir_temp_at(&t.h, both)->defs;
    assert_ptr_equal(defs, node_at(&t.h, 3)->refs[0]);
    assert_ptr_equal(defs->next_def, node_at(&t.h, 5)->refs[0]);
    assert_null(defs->next_def->next_def);
    hir_text_end(&t);
}

/* Breaks one thing; the verifier must say so. */
typedef struct damage_row {
    void (*damage)(hir_text *t);
    const char *why;
} damage_row;

static void wrong_parent(hir_text *t) {
    t->h.regions.at[0]->body.first->parent = &node_at(&t->h, 3)->node;
}
static void wrong_prev(hir_text *t) {
    HLNode *first = ((HLLoop *)node_at(&t->h, 1))->body.first;
    first->next->prev = NULL;
}
static void wrong_level(hir_text *t) {
    ((HLLoop *)node_at(&t->h, 1))->level = 2;
}
static void wrong_node(hir_text *t) {
    node_at(&t->h, 2)->refs[1]->node = &node_at(&t->h, 3)->node;
}
static void missing_ref(hir_text *t) {
    node_at(&t->h, 3)->ref_count = 1;
}
static void stale_blob_refs(hir_text *t) {
    node_at(&t->h, 2)->refs[1]->blob_ref_count = 1;
}
static void stale_level(hir_text *t) {
    node_at(&t->h, 2)->refs[1]->blob_refs[1].level = 7;
}
static void stale_canon(hir_text *t) {
    node_at(&t->h, 2)->refs[1]->subscripts[0]->defined_at = 3;
}
static void foreign_iv(hir_text *t) {
    CanonExpr *ce = node_at(&t->h, 2)->refs[1]->subscripts[0];
    assert_true(hir_canon_add_iv(&t->h, ce, 2, 1, 0));
}
static void zero_denominator(hir_text *t) {
    node_at(&t->h, 2)->refs[1]->subscripts[0]->denominator = 0;
}
static void wrong_target(hir_text *t) {
    HLGoto *jump = (HLGoto *)((HLIf *)node_at(&t->h, 3))->then_body.first;
    jump->target = hir_new_label(&t->h, "out");
}
static void wrong_type(hir_text *t) {
    CanonExpr *ce = node_at(&t->h, 2)->refs[1]->subscripts[0];
    ce->source = ce->dest = LLVMInt8TypeInContext(t->p.llvm);
}
static void wrong_temp_level(hir_text *t) {
    t->h.temps.at[hir_temp_named(&t->h, "%x")].region = NULL;
    t->h.temps.at[hir_temp_named(&t->h, "%x")].level = 0;
    assert_true(hir_ref_update(&t->h, node_at(&t->h, 2)->refs[0]));
}
static void not_written(hir_text *t) {
    node_at(&t->h, 2)->refs[0]->is_lval = false;
}
static void wrong_symbase(hir_text *t) {
    node_at(&t->h, 2)->refs[0]->symbase = 1000;
}

static void the_verifier_sees_damage(void **state) {
    (void)state;
    static const damage_row rows[] = {
        {wrong_parent, "not in its parent"},
        {wrong_prev, "a list that is broken"},
        {wrong_level, "<1>: a loop at level 1 says 2"},
        {wrong_node, "<2>: a ref that does not know its node"},
        {missing_ref, "<3>: 1 refs"},
        {stale_blob_refs, "<2>: 2 temps, but 1 blob refs"},
        {stale_level, "<2>: the blob ref of %p is not up to date"},
        {stale_canon, "<2>: defined at level 0, not 3"},
        {foreign_iv, "<2>: i2 is used outside of its loop"},
        {zero_denominator, "<2>: a denominator below 1"},
        {wrong_target, "a goto to a label of another region"},
        {wrong_type, "<2>: a blob has another type than its sum"},
        {wrong_temp_level, "%x is assigned at level 1, not 0"},
        {not_written, "<2>: ref 0 is wrong about being written"},
        {wrong_symbase, "<2>: symbase 1000 was never handed out"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hir_text t;
        hir_text_read(&t, "<1> + DO i1 = 0, 3, 1\n"
                          "<2> |   %x = (%p)[i1 + %a];\n"
                          "<3> |   if (%a == 0)\n"
                          "    |   {\n"
                          "<4> |      goto out;\n"
                          "    |   }\n"
                          "<5> |   out:\n"
                          "    + END LOOP\n");
        rows[i].damage(&t);
        str why;
        str_init(&why, t.p.ctx);
        assert_false(hir_verify(&t.h, &why));
        if (!strstr(str_text(&why), rows[i].why))
            fail_msg("%zu: %s", i, str_text(&why));
        assert_false(hir_verify(&t.h, NULL));
        str_free(&why);
        hir_text_end(&t);
    }
}

static void copies_of_refs_are_their_own(void **state) {
    (void)state;
    hir_text t;
    hir_text_read(&t, "<1> + DO i1 = 0, 3, 1\n<2> (%p)[i1 + %a : 4 x 9] = 0;\n+ END LOOP\n");
    RegDDRef *ref = node_at(&t.h, 2)->refs[0], *copy = hir_ref_copy(&t.h, ref);
    assert_null(copy->node);
    assert_int_equal(copy->symbase, ref->symbase);
    assert_int_equal(copy->sizes[0], 9);
    assert_int_equal(copy->blob_ref_count, 2);
    assert_ptr_equal(copy->blob_refs[0].parent, copy);
    assert_true(hir_canon_add_constant(&t.h, copy->subscripts[0], 1));
    assert_ref(&t.h, ref, "(%p)[i1 + %a]");
    assert_ref(&t.h, copy, "(%p)[i1 + %a + 1]");
    hir_text_end(&t);
}

/* Ends early when memory does. */
static void build(hir *h, LLVMContextRef llvm) {
    LLVMTypeRef i64 = LLVMInt64TypeInContext(llvm), ptr = LLVMPointerTypeInContext(llvm, 0);
    HLRegion *region = hir_new_region(h);
    HLLoop *loop = hir_new_loop(h, LOOP_DO);
    HLInst *inst = hir_new_inst(h, LLVMStore, 2);
    HLSwitch *choice = hir_new_switch(h, 3);
    HLIf *branch = hir_new_if(h);
    HLLabel *label = hir_new_label(h, "a");
    HLGoto *jump = hir_new_goto(h, "a");
    if (!region || !loop || !inst || !choice || !branch || !label || !jump)
        return;
    vec_push(h->ctx, &h->regions, region);
    hir_append(&region->body, &region->node, &loop->node.node);
    hir_append(&loop->body, &loop->node.node, &inst->node.node);
    hir_blob p = hir_blob_temp(h, hir_temp_new(h, "%p", ptr, NULL));
    hir_blob a = hir_blob_temp(h, hir_temp_new(h, "%p", i64, NULL));
    hir_set_ref(&loop->node, 0, hir_ref_scalar(h, hir_canon_blob(h, a)));
    CanonExpr *subscript = hir_canon_iv(h, i64, 1);
    CanonExpr *other = hir_canon_copy(h, subscript);
    if (!subscript || !other)
        return;
    hir_canon_multiply_by_blob(h, other, a);
    hir_canon_add(h, subscript, other);
    hir_canon_divide_by(h, subscript, 3, true);
    RegDDRef *ref = hir_ref_memory(h, REF_MEMORY, hir_canon_blob(h, p), 1);
    if (ref) {
        ref->subscripts[0] = subscript;
        ref->is_lval = inst->has_lval = true;
        ref->type = i64;
    }
    hir_set_ref(&inst->node, 0, ref);
    hir_set_ref(&inst->node, 1, hir_ref_scalar(h, hir_canon_constant(h, i64, 7)));
    if (ctx_ok(h->ctx))
        hir_update_levels(h);
}

static void build_with_memory(lathe_ctx *ctx) {
    LLVMContextRef llvm = LLVMContextCreate();
    LLVMModuleRef module = LLVMModuleCreateWithNameInContext("m", llvm);
    lathe_module m = {.ctx = ctx, .llvm_ctx = llvm, .llvm = module};
    hir h;
    if (hir_init(&h, &m))
        build(&h, llvm);
    bool good = ctx_ok(ctx) && hir_verify(&h, NULL);
    assert_int_equal(good, ctx_ok(ctx));
    hir_free(&h);
    LLVMDisposeModule(module);
    LLVMContextDispose(llvm);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(build_with_memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(constants_know_how_they_are_written),
        cmocka_unit_test(lists_stay_whole),
        cmocka_unit_test(walks_go_in_lexical_order),
        cmocka_unit_test(nodes_know_what_is_around_them),
        cmocka_unit_test(temps_have_levels_per_region),
        cmocka_unit_test(the_verifier_sees_damage),
        cmocka_unit_test(copies_of_refs_are_their_own),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
