/* The table of functions of the C library is kept by hand: that it can be searched, and that its
 * rows make sense, is checked here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ckpt/externals.h"

#include <string.h>

static void rows_are_in_order(void **state) {
    (void)state;
    for (size_t i = 1; ckpt_external_at(i); i++) {
        const char *before = ckpt_external_at(i - 1)->name, *name = ckpt_external_at(i)->name;
        if (strcmp(before, name) >= 0)
            fail_msg("'%s' stands before '%s'", before, name);
    }
}

static void every_row_is_found(void **state) {
    (void)state;
    for (size_t i = 0; ckpt_external_at(i); i++)
        assert_ptr_equal(ckpt_external_find(ckpt_external_at(i)->name), ckpt_external_at(i));
    assert_null(ckpt_external_find("no_such_function"));
    assert_null(ckpt_external_find(""));
}

static void refusals_have_reasons(void **state) {
    (void)state;
    for (size_t i = 0; ckpt_external_at(i); i++) {
        const ckpt_external *e = ckpt_external_at(i);
        int refused = e->verdict == CKPT_EXT_REFUSED || e->verdict == CKPT_EXT_REFUSED_ON_PATH ||
                      e->verdict == CKPT_EXT_BEFORE;
        assert_int_equal(refused, e->reason != NULL);
        assert_true(e->argument < 5);
    }
}

/* What keeps state or answers with memory of its own must not be called fine. */
static void hidden_state_is_not_fine(void **state) {
    static const char *const names[] = {
        "strtok",  "localtime", "gmtime",  "ctime",   "asctime", "strerror",        "getopt",
        "dirname", "setlocale", "signal",  "atexit",  "getline", "tmpfile",         "popen",
        "fork",    "execv",     "mmap",    "dlopen",  "longjmp", "pthread_create",  "getpwnam",
        "mktime",  "gmtime_r",  "fprintf", "readdir", "lcong48", "__errno_location"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const ckpt_external *e = ckpt_external_find(names[i]);
        if (!e || e->verdict == CKPT_EXT_FINE)
            fail_msg("'%s' is called fine", names[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_in_order), cmocka_unit_test(every_row_is_found),
        cmocka_unit_test(refusals_have_reasons), cmocka_unit_test(hidden_state_is_not_fine)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
