/* What a pipeline returns: each change with its pass, what was changed, and the remark about it. */
#include "module_text.h"

#include "pass/pipeline.h"

static const char program[] =
    "target datalayout = \"e-i64:64-n8:16:32:64-S128\"\n"
    "%struct.node = type { i8, i64, ptr }\n"
    "%struct.holder = type { i64, %struct.node }\n"
    "@one = internal global %struct.holder zeroinitializer\n"
    "declare void @use(i64)\n"
    "define i32 @main() {\n"
    "  %v = getelementptr inbounds %struct.holder, ptr @one, i32 0, i32 1, i32 1\n"
    "  store i64 7, ptr %v\n"
    "  %r = load i64, ptr %v\n"
    "  call void @use(i64 %r)\n"
    "  %h = getelementptr inbounds %struct.holder, ptr @one, i32 0, i32 0\n"
    "  store i64 %r, ptr %h\n"
    "  %s = load i64, ptr %h\n"
    "  call void @use(i64 %s)\n"
    "  ret i32 0\n}\n";

typedef struct fixture {
    lathe_ctx *ctx;
    lathe_module *m;
    change_list changes;
    remark_list remarks;
    str out;
} fixture;

static void begin(fixture *f) {
    f->ctx = lathe_ctx_new();
    f->m = module_from_text(f->ctx, program);
    change_list_init(&f->changes, f->ctx);
    remark_list_init(&f->remarks, f->ctx);
    str_init(&f->out, f->ctx);
}

static void end(fixture *f) {
    str_free(&f->out);
    change_list_free(&f->changes);
    remark_list_free(&f->remarks);
    lathe_module_free(f->m);
    lathe_ctx_free(f->ctx);
}

static void types_are_returned_with_their_sizes(void **state) {
    (void)state;
    for (int wants_remarks = 0; wants_remarks < 2; wants_remarks++) {
        fixture f;
        begin(&f);
        f.ctx->remarks = wants_remarks ? &f.remarks : NULL;
        assert_int_equal(pass_run_pipeline(f.m, "dtrans-delete-fields", &f.out, &f.changes),
                         LATHE_OK);
        assert_null(f.ctx->changes);
        assert_int_equal(f.changes.all.len, 2);
        const change *node = &f.changes.all.at[0], *holder = &f.changes.all.at[1];
        if (strcmp(node->of, "struct.node") != 0) {
            node = holder;
            holder = &f.changes.all.at[0];
        }
        assert_string_equal(node->of, "struct.node");
        assert_string_equal(node->pass, "dtrans-delete-fields");
        assert_int_equal(node->kind, CHANGE_TYPE);
        assert_int_equal(node->old_size, 24);
        assert_int_equal(node->new_size, 16);
        assert_string_equal(holder->of, "struct.holder");
        assert_int_equal(holder->old_size, 32);
        assert_int_equal(holder->new_size, 24);
        if (wants_remarks)
            assert_int_equal(f.remarks.all.at[node->remark].kind, REMARK_PASSED);
        else
            assert_true(node->remark == SIZE_MAX);
        end(&f);
    }
}

static void nothing_changes_where_nothing_can(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    assert_int_equal(pass_run_pipeline(f.m, "dtrans-aos-to-soa,mem2reg", &f.out, &f.changes),
                     LATHE_OK);
    assert_int_equal(f.changes.all.len, 0);
    assert_int_equal(pass_run_pipeline(f.m, "dtrans-delete-fields", &f.out, NULL), LATHE_OK);
    assert_int_equal(f.changes.all.len, 0);
    end(&f);
}

/* What a failed pipeline did is undone; what an earlier one returned stays in the list. */
static void failures_return_nothing(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    pass_run_pipeline(f.m, "dtrans-delete-fields", &f.out, &f.changes);
    size_t before = f.changes.all.len;
    assert_true(before > 0);
    assert_int_not_equal(
        pass_run_pipeline(f.m, "dtrans-base-test,no-such-pass", &f.out, &f.changes), LATHE_OK);
    assert_int_equal(f.changes.all.len, before);
    end(&f);
}

/* A module of the caller's goes through the pipeline twice, and is changed once. */
static void callers_modules_count_once(void **state) {
    (void)state;
    fixture f;
    begin(&f);
    lathe_module *wrapped = lathe_module_wrap(f.ctx, f.m->llvm);
    assert_int_equal(pass_run_on_callers(wrapped, "dtrans-delete-fields", &f.out, &f.changes),
                     LATHE_OK);
    assert_int_equal(f.changes.all.len, 2);
    lathe_module_free(wrapped);
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_returned_with_their_sizes),
        cmocka_unit_test(nothing_changes_where_nothing_can),
        cmocka_unit_test(failures_return_nothing),
        cmocka_unit_test(callers_modules_count_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
