/* Lines of files in any order, lines that are not there, memory that fails. */
#include "failing_alloc.h"

#include "base/source.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/lathe-source-XXXXXX";

static int make_file(void **state) {
    (void)state;
    static const char text[] = "first\n\nthird\nlast without newline";
    int fd = mkstemp(path);
    bool written = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return written ? 0 : -1;
}

static int remove_file(void **state) {
    (void)state;
    return unlink(path);
}

static void expect_line(source_files *files, unsigned line, const char *wanted) {
    str text;
    str_init(&text, files->ctx);
    assert_int_equal(source_line(files, path, line, &text), wanted != NULL);
    assert_string_equal(str_text(&text), wanted ? wanted : "");
    str_free(&text);
}

static void lines_come_in_any_order(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    source_files files;
    source_files_init(&files, ctx);
    expect_line(&files, 3, "third");
    expect_line(&files, 1, "first");
    expect_line(&files, 2, "");
    expect_line(&files, 4, "last without newline");
    expect_line(&files, 3, "third");
    assert_int_equal(files.all.len, 1);
    source_files_free(&files);
    lathe_ctx_free(ctx);
}

static void lines_that_are_not_there(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    source_files files;
    str text;
    source_files_init(&files, ctx);
    str_init(&text, ctx);
    expect_line(&files, 0, NULL);
    expect_line(&files, 5, NULL);
    expect_line(&files, 4000000000u, NULL);
    expect_line(&files, 4, "last without newline");
    assert_false(source_line(&files, "/no/such/file", 1, &text));
    assert_false(source_line(&files, "/no/such/file", 1, &text));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_OK);
    source_files_free(&files);
    lathe_ctx_free(ctx);
}

static void use(lathe_ctx *ctx) {
    source_files files;
    str text;
    source_files_init(&files, ctx);
    str_init(&text, ctx);
    (void)source_line(&files, path, 3, &text);
    str_free(&text);
    source_files_free(&files);
}

static void failing_memory_is_reported(void **state) {
    (void)state;
    fail_every_allocation(use);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_in_any_order),
        cmocka_unit_test(lines_that_are_not_there),
        cmocka_unit_test(failing_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
