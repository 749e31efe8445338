#include "flow_text.h"

#include "ir/frontier.h"

/* A region with two entries, an endless loop, an unreachable block. */
static const char graph[] = "define void @f(i1 %c) {\n"
                            "entry: br i1 %c, label %a, label %b\n"
                            "a: br label %b\n"
                            "b: br i1 %c, label %a, label %d\n"
                            "d: br i1 %c, label %spin, label %end\n"
                            "spin: br label %spin2\n"
                            "spin2: br label %spin\n"
                            "orphan: br label %d\n"
                            "end: ret void\n}\n";

enum { ENTRY, A, B, D, SPIN, SPIN2, ORPHAN, END, COUNT };

static void test_dominators(void **state) {
    (void)state;
    flow_text t = flow_text_parse(graph);
    ir_cfg cfg;
    ir_dom dom;
    assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
    assert_true(ir_dom_build(&dom, &t.arena, &cfg));
    static const uint32_t idom[COUNT] = {IR_NONE, ENTRY, ENTRY, B, D, SPIN, IR_NONE, D};
    static const uint32_t level[COUNT] = {0, 1, 1, 2, 3, 4, 0, 3};
    for (uint32_t b = 0; b < COUNT; b++) {
        assert_int_equal(dom.idom[b], idom[b]);
        assert_int_equal(dom.level[b], level[b]);
        assert_int_equal(ir_dom_has(&dom, b), b != ORPHAN);
    }
    assert_int_equal(dom.root, ENTRY);
    assert_int_equal(dom.order_count, COUNT - 1);
    assert_int_equal(dom.child_start[D + 1] - dom.child_start[D], 2);
    assert_int_equal(dom.children[dom.child_start[D]], SPIN);
    assert_int_equal(dom.children[dom.child_start[D] + 1], END);
    flow_text_free(&t);
}

static void test_queries(void **state) {
    (void)state;
    flow_text t = flow_text_parse(graph);
    ir_cfg cfg;
    ir_dom dom;
    assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
    assert_true(ir_dom_build(&dom, &t.arena, &cfg));
    assert_true(ir_dominates(&dom, B, SPIN2));
    assert_true(ir_dominates(&dom, B, B));
    assert_false(ir_dominates(&dom, SPIN2, SPIN));
    assert_false(ir_dominates(&dom, A, B));
    assert_true(ir_dominates(&dom, A, ORPHAN));
    assert_true(ir_dominates(&dom, ORPHAN, ORPHAN));
    assert_false(ir_dominates(&dom, ORPHAN, D));
    flow_text_free(&t);
}

static void test_post_dominators(void **state) {
    (void)state;
    flow_text t = flow_text_parse(graph);
    ir_cfg cfg;
    ir_dom post;
    assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
    assert_true(ir_postdom_build(&post, &t.arena, &cfg));
    static const uint32_t idom[COUNT] = {B, B, D, COUNT, SPIN2, COUNT, D, COUNT};
    for (uint32_t b = 0; b < COUNT; b++)
        assert_int_equal(post.idom[b], idom[b]);
    assert_int_equal(post.root, COUNT);
    assert_int_equal(post.idom[COUNT], IR_NONE);
    assert_true(ir_dominates(&post, COUNT, ENTRY));
    assert_true(ir_dominates(&post, D, ORPHAN));
    assert_false(ir_dominates(&post, END, D));
    flow_text_free(&t);
}

static void expect_frontier(const ir_frontier *f, uint32_t b, const char *want) {
    char found[64] = "";
    for (uint32_t i = f->start[b]; i < f->start[b + 1]; i++) {
        size_t end = strlen(found);
        found[end] = (char)('0' + f->blocks[i]);
        found[end + 1] = '\0';
    }
    assert_string_equal(found, want);
}

static void test_frontiers(void **state) {
    (void)state;
    flow_text t = flow_text_parse(graph);
    ir_cfg cfg;
    ir_dom dom, post;
    ir_frontier f, p;
    assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
    assert_true(ir_dom_build(&dom, &t.arena, &cfg));
    assert_true(ir_postdom_build(&post, &t.arena, &cfg));
    assert_true(ir_frontier_build(&f, &t.arena, &dom));
    assert_true(ir_frontier_build(&p, &t.arena, &post));
    static const char *const want[COUNT] = {"", "2", "1", "", "4", "4", "", ""};
    static const char *const want_post[COUNT] = {"", "02", "2", "", "35", "35", "", "3"};
    for (uint32_t b = 0; b < COUNT; b++) {
        expect_frontier(&f, b, want[b]);
        expect_frontier(&p, b, want_post[b]);
    }
    flow_text_free(&t);
}

static bool reaches(const ir_cfg *cfg, uint32_t from, uint32_t to, uint32_t without, bool *seen) {
    uint32_t stack[64], depth = 0;
    memset(seen, 0, cfg->count);
    if (from != without) {
        stack[depth++] = from;
        seen[from] = true;
    }
    while (depth) {
        uint32_t b = stack[--depth];
        for (uint32_t i = cfg->succ_start[b]; i < cfg->succ_start[b + 1]; i++) {
            uint32_t s = cfg->succs[i];
            if (s != without && !seen[s]) {
                seen[s] = true;
                stack[depth++] = s;
            }
        }
    }
    return to != without && seen[to];
}

/* A random graph of two-way branches; returns its text. */
static char *random_graph(lathe_ctx *ctx, unsigned size, uint32_t *seed) {
    str text;
    str_init(&text, ctx);
    str_add(&text, "define void @f(i1 %c) {\nb0: br label %b1\n");
    for (unsigned i = 1; i < size; i++) {
        uint32_t to[3];
        for (unsigned k = 0; k < 3; k++) {
            *seed = *seed * 1664525 + 1013904223;
            to[k] = *seed >> 16;
        }
        if (to[2] % 8 == 0)
            str_printf(&text, "b%u: ret void\n", i);
        else
            str_printf(&text, "b%u: br i1 %%c, label %%b%u, label %%b%u\n", i,
                       1 + to[0] % (size - 1), 1 + to[1] % (size - 1));
    }
    str_add(&text, "}\n");
    char *copy = str_give(&text);
    str_free(&text);
    return copy;
}

/* a dominates b iff b cannot be reached without a. */
static void test_definition(void **state) {
    (void)state;
    uint32_t seed = 1;
    lathe_ctx *ctx = lathe_ctx_new();
    for (unsigned round = 0; round < 60; round++) {
        char *text = random_graph(ctx, 3 + round % 30, &seed);
        flow_text t = flow_text_parse(text);
        free(text);
        ir_cfg cfg;
        ir_dom dom;
        bool seen[64];
        assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
        assert_true(ir_dom_build(&dom, &t.arena, &cfg));
        for (uint32_t a = 0; a < cfg.count; a++)
            for (uint32_t b = 0; b < cfg.count; b++)
                if (ir_cfg_reachable(&cfg, a) && ir_cfg_reachable(&cfg, b))
                    assert_int_equal(ir_dominates(&dom, a, b), !reaches(&cfg, 0, b, a, seen));
        flow_text_free(&t);
    }
    lathe_ctx_free(ctx);
}

static void test_declaration(void **state) {
    (void)state;
    flow_text t = flow_text_parse("declare void @f()");
    ir_cfg cfg;
    ir_dom dom, post;
    ir_frontier f;
    assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
    assert_true(ir_dom_build(&dom, &t.arena, &cfg));
    assert_true(ir_postdom_build(&post, &t.arena, &cfg));
    assert_true(ir_frontier_build(&f, &t.arena, &dom));
    assert_int_equal(dom.order_count, 0);
    assert_int_equal(post.order_count, 0);
    flow_text_free(&t);
}

static bool build(arena *a, LLVMValueRef fn) {
    ir_cfg cfg;
    ir_dom dom, post;
    ir_frontier f;
    return ir_cfg_build(&cfg, a, fn) && ir_dom_build(&dom, a, &cfg) &&
           ir_postdom_build(&post, a, &cfg) && ir_frontier_build(&f, a, &post);
}

static void test_failures(void **state) {
    (void)state;
    flow_text t = flow_text_parse(graph);
    flow_expect_graceful(&t, build);
    flow_text_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dominators),      cmocka_unit_test(test_queries),
        cmocka_unit_test(test_post_dominators), cmocka_unit_test(test_frontiers),
        cmocka_unit_test(test_definition),      cmocka_unit_test(test_declaration),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
