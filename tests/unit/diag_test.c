#include "failing_alloc.h"

#include "base/diag.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void expect(const lathe_diag *diag, bool color, const char *text) {
    lathe_ctx *ctx = lathe_ctx_new();
    str out;
    str_init(&out, ctx);
    diag_render(&out, diag, color);
    assert_string_equal(str_text(&out), text);
    str_free(&out);
    lathe_ctx_free(ctx);
}

static void places_and_ids(void **state) {
    (void)state;
    expect(&(lathe_diag){.severity = LATHE_ERROR, .message = "broken"}, false, "error: broken\n");
    expect(&(lathe_diag){.severity = LATHE_WARNING, .message = "odd", .id = "some-id"}, false,
           "warning: odd [some-id]\n");
    expect(
        &(lathe_diag){
            .severity = LATHE_NOTE, .file = "no/such.c", .line = 3, .column = 7, .message = "here"},
        false, "no/such.c:3:7: note: here\n");
    expect(&(lathe_diag){.severity = LATHE_REMARK, .file = "f.c", .message = "whole"}, false,
           "f.c: remark: whole\n");
    expect(&(lathe_diag){.severity = LATHE_ERROR, .message = "x"}, true,
           "\x1b[1;31merror:\x1b[0m x\n");
}

/* Renders a diagnostic about a file with this content, the file's name replaced by F. */
static void expect_excerpt(const char *content, unsigned line, unsigned column,
                           const char *excerpt) {
    char path[] = "/tmp/lathe-diag-XXXXXX", wanted[512];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, content, strlen(content)), (ssize_t)strlen(content));
    close(fd);
    int length = snprintf(wanted, sizeof wanted, "%s:%u", path, line);
    if (column)
        length += snprintf(wanted + length, sizeof wanted - (size_t)length, ":%u", column);
    snprintf(wanted + length, sizeof wanted - (size_t)length, ": error: m\n%s", excerpt);
    expect(
        &(lathe_diag){
            .severity = LATHE_ERROR, .file = path, .line = line, .column = column, .message = "m"},
        false, wanted);
    unlink(path);
}

static void excerpts_show_the_line_and_a_caret(void **state) {
    (void)state;
    expect_excerpt("one\ntwo three\n", 2, 5, "    2 | two three\n      |     ^\n");
    expect_excerpt("one\ntwo", 2, 1, "    2 | two\n      | ^\n");
    expect_excerpt("\tx = 1;\n", 1, 2, "    1 | \tx = 1;\n      | \t^\n");
    expect_excerpt("one\n", 1, 0, "    1 | one\n");
    expect_excerpt("one\n", 1, 4, "    1 | one\n      |    ^\n");
    expect_excerpt("one\n", 1, 99, "    1 | one\n");
    expect_excerpt("one\n", 2, 1, "");
    expect_excerpt("one\n", 9, 1, "");
    expect_excerpt("bin\x01\x02\n", 1, 1, "");
}

static void colour_rules(void **state) {
    (void)state;
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    unsetenv("NO_COLOR");
    setenv("TERM", "xterm", 1);
    assert_false(color_wanted(COLOR_AUTO, fds[1]));
    assert_true(color_wanted(COLOR_ALWAYS, fds[1]));
    assert_false(color_wanted(COLOR_NEVER, fds[1]));
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal >= 0) {
        assert_true(color_wanted(COLOR_AUTO, terminal));
        setenv("NO_COLOR", "1", 1);
        assert_false(color_wanted(COLOR_AUTO, terminal));
        setenv("NO_COLOR", "", 1);
        assert_true(color_wanted(COLOR_AUTO, terminal));
        setenv("TERM", "dumb", 1);
        assert_false(color_wanted(COLOR_AUTO, terminal));
        assert_true(color_wanted(COLOR_ALWAYS, terminal));
        close(terminal);
    }
    close(fds[0]);
    close(fds[1]);
}

static void render(lathe_ctx *ctx) {
    str out;
    str_init(&out, ctx);
    for (int i = 0; i < 9; i++)
        diag_render(&out,
                    &(lathe_diag){.severity = LATHE_ERROR,
                                  .file = __FILE__,
                                  .line = 1,
                                  .column = 1,
                                  .message = "m",
                                  .id = "id"},
                    true);
    str_free(&out);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(render);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_and_ids),
        cmocka_unit_test(excerpts_show_the_line_and_a_caret),
        cmocka_unit_test(colour_rules),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
