/* One DTransInfo for the passes of a pipeline: shared, kept true, dropped, and the module as it was
 * after failures. */
#include "module_text.h"

#include "dtrans/analysis/shared.h"
#include "lathe/dtrans.h"

static const char program[] =
    "target datalayout = \"e-i64:64-n8:16:32:64-S128\"\n"
    "%struct.item = type { i8, i64 }\n"
    "%struct.node = type { i8, %struct.item, ptr }\n"
    "%struct.leaked = type { i8, i64 }\n"
    "@kept = internal global %struct.item { i8 3, i64 4 }\n"
    "declare ptr @malloc(i64)\n"
    "declare void @outside(ptr)\n"
    "define i32 @main() {\n"
    "  %p = alloca ptr\n"
    "  %n = call ptr @malloc(i64 64)\n"
    "  store ptr %n, ptr %p\n"
    "  %m = load ptr, ptr %p\n"
    "  %v = getelementptr inbounds %struct.node, ptr %m, i32 0, i32 1, i32 1\n"
    "  %k = load i64, ptr getelementptr inbounds (%struct.item, ptr @kept, i32 0, i32 1)\n"
    "  store i64 %k, ptr %v\n"
    "  %x = getelementptr inbounds %struct.node, ptr %m, i32 0, i32 2\n"
    "  store ptr %m, ptr %x\n"
    "  %next = load ptr, ptr %x\n"
    "  %w = getelementptr inbounds %struct.node, ptr %next, i32 0, i32 1, i32 1\n"
    "  %r = load i64, ptr %w\n"
    "  %l = call ptr @malloc(i64 16)\n"
    "  %f = getelementptr inbounds %struct.leaked, ptr %l, i32 0, i32 1\n"
    "  store i64 %r, ptr %f\n"
    "  call void @outside(ptr %l)\n"
    "  ret i32 0\n}\n";

typedef struct fixture {
    lathe_ctx *ctx;
    lathe_module *m;
} fixture;

static fixture loaded(const char *text) {
    fixture f = {.ctx = lathe_ctx_new()};
    f.m = module_from_text(f.ctx, text);
    return f;
}

static void fixture_free(fixture *f) {
    lathe_module_free(f->m);
    lathe_ctx_free(f->ctx);
}

/* LLVM's text; free it with LLVMDisposeMessage. */
static char *text_of(fixture *f) {
    return LLVMPrintModuleToString(f->m->llvm);
}

static char *run(fixture *f, const char *passes) {
    char *out = NULL;
    assert_int_equal(lathe_run_passes(f->m, passes, &out), LATHE_OK);
    assert_non_null(out);
    return out;
}

static void passes_share_what_is_known(void **state) {
    (void)state;
    fixture f = loaded(program);
    DTransInfo *info = dtrans_shared_info(f.m);
    assert_non_null(info);
    assert_ptr_equal(dtrans_shared_info(f.m), info);
    assert_ptr_equal(f.m->knowledge.data, (void *)info);
    ir_drop_knowledge(f.m);
    assert_null(f.m->knowledge.data);
    free(run(&f, "dtrans-analysis,dtrans-shuffle"));
    assert_null(f.m->knowledge.data);
    fixture_free(&f);
}

static void update_equals_fresh_analysis(void **state) {
    (void)state;
    static const char *const rows[] = {
        "dtrans-analysis", "dtrans-shuffle<seed=1>", "dtrans-base-test",
        "dtrans-base-test,dtrans-shuffle<seed=2>",
        "dtrans-shuffle<seed=3>,dtrans-analysis<type=none>,dtrans-shuffle<seed=4>"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char passes[256];
        fixture f = loaded(program);
        snprintf(passes, sizeof passes, "%s,dtrans-analysis", rows[i]);
        char *updated = run(&f, passes);
        char *module = text_of(&f);
        fixture g = loaded(module);
        char *fresh = run(&g, "dtrans-analysis");
        const char *last = updated + strlen(updated) - strlen(fresh);
        assert_true(strlen(updated) >= strlen(fresh));
        assert_string_equal(last, fresh);
        assert_int_equal(strstr(module, "__D") != NULL, i > 0);
        LLVMDisposeMessage(module);
        free(updated);
        free(fresh);
        fixture_free(&f);
        fixture_free(&g);
    }
}

/* Preparing for the analysis is undone, too. */
static void nothing_to_do_leaves_the_module(void **state) {
    (void)state;
    fixture f = loaded(program);
    char *before = text_of(&f);
    lathe_dtrans_choose(f.m, NULL, "node,item,leaked");
    free(run(&f, "dtrans-shuffle,dtrans-analysis,dtrans-base-test"));
    char *after = text_of(&f);
    assert_string_equal(after, before);
    LLVMDisposeMessage(before);
    LLVMDisposeMessage(after);
    fixture_free(&f);
}

static void other_passes_see_the_module_as_it_was(void **state) {
    (void)state;
    fixture f = loaded(program);
    lathe_dtrans_choose(f.m, NULL, "node,item");
    free(run(&f, "dtrans-shuffle,ir-test-split-blocks"));
    char *after = text_of(&f);
    assert_non_null(strstr(after, "alloca"));
    assert_non_null(strstr(after, "br label"));
    LLVMDisposeMessage(after);
    fixture_free(&f);
}

static void failure_brings_the_module_back(void **state) {
    (void)state;
    fixture f = loaded(program);
    char *before = text_of(&f);
    assert_int_equal(lathe_run_passes(f.m, "dtrans-base-test,dtrans-shuffle<seed=x>", NULL),
                     LATHE_USAGE);
    char *after = text_of(&f);
    assert_string_equal(after, before);
    LLVMDisposeMessage(before);
    LLVMDisposeMessage(after);
    fixture_free(&f);
}

static void a_budget_brings_the_module_back(void **state) {
    (void)state;
    bool done = false;
    for (uint64_t budget = 1; !done; budget += 7) {
        assert_true(budget < 100000);
        fixture f = loaded(program);
        char *before = text_of(&f);
        lathe_ctx_set_budget(f.ctx, budget, 0);
        done = lathe_run_passes(f.m, "dtrans-shuffle,dtrans-shuffle", NULL) == LATHE_OK;
        char *after = text_of(&f);
        if (!done)
            assert_string_equal(after, before);
        LLVMDisposeMessage(before);
        LLVMDisposeMessage(after);
        fixture_free(&f);
    }
}

static void failing_memory_is_survived(void **state) {
    (void)state;
    bool done = false;
    for (size_t allowed = 0; !done; allowed++) {
        assert_true(allowed < 20000);
        fixture f = loaded(program);
        size_t left = allowed;
        f.ctx->alloc = metered_alloc;
        f.ctx->alloc_data = &left;
        lathe_dtrans_choose(f.m, "node,item", "leaked");
        done = lathe_run_passes(f.m, "dtrans-shuffle,dtrans-analysis", NULL) == LATHE_OK;
        if (!done)
            assert_int_equal(lathe_ctx_status(f.ctx), LATHE_NO_MEMORY);
        fixture_free(&f);
    }
}

/* The caller's own module is not replaced. */
static void a_wrapped_module_stays_the_callers(void **state) {
    (void)state;
    fixture f = loaded(program);
    lathe_module *wrapped = lathe_module_wrap(f.ctx, f.m->llvm);
    lathe_dtrans_choose(wrapped, "none-of-them", NULL);
    assert_int_equal(lathe_run_passes(wrapped, "dtrans-shuffle", NULL), LATHE_OK);
    assert_ptr_equal(lathe_module_llvm(wrapped), f.m->llvm);
    lathe_module_free(wrapped);
    fixture_free(&f);
}

static void kept_types_are_told(void **state) {
    (void)state;
    fixture f = loaded(program);
    assert_int_equal(lathe_dtrans_choose(f.m, NULL, "struct node"), LATHE_OK);
    lathe_dtrans *d = lathe_dtrans_analyze(f.m, NULL);
    size_t node = lathe_dtrans_type_find(d, "node"), item = lathe_dtrans_type_find(d, "item");
    assert_string_equal(lathe_dtrans_type_kept(d, node), "by skip");
    assert_string_equal(lathe_dtrans_type_kept(d, item),
                        "inside 'struct.node', which is kept by skip");
    assert_null(lathe_dtrans_type_kept(d, lathe_dtrans_type_find(d, "leaked")));
    assert_null(lathe_dtrans_type_kept(d, 99));
    assert_true(lathe_dtrans_is_legal(d, node, "reorder-fields"));
    lathe_dtrans_free(d);
    assert_int_equal(lathe_dtrans_choose(f.m, NULL, NULL), LATHE_OK);
    d = lathe_dtrans_analyze(f.m, NULL);
    assert_null(lathe_dtrans_type_kept(d, node));
    lathe_dtrans_free(d);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passes_share_what_is_known),
        cmocka_unit_test(update_equals_fresh_analysis),
        cmocka_unit_test(nothing_to_do_leaves_the_module),
        cmocka_unit_test(other_passes_see_the_module_as_it_was),
        cmocka_unit_test(failure_brings_the_module_back),
        cmocka_unit_test(a_budget_brings_the_module_back),
        cmocka_unit_test(failing_memory_is_survived),
        cmocka_unit_test(a_wrapped_module_stays_the_callers),
        cmocka_unit_test(kept_types_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
