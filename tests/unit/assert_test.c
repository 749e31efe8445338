/* In a build with asserts each invariant that is broken on purpose ends the process, and each
 * checker of a whole structure sees what is broken in it. In a build without, nothing is evaluated.
 */
#include "hir_text.h"
#include "parsed.h"

#include "base/bitset.h"
#include "base/map.h"
#include "dtrans/transform/base.h"
#include "hir/node.h"
#include "ir/map/valuemap.h"
#include "ir/ptr/ptr_check.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Whether it ends by abort, with this text on standard error if there are asserts. */
static bool aborts(void (*work)(void *), void *data, const char *says) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        work(data);
        _exit(0);
    }
    close(ends[1]);
    char text[512] = "";
    size_t length = 0;
    for (ssize_t more; length < sizeof text - 1 &&
                       (more = read(ends[0], text + length, sizeof text - 1 - length)) > 0;)
        length += (size_t)more;
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && strstr(text, says);
}

static void assert_fires(void (*work)(void *), void *data, const char *says) {
    if (LATHE_ASSERTING)
        assert_true(aborts(work, data, says));
}

static void pop_nothing(void *data) {
    (void)data;
    VEC(int) v = {0};
    v.at = (int[2]){0};
    v.len = (size_t)vec_pop(&v);
}

static void last_of_nothing(void *data) {
    VEC(int) v = {.at = data};
    *(int *)data = vec_last(&v);
}

static void add_beyond(void *data) {
    uint64_t words[2] = {0};
    bitset_add(&(bitset){words, 10}, *(size_t *)data);
}

static void number_in_a_map_of_strings(void *data) {
    map m;
    map_init_strings(&m, data);
    map_put_u(&m, 7);
}

static void containers_are_kept(void **state) {
    (void)state;
    int numbers[2] = {0};
    size_t beyond = 10;
    lathe_ctx *ctx = lathe_ctx_new();
    assert_fires(pop_nothing, NULL, "(&v)->len > 0");
    assert_fires(last_of_nothing, numbers, "(&v)->len > 0");
    assert_fires(add_beyond, &beyond, "i < s->bits");
    assert_fires(number_in_a_map_of_strings, ctx, "!m->strings");
    lathe_ctx_free(ctx);
}

static void nothing_is_evaluated_without(void **state) {
    (void)state;
    int evaluated = 0;
    lathe_assert(++evaluated);
    assert_int_equal(evaluated, LATHE_ASSERTING);
}

/* A graph with a struct, a field and two classes that were merged. */
typedef struct fixture {
    parsed p;
    ptr_graph g;
    ptr_class root, field, merged;
} fixture;

static void fixture_init(fixture *f) {
    f->p = parse("");
    assert_true(ptr_graph_init(&f->g, &f->p.m));
    ptr_class a = ptr_new(&f->g), b = ptr_new(&f->g);
    f->field = ptr_at(&f->g, a, 8);
    ptr_at(&f->g, a, 16);
    ptr_add_object(&f->g, a, PTR_LOCAL, 0, ptr_witness_new(&f->g, NULL, "here"));
    ptr_merge(&f->g, a, b);
    ptr_settle(&f->g);
    f->root = ptr_find(&f->g, a);
    f->merged = f->root == a ? b : a;
    assert_null(ptr_graph_check(&f->g));
}

static void fixture_free(fixture *f) {
    ptr_graph_free(&f->g);
    parsed_free(&f->p);
}

static void graph_must_hold(void *graph) {
    ptr_graph_assert(graph);
}

/* Broken like this the checker says so, and the assert ends the process. */
#define assert_breaks(lvalue, value, says)                                                         \
    do {                                                                                           \
        fixture f;                                                                                 \
        fixture_init(&f);                                                                          \
        __typeof__(lvalue) was = (lvalue);                                                         \
        (lvalue) = (value);                                                                        \
        const char *wrong = ptr_graph_check(&f.g);                                                 \
        assert_non_null(wrong);                                                                    \
        assert_non_null(strstr(wrong, says));                                                      \
        assert_fires(graph_must_hold, &f.g, "ptr_graph_check");                                    \
        (lvalue) = was;                                                                            \
        fixture_free(&f);                                                                          \
    } while (0)

static void graphs_are_checked(void **state) {
    (void)state;
    assert_breaks(f.g.nodes.at[f.merged].up, 1000, "does not exist");
    assert_breaks(f.g.nodes.at[f.root].up, f.merged, "circle");
    assert_breaks(f.g.nodes.at[f.merged].up, 0, "into none");
    assert_breaks(f.g.nodes.at[0].pointee, f.root, "known of none");
    assert_breaks(f.g.nodes.at[f.merged].pointee, f.root, "kept what was known");
    assert_breaks(f.g.nodes.at[f.root].fields.at[0].target, 1000, "field leads to no class");
    assert_breaks(f.g.nodes.at[f.root].fields.at[0].offset, 16, "order of their offsets");
    assert_breaks(f.g.nodes.at[f.field].holders.at[0].container, 1000, "holder is not a class");
    assert_breaks(f.g.nodes.at[f.root].shape, 9, "shape that does not exist");
    assert_breaks(f.g.nodes.at[f.root].pointee, 1000, "point to no class");
    assert_breaks(f.g.nodes.at[f.root].objects.last, 0, "ends elsewhere");
    assert_breaks(f.g.facts.at[1].next, 1, "does not end");
    assert_breaks(f.g.facts.at[1].witness, 7, "does not exist");
    assert_breaks(f.g.nodes.at[f.root].signatures, 7, "signature does not exist");
    assert_breaks(f.g.settling, true, "left to be done");
}

static void merge_beyond(void *graph) {
    ptr_merge(graph, 1, 1000);
}

static void find_no_class(void *graph) {
    ptr_find(graph, 1000);
}

static void see_no_shape(void *graph) {
    ptr_see_shape(graph, 1, 7, 0);
}

static void classes_must_exist(void **state) {
    (void)state;
    fixture f;
    fixture_init(&f);
    assert_fires(merge_beyond, &f.g, "b < g->nodes.len");
    assert_fires(find_no_class, &f.g, "c < g->nodes.len");
    assert_fires(see_no_shape, &f.g, "shape < g->shapes.len");
    fixture_free(&f);
}

static void append_again(void *data) {
    HLRegion *region = data;
    hir_append(&region->body, &region->node, region->body.first);
}

static void unlink_from_elsewhere(void *data) {
    HLRegion *region = data;
    region->body.first = NULL;
    HLNode stray = {.kind = HL_LABEL, .list = &region->body};
    hir_unlink(&stray);
}

static void compare_without_numbers(void *data) {
    HLNode a = {.order = 1}, b = {.order = 0};
    *(bool *)data = hir_is_before(&a, &b);
}

static void hir_must_hold(void *data) {
    hir_assert_good(data);
}

static void trees_are_checked(void **state) {
    (void)state;
    hir_text t;
    hir_text_read(&t, "<1> a:\n<2> b:\n");
    HLRegion *region = t.h.regions.at[0];
    uint64_t used = t.p.ctx->ops_used;
    hir_assert_good(&t.h);
    assert_int_equal(t.p.ctx->ops_used, used);
    assert_fires(append_again, region, "!node->list");
    assert_fires(unlink_from_elsewhere, region, "== node");
    bool before;
    assert_fires(compare_without_numbers, &before, "b->order");
    HLNode *last = region->body.last;
    region->body.last = region->body.first;
    assert_fires(hir_must_hold, &t.h, "a list that is broken");
    region->body.last = last;
    hir_text_end(&t);
}

static bool touch_the_module(DTransOptBase *b, void *data) {
    (void)data;
    LLVMAddFunction(b->m->llvm, "added", LLVMGlobalGetValueType(LLVMGetFirstFunction(b->m->llvm)));
    return false;
}

static bool replace_what_is_no_type(DTransOptBase *b, void *data) {
    (void)data;
    dtrans_base_replace(b, (uint32_t)b->info->types.len, "__X_");
    return false;
}

static bool change_nothing(DTransOptBase *b, void *data) {
    (void)b, (void)data;
    return false;
}

static void run_hooks(void *data) {
    parsed p = parse("define i32 @main() {\n  ret i32 0\n}");
    DTransInfo info;
    dtrans_analyze(&info, &p.m);
    dtrans_base_run(&info, data, NULL);
}

static void map_a_number(void *data) {
    parsed p = parse("define i32 @main() {\n  ret i32 0\n}");
    ir_typemap t;
    ir_valuemap v;
    ir_typemap_init(&t, p.ctx, p.llvm);
    ir_valuemap_init(&v, &p.m, &t);
    LLVMValueRef seven = LLVMConstInt(LLVMInt32TypeInContext(p.llvm), 7, false);
    ir_valuemap_set(&v, data ? LLVMGetFirstFunction(p.m.llvm) : seven, seven);
}

/* The mapper never looks numbers up: who gives one would be left without a word. */
static void numbers_are_not_mapped(void **state) {
    (void)state;
    assert_fires(map_a_number, NULL, "is_plain_data");
    assert_false(aborts(map_a_number, state, ""));
}

static void transforms_keep_to_their_steps(void **state) {
    (void)state;
    dtrans_hooks hooks = {.name = "x", .dependent_prefix = "__X_"};
    assert_fires(run_hooks, &hooks, "hooks->prepare_types");
    hooks.prepare_types = change_nothing;
    assert_false(aborts(run_hooks, &hooks, ""));
    hooks.prepare_types = touch_the_module;
    assert_fires(run_hooks, &hooks, "== untouched");
    hooks.prepare_types = replace_what_is_no_type;
    assert_fires(run_hooks, &hooks, "type < b->info->types.len");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(containers_are_kept),    cmocka_unit_test(nothing_is_evaluated_without),
        cmocka_unit_test(graphs_are_checked),     cmocka_unit_test(classes_must_exist),
        cmocka_unit_test(trees_are_checked),      cmocka_unit_test(transforms_keep_to_their_steps),
        cmocka_unit_test(numbers_are_not_mapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
