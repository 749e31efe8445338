#include "failing_alloc.h"

#include "ir/llvmx.h"
#include "ir/module.h"
#include "lathe/dtrans.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char first_text[] = "target triple = \"x86_64-pc-linux-gnu\"\n"
                                 "define i32 @first() {\n  ret i32 1\n}\n";
static const char second_text[] = "declare i32 @first()\n"
                                  "define i32 @second() {\n"
                                  "  %x = call i32 @first()\n  ret i32 %x\n}\n";

/* A folder of its own for each test, the current directory while the test runs. */
typedef struct place {
    char folder[32];
} place;

static void write_file(const char *name, const char *bytes, size_t size) {
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, size), (ssize_t)size);
    close(fd);
}

static int enter(void **state) {
    static place p;
    strcpy(p.folder, "/tmp/lathe-load-XXXXXX");
    if (!mkdtemp(p.folder) || chdir(p.folder) != 0)
        return -1;
    write_file("first.ll", first_text, strlen(first_text));
    write_file("second.ll", second_text, strlen(second_text));
    *state = &p;
    return 0;
}

static int leave(void **state) {
    static const char *const names[] = {"first.ll", "second.ll", "bad.ll", "out.ll", "out.bc"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(names[i]);
    return chdir("/") == 0 && rmdir(((place *)*state)->folder) == 0 ? 0 : -1;
}

static void several_files_become_one_module(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    const char *const paths[] = {"second.ll", "first.ll"};
    lathe_module *m = lathe_module_load(ctx, paths, 2, NULL);
    assert_non_null(m);
    LLVMValueRef first = LLVMGetNamedFunction(lathe_module_llvm(m), "first");
    assert_non_null(first);
    assert_false(LLVMIsDeclaration(first));
    assert_string_equal(LLVMGetTarget(lathe_module_llvm(m)), "x86_64-pc-linux-gnu");
    lathe_module_free(m);
    assert_int_equal(ctx->bytes_used, 0);
    lathe_ctx_free(ctx);
}

static void what_is_written_can_be_loaded(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = lathe_module_load(ctx, (const char *const[]){"first.ll"}, 1, NULL);
    assert_int_equal(lathe_module_write(m, "out.bc"), LATHE_OK);
    assert_int_equal(lathe_module_write(m, "out.ll"), LATHE_OK);
    lathe_module_free(m);
    for (int i = 0; i < 2; i++) {
        m = lathe_module_load(ctx, (const char *const[]){i ? "out.bc" : "out.ll"}, 1, NULL);
        assert_non_null(m);
        assert_non_null(LLVMGetNamedFunction(lathe_module_llvm(m), "first"));
        lathe_module_free(m);
    }
    lathe_ctx_free(ctx);
}

static lathe_module *load_first(lathe_ctx *ctx) {
    lathe_module *m = lathe_module_load(ctx, (const char *const[]){"first.ll"}, 1, NULL);
    assert_non_null(m);
    return m;
}

static void one_file_is_remembered_until_something_may_change(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = load_first(ctx);
    assert_int_equal(m->origin.size, strlen(first_text));
    assert_string_equal(m->origin.bytes, first_text);
    assert_int_equal(lathe_dtrans_choose(m, "none", NULL), LATHE_OK);
    assert_non_null(m->origin.bytes);
    assert_int_equal(lathe_run_passes(m, "instsimplify", NULL), LATHE_OK);
    assert_null(m->origin.bytes);
    lathe_module_free(m);
    m = load_first(ctx);
    assert_non_null(lathe_module_llvm(m));
    assert_null(m->origin.bytes);
    lathe_module_free(m);
    m = load_first(ctx);
    lathe_dtrans *d = lathe_dtrans_analyze(m, NULL);
    assert_null(m->origin.bytes);
    lathe_dtrans_free(d);
    lathe_module_free(m);
    assert_int_equal(ctx->bytes_used, 0);
    lathe_ctx_free(ctx);
}

static void what_was_done_to_a_file_is_no_origin(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    const char *const paths[] = {"second.ll", "first.ll"};
    lathe_module *m = lathe_module_load(ctx, paths, 2, NULL);
    assert_null(m->origin.bytes);
    lathe_module_free(m);
    m = lathe_module_load(ctx, paths, 1, &LATHE_WITH(lathe_load_options, .passes = "instsimplify"));
    assert_null(m->origin.bytes);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

static void bytes_are_read_again(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = load_first(ctx);
    LLVMModuleRef old = m->llvm;
    assert_false(ir_read_again(m, "define", strlen("define")));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_BAD_INPUT);
    assert_ptr_equal(m->llvm, old);
    lathe_ctx_clear(ctx);
    assert_true(ir_read_again(m, second_text, strlen(second_text)));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_OK);
    assert_non_null(LLVMGetNamedFunction(m->llvm, "second"));
    size_t length;
    assert_string_equal(LLVMGetModuleIdentifier(m->llvm, &length), "first.ll");
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

/* What the caller has put into the module is part of what a failure brings back. */
static void failure_brings_changes_of_the_caller_back(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = load_first(ctx);
    LLVMModuleRef llvm = lathe_module_llvm(m);
    LLVMAddGlobal(llvm, LLVMInt32TypeInContext(LLVMGetModuleContext(llvm)), "added");
    assert_int_equal(lathe_run_passes(m, "dtrans-base-test,dtrans-shuffle<seed=x>", NULL),
                     LATHE_USAGE);
    assert_ptr_not_equal(m->llvm, llvm);
    assert_non_null(LLVMGetNamedGlobal(m->llvm, "added"));
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

static void failures_carry_a_status(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    assert_null(lathe_module_load(ctx, NULL, 0, NULL));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_USAGE);
    lathe_ctx_clear(ctx);
    assert_null(lathe_module_load(ctx, (const char *const[]){"missing.ll"}, 1, NULL));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_IO);
    lathe_ctx_clear(ctx);
    write_file("bad.ll", "define", 6);
    assert_null(lathe_module_load(ctx, (const char *const[]){"first.ll", "bad.ll"}, 2, NULL));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_BAD_INPUT);
    lathe_ctx_clear(ctx);
    assert_null(lathe_module_load(ctx, (const char *const[]){"first.ll", "first.ll"}, 2, NULL));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_BAD_INPUT);
    assert_string_equal(lathe_ctx_error(ctx), "first.ll: defines 'first', which first.ll defines "
                                              "too; give lathe one of them");
    lathe_ctx_clear(ctx);
    lathe_module *m = lathe_module_load(ctx, (const char *const[]){"first.ll"}, 1, NULL);
    assert_int_equal(lathe_module_write(m, "missing/out.ll"), LATHE_IO);
    lathe_module_free(m);
    assert_int_equal(ctx->bytes_used, 0);
    lathe_ctx_free(ctx);
}

typedef struct temps {
    char last[64];
    int told;
} temps;

static void hear_temp(void *data, const char *path) {
    temps *t = data;
    t->told++;
    snprintf(t->last, sizeof t->last, "%s", path ? path : "");
}

static void temporary_files_are_announced(void **state) {
    (void)state;
    temps t = {.told = 0};
    lathe_ctx *ctx = lathe_ctx_new();
    ctx->temp = hear_temp;
    ctx->temp_data = &t;
    lathe_module *m = lathe_module_load(ctx, (const char *const[]){"first.ll"}, 1, NULL);
    assert_int_equal(t.told, 0);
    lathe_module_write(m, "out.ll");
    assert_int_equal(t.told, 2);
    assert_string_equal(t.last, "");
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

static void load_two(lathe_ctx *ctx) {
    const char *const paths[] = {"first.ll", "second.ll"};
    lathe_module *m = lathe_module_load(ctx, paths, 2, NULL);
    assert_true((m != NULL) == ctx_ok(ctx));
    lathe_module_free(m);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(load_two);
}

static void budgets_end_a_load(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_ctx_set_budget(ctx, 1, 0);
    load_two(ctx);
    assert_int_equal(lathe_ctx_status(ctx), LATHE_GAVE_UP);
    lathe_ctx_clear(ctx);
    lathe_ctx_set_budget(ctx, 0, 30);
    load_two(ctx);
    assert_int_equal(lathe_ctx_status(ctx), LATHE_GAVE_UP);
    assert_int_equal(ctx->bytes_used, 0);
    lathe_ctx_free(ctx);
}

/* Any bytes at all, cut anywhere: the reader of the producer's name looks at damaged files. */
static void producers_of_damaged_files(void **state) {
    (void)state;
    char producer[64], bytes[4096];
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = lathe_module_load(ctx, (const char *const[]){"first.ll"}, 1, NULL);
    lathe_module_write(m, "out.bc");
    int fd = open("out.bc", O_RDONLY);
    size_t size = (size_t)read(fd, bytes, sizeof bytes);
    close(fd);
    llvmx_bitcode_producer(bytes, size, producer, sizeof producer);
    assert_memory_equal(producer, "LLVM22.", 7);
    for (size_t cut = 0; cut <= 64; cut++) {
        char *exact = malloc(cut + 1); /* so that a sanitizer sees reading past the end */
        memcpy(exact, bytes, cut);
        llvmx_bitcode_producer(exact, cut, producer, sizeof producer);
        assert_true(strlen(producer) < sizeof producer);
        free(exact);
    }
    for (size_t bit = 32; bit < 64 * 8; bit++) {
        bytes[bit / 8] ^= (char)(1 << bit % 8);
        llvmx_bitcode_producer(bytes, size, producer, sizeof producer);
        assert_true(strlen(producer) < sizeof producer);
        bytes[bit / 8] ^= (char)(1 << bit % 8);
    }
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(several_files_become_one_module, enter, leave),
        cmocka_unit_test_setup_teardown(what_is_written_can_be_loaded, enter, leave),
        cmocka_unit_test_setup_teardown(one_file_is_remembered_until_something_may_change, enter,
                                        leave),
        cmocka_unit_test_setup_teardown(what_was_done_to_a_file_is_no_origin, enter, leave),
        cmocka_unit_test_setup_teardown(bytes_are_read_again, enter, leave),
        cmocka_unit_test_setup_teardown(failure_brings_changes_of_the_caller_back, enter, leave),
        cmocka_unit_test_setup_teardown(failures_carry_a_status, enter, leave),
        cmocka_unit_test_setup_teardown(temporary_files_are_announced, enter, leave),
        cmocka_unit_test_setup_teardown(every_allocation_may_fail, enter, leave),
        cmocka_unit_test_setup_teardown(budgets_end_a_load, enter, leave),
        cmocka_unit_test_setup_teardown(producers_of_damaged_files, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
