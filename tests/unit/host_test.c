/* lathe's passes for a host: what its environment says, and what becomes of the module. */
#include "module_text.h"

#include "cc/host/host.h"

#include <stdlib.h>
#include <string.h>

/* @make shows struct.seen to others; struct.own stays inside. */
static const char program[] = "target datalayout = \"e-i64:64-n8:16:32:64-S128\"\n"
                              "target triple = \"x86_64-pc-linux-gnu\"\n"
                              "%struct.own = type { i8, i64, i8 }\n"
                              "%struct.seen = type { i8, i64, i16 }\n"
                              "declare ptr @malloc(i64)\n"
                              "define ptr @make() {\n"
                              "  %p = call ptr @malloc(i64 24)\n"
                              "  %f = getelementptr inbounds %struct.seen, ptr %p, i32 0, i32 1\n"
                              "  store i64 7, ptr %f\n"
                              "  ret ptr %p\n}\n"
                              "define i32 @main(i32 %c, ptr %v) {\n"
                              "  %p = call ptr @malloc(i64 24)\n"
                              "  %f = getelementptr inbounds %struct.own, ptr %p, i32 0, i32 1\n"
                              "  store i64 7, ptr %f\n"
                              "  %q = call ptr @make()\n"
                              "  ret i32 0\n}\n";

static size_t told;

static void count(void *data, const lathe_diag *diag) {
    (void)data;
    told += diag->severity >= LATHE_WARNING;
}

/* Runs there with the text as environment (NULL: none); the module itself never changes. */
static cc_host run(const char *variable, cc_place place, const char *passes, const char *text) {
    cc_host host;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, text);
    char *before = LLVMPrintModuleToString(m->llvm);
    unsetenv(CC_HOST_VARIABLE);
    if (variable)
        setenv(CC_HOST_VARIABLE, variable, 1);
    told = 0;
    cc_host_run(&host, count, NULL, m->llvm, place, passes);
    char *after = LLVMPrintModuleToString(m->llvm);
    assert_string_equal(before, after);
    LLVMDisposeMessage(before);
    LLVMDisposeMessage(after);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return host;
}

/* The number of types that have changed. */
static size_t count_changes(const cc_host *host) {
    assert_int_equal(host->changes.all.len != 0, host->changed != NULL);
    return host->changes.all.len;
}

static void assert_changes(const char *variable, cc_place place, const char *passes, size_t types) {
    cc_host host = run(variable, place, passes, program);
    assert_string_equal(cc_host_error(&host), "");
    assert_int_equal(count_changes(&host), types);
    cc_host_free(&host);
}

static void the_row_runs_where_it_belongs(void **state) {
    (void)state;
    assert_changes(NULL, CC_AT_LINK, NULL, 1);
    assert_changes(NULL, CC_AT_START, NULL, 0);
    assert_changes("at=start", CC_AT_START, NULL, 1);
    assert_changes("at=start", CC_AT_LINK, NULL, 0);
    assert_changes(" at=link  skip=own ", CC_AT_LINK, NULL, 0);
    assert_changes("only=seen", CC_AT_LINK, NULL, 0);
    assert_changes("only=own", CC_AT_LINK, NULL, 1);
    assert_changes("off", CC_AT_LINK, NULL, 0);
    assert_changes("passes=dtrans-strip-annotations", CC_AT_LINK, NULL, 0);
}

static void a_name_runs_whatever_the_row_is(void **state) {
    (void)state;
    assert_changes(NULL, CC_AT_NAME, "dtrans-delete-fields", 2);
    assert_changes("off", CC_AT_NAME, "dtrans-delete-fields", 2);
    assert_changes("skip=own", CC_AT_NAME, "dtrans-delete-fields", 1);
    cc_host host = run(NULL, CC_AT_NAME, "dtrans-analysis", program);
    assert_non_null(strstr(str_text(&host.text), "type struct.own"));
    assert_null(host.changed);
    cc_host_free(&host);
}

static void failures_are_told_and_change_nothing(void **state) {
    (void)state;
    static const struct {
        const char *variable, *passes, *error;
    } cases[] = {
        {"of", NULL, "'of' in LATHE_PLUGIN is not understood"},
        {"at=here", NULL, "'at=here' in LATHE_PLUGIN"},
        {"off=1", NULL, "'off=1' in LATHE_PLUGIN"},
        {"pre-link=maybe", NULL, "'pre-link=maybe' in LATHE_PLUGIN"},
        {"passes=dtrans-delete-fields,no-such-pass", NULL, "no-such-pass"},
        {"passes=dtrans-shuffle<seed=1>,dtrans-test-hooks<break>", NULL, "invalid IR after"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cc_host host = run(cases[i].variable, CC_AT_LINK, cases[i].passes, program);
        assert_non_null(strstr(cc_host_error(&host), cases[i].error));
        assert_null(host.changed);
        assert_int_equal(host.remarks.all.len, 0);
        cc_host_free(&host);
    }
}

static void warnings_reach_the_host(void **state) {
    (void)state;
    cc_host host = run("skip=nobody", CC_AT_LINK, NULL, program);
    assert_int_equal(told, 1);
    assert_int_equal(count_changes(&host), 1);
    cc_host_free(&host);
}

static bool pre_link(const char *variable, cc_place place, const char *text) {
    cc_host host = run(variable, place, NULL, text);
    bool wanted = host.pre_link;
    cc_host_free(&host);
    return wanted;
}

static void what_was_not_optimised_is_seen(void **state) {
    (void)state;
    static const char local[] = "define i32 @main() {\n"
                                "  %v = alloca i32\n"
                                "  store i32 3, ptr %v\n"
                                "  %r = load i32, ptr %v\n"
                                "  ret i32 %r\n}\n";
    static const char untouchable[] = "define i32 @main() noinline optnone {\n"
                                      "  %v = alloca i32\n"
                                      "  store i32 3, ptr %v\n"
                                      "  ret i32 0\n}\n";
    static const char wanted_in_memory[] = "declare void @g(ptr)\n"
                                           "define i32 @main() {\n"
                                           "  %v = alloca i32\n"
                                           "  %w = alloca i32\n"
                                           "  store volatile i32 3, ptr %v\n"
                                           "  call void @g(ptr %w)\n"
                                           "  ret i32 0\n}\n";
    assert_true(pre_link(NULL, CC_AT_LINK, local));
    assert_true(pre_link("off", CC_AT_LINK, local));
    assert_true(pre_link("what?", CC_AT_LINK, local));
    assert_false(pre_link("pre-link=never", CC_AT_LINK, local));
    assert_false(pre_link(NULL, CC_AT_START, local));
    assert_false(pre_link(NULL, CC_AT_LINK, untouchable));
    assert_false(pre_link(NULL, CC_AT_LINK, wanted_in_memory));
    assert_false(pre_link(NULL, CC_AT_LINK, program));
    assert_true(pre_link("pre-link=always", CC_AT_LINK, program));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_row_runs_where_it_belongs),
        cmocka_unit_test(a_name_runs_whatever_the_row_is),
        cmocka_unit_test(failures_are_told_and_change_nothing),
        cmocka_unit_test(warnings_reach_the_host),
        cmocka_unit_test(what_was_not_optimised_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
