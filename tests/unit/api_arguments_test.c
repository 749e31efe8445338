/* Settings and arguments of the public API: each bad one fails at once, in words that name it, and
 * leaves what was there; one that is nearly as bad is taken. */
#include "module_text.h"

#include "lathe/dtrans.h"
#include "lathe/hir.h"

static const char program[] = "target datalayout = \"e-i64:64-n8:16:32:64-S128\"\n"
                              "%struct.node = type { i8, i64, ptr }\n"
                              "declare ptr @malloc(i64)\n"
                              "define i32 @main() {\n"
                              "  %n = call ptr @malloc(i64 48)\n"
                              "  %v = getelementptr inbounds %struct.node, ptr %n, i32 0, i32 1\n"
                              "  store i64 7, ptr %v\n"
                              "  %r = load i64, ptr %v\n"
                              "  %c = trunc i64 %r to i32\n"
                              "  ret i32 %c\n}\n";

typedef struct fixture {
    lathe_ctx *ctx;
    lathe_module *m;
    char warning[256]; /* the last one */
} fixture;

static void keep_warning(void *data, const lathe_diag *diag) {
    fixture *f = data;
    if (diag->severity == LATHE_WARNING)
        snprintf(f->warning, sizeof f->warning, "%s", diag->message);
}

static void begin(fixture *f) {
    *f = (fixture){.ctx = lathe_ctx_new()};
    f->m = module_from_text(f->ctx, program);
    lathe_ctx_set_diag(f->ctx, keep_warning, f);
}

static void end(fixture *f) {
    lathe_module_free(f->m);
    lathe_ctx_free(f->ctx);
}

/* LATHE_USAGE in these words, after which all is as if nothing had been said. */
static void expect_usage(fixture *f, const char *words) {
    assert_int_equal(lathe_ctx_status(f->ctx), LATHE_USAGE);
    assert_string_equal(lathe_ctx_error(f->ctx), words);
    lathe_ctx_clear(f->ctx);
}

/* Why the type is kept, as the settings have it now; "" if it is not. */
static const char *kept(fixture *f) {
    static char text[256];
    lathe_dtrans *d = lathe_dtrans_analyze(f->m, NULL);
    assert_non_null(d);
    const char *why = lathe_dtrans_type_kept(d, lathe_dtrans_type_find(d, "node"));
    snprintf(text, sizeof text, "%s", why ? why : "");
    lathe_dtrans_free(d);
    return text;
}

static void forced_text_is_checked_at_once(void **state) {
    (void)state;
    static const char *const bad[] = {"garbage",    "pool",        "pool:",
                                      ":node",      "pol:node",    "Pool:n",
                                      "pool :node", "pool:node,x", "reorder-fields:node"};
    static const char *const good[] = {"pool:node", "split-pool:struct node", "split:struct.node",
                                       ",aos-to-soa:node,", ""};
    fixture f;
    begin(&f);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(lathe_dtrans_force(f.m, bad[i]), LATHE_USAGE);
        assert_int_equal(strncmp(lathe_ctx_error(f.ctx), "force: '", 8), 0);
        assert_null(strstr(lathe_ctx_error(f.ctx), "--"));
        lathe_ctx_clear(f.ctx);
    }
    assert_int_equal(lathe_dtrans_force(f.m, "garbage"), LATHE_USAGE);
    expect_usage(&f,
                 "force: 'garbage' is not TRANSFORM:TYPE with one of the transforms aos-to-soa, "
                 "split, pool and split-pool");
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(lathe_dtrans_force(f.m, good[i]), LATHE_OK);
        assert_string_equal(kept(&f), "");
        assert_string_equal(f.warning, "");
    }
    assert_int_equal(lathe_dtrans_force(f.m, NULL), LATHE_OK);
    end(&f);
}

static void bad_settings_are_named(void **state) {
    (void)state;
    static const char *const with_null[] = {"node", NULL}, *const with_empty[] = {""},
                             *const symbols[] = {"f;g"};
    static const lathe_dtrans_forced no_transform[] = {{NULL, "node"}},
                                     wrong[] = {{"pool", "node"}, {"garbage", "node"}},
                                     no_type[] = {{"pool", NULL}}, empty_type[] = {{"pool", ""}};
    static const struct {
        lathe_dtrans_settings settings;
        const char *error;
    } rows[] = {
        {{.only = {NULL, 2, NULL}}, "only: there are 2 names, but no list of them"},
        {{.only = {with_null, 2, NULL}}, "only: name 2 of 2 is empty"},
        {{.skip = {with_empty, 1, NULL}}, "skip: name 1 of 1 is empty"},
        {{.skip = {with_empty, 1, "-skip"}}, "-skip: name 1 of 1 is empty"},
        {{.forced_count = 1}, "forced: there are 1 entries, but no list of them"},
        {{.forced = no_transform, .forced_count = 1},
         "forced: entry 1 of 1 has the transform ''; it must be one of aos-to-soa, split, pool and "
         "split-pool"},
        {{.forced = wrong, .forced_count = 2},
         "forced: entry 2 of 2 has the transform 'garbage'; it must be one of aos-to-soa, split, "
         "pool and split-pool"},
        {{.forced = no_type, .forced_count = 1}, "forced: entry 1 of 1 has no name of a type"},
        {{.forced = empty_type, .forced_count = 1, .forced_label = "-f"},
         "-f: entry 1 of 1 has no name of a type"},
        {{.exports = {with_null, 2, NULL}}, "exports: name 2 of 2 is empty"},
        {{.exports = {symbols, 1, NULL}}, "exports: 'f;g' is not the name of a function"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fixture f;
        begin(&f);
        assert_int_equal(lathe_dtrans_choose(f.m, NULL, "node"), LATHE_OK);
        lathe_dtrans_settings settings = rows[i].settings;
        settings.struct_size = sizeof settings;
        assert_int_equal(lathe_dtrans_set(f.m, &settings), LATHE_USAGE);
        expect_usage(&f, rows[i].error);
        assert_string_equal(kept(&f), "by skip");
        end(&f);
    }
}

static void sound_settings_hold(void **state) {
    (void)state;
    static const char *const node[] = {"node"}, *const pair[] = {"pair<int, int>", "node"};
    fixture f;
    begin(&f);
    assert_int_equal(
        lathe_dtrans_set(f.m, &LATHE_WITH(lathe_dtrans_settings, .only = {node, 1, NULL})),
        LATHE_OK);
    assert_string_equal(kept(&f), "");
    assert_int_equal(
        lathe_dtrans_set(f.m, &LATHE_WITH(lathe_dtrans_settings, .only = {node, 0, NULL})),
        LATHE_OK);
    assert_string_equal(kept(&f), "because only does not name it");
    assert_int_equal(
        lathe_dtrans_set(f.m, &LATHE_WITH(lathe_dtrans_settings, .skip = {pair, 2, "-s"})),
        LATHE_OK);
    assert_string_equal(kept(&f), "by -s");
    assert_string_equal(f.warning, "-s: no struct type 'pair<int, int>' in this program");
    assert_int_equal(lathe_dtrans_set(f.m, NULL), LATHE_OK);
    assert_string_equal(kept(&f), "");
    end(&f);
}

/* One that belongs to other members does not count: each call replaces its own. */
static void settings_as_text_leave_one_another_alone(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    assert_int_equal(lathe_dtrans_choose(f.m, NULL, "nodee,,node"), LATHE_OK);
    assert_int_equal(lathe_dtrans_force(f.m, "pool:nod"), LATHE_OK);
    assert_string_equal(kept(&f), "by skip");
    assert_string_equal(f.warning,
                        "force: no struct type 'nod' in this program (did you mean 'node'?)");
    assert_int_equal(lathe_dtrans_force(f.m, NULL), LATHE_OK);
    assert_string_equal(kept(&f), "by skip");
    assert_int_equal(lathe_dtrans_choose(f.m, "", NULL), LATHE_OK);
    assert_string_equal(kept(&f), "because only does not name it");
    assert_int_equal(lathe_dtrans_export(f.m, "ma in"), LATHE_USAGE);
    expect_usage(&f, "exports: 'ma in' is not the name of a function");
    f.warning[0] = 0;
    assert_int_equal(lathe_dtrans_export(f.m, "mainn"), LATHE_OK);
    assert_string_equal(f.warning, "exports: the program has no 'mainn'");
    end(&f);
}

static void exports_of_an_analysis_are_checked(void **state) {
    (void)state;
    static const char *const names[] = {"main", ""};
    fixture f;
    begin(&f);
    assert_null(lathe_dtrans_analyze(
        f.m, &LATHE_WITH(lathe_dtrans_options, .exports = names, .export_count = 2)));
    expect_usage(&f, "exports: name 2 of 2 is empty");
    assert_null(lathe_dtrans_analyze(f.m, &LATHE_WITH(lathe_dtrans_options, .export_count = 1)));
    expect_usage(&f, "exports: there are 1 names, but no list of them");
    lathe_dtrans *d = lathe_dtrans_analyze(
        f.m, &LATHE_WITH(lathe_dtrans_options, .exports = names, .export_count = 1));
    assert_non_null(d);
    lathe_dtrans_free(d);
    end(&f);
}

static void arguments_of_modules_are_checked(void **state) {
    (void)state;
    static const char *const paths[] = {"a.ll", NULL}, *const flags[] = {"", NULL};
    char *output = (char *)paths;
    fixture f;
    begin(&f);
    assert_null(lathe_module_load(f.ctx, NULL, 1, NULL));
    expect_usage(&f, "paths: there are 1, but no list of them");
    assert_null(lathe_module_load(f.ctx, paths, 2, NULL));
    expect_usage(&f, "paths: number 2 of 2 is NULL");
    assert_null(
        lathe_module_load(f.ctx, paths, 1, &LATHE_WITH(lathe_load_options, .c_flag_count = 3)));
    expect_usage(&f, "c_flags: there are 3, but no list of them");
    assert_null(lathe_module_load(
        f.ctx, paths, 1, &LATHE_WITH(lathe_load_options, .c_flags = flags, .c_flag_count = 2)));
    expect_usage(&f, "c_flags: number 2 of 2 is NULL");
    assert_null(
        lathe_module_load(f.ctx, paths, 1, &LATHE_WITH(lathe_load_options, .clang_stderr = -1)));
    expect_usage(&f, "clang_stderr: -1 is not a file descriptor");
    assert_int_equal(lathe_module_write(f.m, NULL), LATHE_USAGE);
    expect_usage(&f, "path: it is NULL");
    assert_int_equal(lathe_module_write(f.m, ""), LATHE_USAGE);
    expect_usage(&f, "path: it is empty");
    assert_int_equal(lathe_run_passes(f.m, NULL, &output), LATHE_USAGE);
    expect_usage(&f, "pipeline: it is NULL");
    assert_null(output);
    assert_int_equal(lathe_run_passes(f.m, "", &output), LATHE_OK);
    lathe_free(output);
    size_t changes = 7;
    assert_int_equal(lathe_run_passes_changed(f.m, NULL, NULL, &changes), LATHE_USAGE);
    expect_usage(&f, "pipeline: it is NULL");
    assert_int_equal(changes, 0);
    assert_null(lathe_hir_read(f.ctx, paths, 2, NULL));
    expect_usage(&f, "paths: number 2 of 2 is NULL");
    char *info = lathe_module_info_with(f.m, NULL);
    assert_non_null(info);
    lathe_free(info);
    end(&f);
}

/* A caller built with the header of another release, in which there was one member less or more. */
typedef struct older_view {
    size_t struct_size;
    bool one_region;
} older_view;
typedef struct newer_view {
    lathe_hir_view view;
    uint64_t more;
} newer_view;

static void options_of_other_releases_are_taken(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    lathe_hir *h = lathe_hir_build(f.m, NULL);
    older_view older = {.struct_size = sizeof older};
    newer_view newer = {.view = {.struct_size = sizeof newer}};
    char *text = lathe_hir_text(h, NULL);
    char *same = lathe_hir_text(h, (const lathe_hir_view *)&older);
    char *same_again = lathe_hir_text(h, &newer.view);
    assert_string_equal(text, same);
    assert_string_equal(text, same_again);
    newer.more = 1;
    assert_null(lathe_hir_text(h, &newer.view));
    expect_usage(&f, "view: it sets a member that lathe " LATHE_VERSION " does not know");
    lathe_free(text);
    lathe_free(same);
    lathe_free(same_again);
    lathe_hir_free(h);
    end(&f);
}

static void structs_without_a_size_are_refused(void **state) {
    (void)state;
    lathe_info_options unset = {.struct_size = 0}, slip = {.struct_size = sizeof(void *)},
                       garbage = {.struct_size = (size_t)-1};
    fixture f;
    begin(&f);
    assert_null(lathe_module_info_with(f.m, &unset));
    expect_usage(&f, "options: its struct_size is 0; LATHE_INIT and LATHE_WITH set it");
    assert_null(lathe_module_info_with(f.m, &slip));
    expect_usage(&f, "options: its struct_size is 8; LATHE_INIT and LATHE_WITH set it");
    assert_null(lathe_module_info_with(f.m, &garbage));
    assert_int_equal(lathe_ctx_status(f.ctx), LATHE_USAGE);
    end(&f);
}

static void results_fit_callers_of_other_releases(void **state) {
    (void)state;
    struct {
        lathe_hir_counts counts;
        uint64_t more;
    } newer = {.counts = {.struct_size = sizeof newer}, .more = 7};
    struct {
        size_t struct_size, loops, beyond;
    } older = {.struct_size = 2 * sizeof(size_t), .beyond = 7};
    fixture f;
    begin(&f);
    lathe_hir *h = lathe_hir_build(f.m, NULL);
    lathe_hir_counts unset = {.struct_size = 0};
    assert_true(lathe_hir_count(h, LATHE_HIR_ALL, &newer.counts));
    assert_int_equal(newer.more, 0);
    assert_int_equal(newer.counts.struct_size, sizeof newer);
    assert_true(lathe_hir_count(h, LATHE_HIR_ALL, (lathe_hir_counts *)&older));
    assert_int_equal(older.beyond, 7);
    assert_false(lathe_hir_count(h, LATHE_HIR_ALL, &unset));
    expect_usage(&f, "counts: its struct_size is 0; LATHE_INIT and LATHE_WITH set it");
    assert_false(lathe_hir_count(h, LATHE_HIR_ALL, NULL));
    expect_usage(&f, "counts: it is NULL");
    lathe_hir_free(h);
    end(&f);
}

static void no_name_is_the_name_of_nothing(void **state) {
    (void)state;
    fixture f;
    size_t changed = 7;
    begin(&f);
    assert_int_equal(lathe_dtrans_apply(f.m, NULL, &changed), LATHE_USAGE);
    assert_int_equal(changed, 0);
    expect_usage(&f, "there is no transform ''");
    lathe_dtrans *d = lathe_dtrans_analyze(f.m, NULL);
    assert_true(lathe_dtrans_type_find(d, NULL) == LATHE_DTRANS_NONE);
    assert_false(lathe_dtrans_is_legal(d, 0, NULL));
    assert_int_equal(lathe_dtrans_blocked_by(d, 0, NULL, NULL, 0), 0);
    lathe_dtrans_free(d);
    assert_int_equal(lathe_status_exit_code((lathe_status)99), 70);
    assert_string_equal(lathe_status_name((lathe_status)99), "internal");
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forced_text_is_checked_at_once),
        cmocka_unit_test(bad_settings_are_named),
        cmocka_unit_test(sound_settings_hold),
        cmocka_unit_test(settings_as_text_leave_one_another_alone),
        cmocka_unit_test(exports_of_an_analysis_are_checked),
        cmocka_unit_test(arguments_of_modules_are_checked),
        cmocka_unit_test(options_of_other_releases_are_taken),
        cmocka_unit_test(structs_without_a_size_are_refused),
        cmocka_unit_test(results_fit_callers_of_other_releases),
        cmocka_unit_test(no_name_is_the_name_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
