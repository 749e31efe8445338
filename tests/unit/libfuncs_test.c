#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ir/libfuncs.h"

#include <ctype.h>
#include <string.h>

#define ARG_LETTERS ".rwRWDSsifhopbetlvck"
#define RESULT_LETTERS "nazdglt"
#define CALLBACK_LETTERS ".kl+"

static const lib_func *find(const char *name) {
    return lib_find(name, strlen(name));
}

static int owns(const char *name) {
    return lib_owns_struct(name, strlen(name));
}

static int is_argument(const lib_func *f, int number) {
    return number >= 0 && (size_t)number < strlen(f->args);
}

static void assert_one_of(const lib_func *f, char letter, const char *letters) {
    if (letter == '\0' || !strchr(letters, letter))
        fail_msg("%s: letter '%c' is not one of %s", f->name, letter, letters);
}

static void assert_number(const lib_func *f, int number) {
    if (number != -1 && (!is_argument(f, number) || f->args[number] != '.'))
        fail_msg("%s: %d is no argument that holds a number", f->name, number);
}

/* The next row from *index on of which the arguments are known, NULL at the end. */
static const lib_func *next(size_t *index) {
    const lib_func *f = lib_at((*index)++);
    while (f && !f->args)
        f = lib_at((*index)++);
    return f;
}

static void rows_are_sorted_and_found(void **state) {
    (void)state;
    size_t n = 0;
    for (const lib_func *f; (f = lib_at(n)); n++) {
        if (n > 0 && strcmp(lib_at(n - 1)->name, f->name) >= 0)
            fail_msg("%s does not belong behind %s", f->name, lib_at(n - 1)->name);
        assert_ptr_equal(find(f->name), f->args ? f : NULL);
        assert_ptr_equal(lib_find_judged(f->name), f->verdict == LIB_CKPT_UNJUDGED ? NULL : f);
        if (!f->args && f->verdict == LIB_CKPT_UNJUDGED)
            fail_msg("%s: the row says nothing", f->name);
    }
    assert_true(n > 1500);
    assert_null(lib_at(n + 1));
    assert_null(lib_at(SIZE_MAX));
}

static void letters_are_known(void **state) {
    (void)state;
    size_t i = 0;
    for (const lib_func *f; (f = next(&i));) {
        for (const char *arg = f->args; *arg; arg++)
            assert_one_of(f, *arg, ARG_LETTERS);
        if (f->tail)
            assert_one_of(f, f->tail, ".rsok");
        if (!isdigit((unsigned char)f->result))
            assert_one_of(f, f->result, RESULT_LETTERS);
        else if (!is_argument(f, f->result - '0') || f->args[f->result - '0'] == '.')
            fail_msg("%s: result points into argument %c", f->name, f->result);
    }
}

static void letters_that_need_another_have_it(void **state) {
    (void)state;
    size_t i = 0;
    for (const lib_func *f; (f = next(&i));) {
        if (strchr(f->args, LIB_END_OUT) && !strchr(f->args, LIB_TEXT_IN))
            fail_msg("%s: an end of which text?", f->name);
        if (f->result == LIB_RESULT_THROUGH && !strchr(f->args, LIB_TEXT_KEEP))
            fail_msg("%s: through which cell?", f->name);
        if (!strchr(f->args, LIB_COPY_TO) != !strchr(f->args, LIB_COPY_FROM))
            fail_msg("%s: a copy has two sides", f->name);
        if (f->result == LIB_RESULT_REALLOC && f->args[0] != LIB_FREE)
            fail_msg("%s: reallocates what?", f->name);
        if (f->noreturn && f->result != LIB_RESULT_NONE)
            fail_msg("%s: returns or not?", f->name);
    }
}

static void sizes_name_numbers(void **state) {
    (void)state;
    size_t i = 0;
    for (const lib_func *f; (f = next(&i));) {
        assert_number(f, f->size);
        assert_number(f, f->count);
        if (f->count >= 0 && (f->size < 0 || f->count == f->size))
            fail_msg("%s: count without a size of its own", f->name);
        if (strchr("azg", f->result) && f->size < 0)
            fail_msg("%s: allocates an unknown size", f->name);
    }
}

static void callbacks_say_what_they_receive(void **state) {
    (void)state;
    size_t i = 0;
    for (const lib_func *f; (f = next(&i));) {
        const char *where = strchr(f->args, LIB_CALLBACK);
        if (!f->callback != !where)
            fail_msg("%s: callback text and letter disagree", f->name);
        if (where && strchr(where + 1, LIB_CALLBACK))
            fail_msg("%s: two callbacks, one text", f->name);
        for (const char *c = f->callback; c && *c; c++)
            if (!isdigit((unsigned char)*c))
                assert_one_of(f, *c, CALLBACK_LETTERS);
            else if (!is_argument(f, *c - '0') || f->args[*c - '0'] == LIB_CALLBACK)
                fail_msg("%s: callback receives argument %c", f->name, *c);
    }
}

static void assert_row(const char *name, char result, const char *args, char tail, int size,
                       int count) {
    const lib_func *f = find(name);
    if (!f)
        fail_msg("%s is missing", name);
    assert_int_equal(f->result, result);
    assert_string_equal(f->args, args);
    assert_int_equal(f->tail, tail);
    assert_int_equal(f->size, size);
    assert_int_equal(f->count, count);
}

static void rows_engines_rely_on(void **state) {
    (void)state;
    assert_row("malloc", 'a', ".", 0, 0, -1);
    assert_row("calloc", 'z', "..", 0, 1, 0);
    assert_row("realloc", 'g', "f.", 0, 1, -1);
    assert_row("reallocarray", 'g', "f..", 0, 2, 1);
    assert_row("posix_memalign", 'n', "p..", 0, 2, -1);
    assert_row("free", 'n', "f", 0, -1, -1);
    assert_row("memcpy", '0', "DS.", 0, 2, -1);
    assert_row("__memcpy_chk", '0', "DS..", 0, 2, -1);
    assert_row("memset", '0', "W..", 0, 2, -1);
    assert_row("memcmp", 'n', "RR.", 0, 2, -1);
    assert_row("bcopy", 'n', "SD.", 0, 2, -1);
    assert_row("fread", 'n', "W..h", 0, 1, 2);
    assert_row("fwrite", 'n', "R..h", 0, 1, 2);
    assert_row("__fread_chk", 'n', "W...h", 0, 2, 3);
    assert_row("read", 'n', ".W.", 0, 2, -1);
    assert_row("strtol", 'n', "re.", 0, -1, -1);
    assert_row("strsep", 't', "tr", 0, -1, -1);
    assert_row("strtok", 'l', "kr", 0, -1, -1);
    assert_row("printf", 'n', "r", 'r', -1, -1);
    assert_row("vprintf", 'n', "rv", 0, -1, -1);
    assert_row("__isoc99_sscanf", 'n', "rr", 's', -1, -1);
    assert_row("setvbuf", 'n', "hk..", 0, -1, -1);
    assert_row("putenv", 'n', "k", 0, -1, -1);
    assert_row("pthread_create", 'n', "shc.", 0, -1, -1);
    assert_row("qsort", 'n', "W..c", 0, 2, 1);
    assert_row("bsearch", '1', "RR..c", 0, 3, 2);
    assert_string_equal(find("qsort")->callback, "00");
    assert_string_equal(find("qsort_r")->callback, "004");
    assert_string_equal(find("bsearch")->callback, "01");
    assert_string_equal(find("pthread_create")->callback, "3");
    assert_string_equal(find("__kmpc_fork_call")->callback, "..+");
    assert_null(find("memcpy")->callback);
}

static void only_some_never_return(void **state) {
    (void)state;
    assert_true(find("exit")->noreturn);
    assert_true(find("abort")->noreturn);
    assert_true(find("longjmp")->noreturn);
    assert_true(find("__assert_fail")->noreturn);
    assert_true(find("__stack_chk_fail")->noreturn);
    assert_true(find("err")->noreturn);
    assert_false(find("error")->noreturn);
    assert_false(find("warn")->noreturn);
    assert_false(find("atexit")->noreturn);
    assert_false(find("execv")->noreturn);
}

static void numbers_are_all_that_errno_depends_on(void **state) {
    (void)state;
    size_t i = 0;
    for (const lib_func *f; (f = next(&i));)
        if (f->errno_only && (strspn(f->args, ".") != strlen(f->args) || !*f->args || f->tail ||
                              f->noreturn || f->result != LIB_RESULT_NONE))
            fail_msg("%s: more than a function of numbers", f->name);
    assert_int_equal(find("sqrt")->errno_only, LIB_ERRNO_DOMAIN);
    assert_int_equal(find("fmodl")->errno_only, LIB_ERRNO_DOMAIN);
    assert_int_equal(find("exp")->errno_only, LIB_ERRNO_ANY);
    assert_int_equal(find("powf")->errno_only, LIB_ERRNO_ANY);
    assert_int_equal(find("frexp")->errno_only, LIB_ERRNO_OTHER);  /* writes an int */
    assert_int_equal(find("lgamma")->errno_only, LIB_ERRNO_OTHER); /* writes signgam */
    assert_int_equal(find("fesetround")->errno_only, LIB_ERRNO_OTHER);
}

static void refusals_have_reasons(void **state) {
    (void)state;
    for (size_t i = 0; lib_at(i); i++) {
        const lib_func *f = lib_at(i);
        assert_true(f->verdict <= LIB_CKPT_REFUSED_ON_PATH);
        assert_int_equal(f->verdict >= LIB_CKPT_BEFORE, f->reason != NULL);
        assert_true(f->argument < 5);
        if (f->args && (f->verdict == LIB_CKPT_STREAM || f->verdict == LIB_CKPT_CALLBACK) &&
            (!is_argument(f, (int)f->argument) || f->args[f->argument] == '.'))
            fail_msg("%s: argument %u is no pointer", f->name, f->argument);
    }
}

/* What keeps state or answers with memory of its own must not be called fine. */
static void hidden_state_is_not_fine(void **state) {
    static const char *const names[] = {
        "strtok",   "localtime", "gmtime",  "ctime",   "asctime",         "strerror", "getopt",
        "dirname",  "setlocale", "signal",  "atexit",  "getline",         "tmpfile",  "popen",
        "fork",     "execv",     "mmap",    "dlopen",  "pthread_create",  "getpwnam", "mktime",
        "gmtime_r", "fprintf",   "readdir", "lcong48", "__errno_location"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const lib_func *f = lib_find_judged(names[i]);
        if (!f || f->verdict == LIB_CKPT_FINE)
            fail_msg("'%s' is called fine", names[i]);
    }
}

/* Each engine sees only the rows that have something for it. */
static void engines_do_not_see_each_others_rows(void **state) {
    (void)state;
    assert_null(find("omp_get_num_threads"));
    assert_int_equal(lib_find_judged("omp_get_num_threads")->verdict, LIB_CKPT_REFUSED);
    assert_non_null(find("__fgetws_chk"));
    assert_null(lib_find_judged("__fgetws_chk"));
    assert_null(lib_find_judged("no_such_function"));
    assert_null(lib_find_judged(""));
}

static void absent_names_are_not_found(void **state) {
    (void)state;
    assert_null(find(""));
    assert_null(find("mem"));
    assert_null(find("memcp"));
    assert_null(find("memcpyx"));
    assert_null(find("Memcpy"));
    assert_null(find("main"));
    assert_null(find("zzz"));
    assert_null(find("llvm.memcpy.p0.p0.i64"));
    assert_null(lib_find("memcpy", 5));
    assert_null(lib_find("memcpy\0y", 8));
    assert_null(lib_find("abs\0", 4));
    assert_ptr_equal(lib_find("memcpy_and_more", 6), find("memcpy"));
}

static void structs_of_the_library(void **state) {
    (void)state;
    static const char *const ours[] = {"stat",
                                       "tm",
                                       "timeval",
                                       "_IO_FILE",
                                       "__dirstream",
                                       "sockaddr_in",
                                       "addrinfo",
                                       "termios",
                                       "passwd",
                                       "__va_list_tag",
                                       "re_pattern_buffer",
                                       "div_t",
                                       "__va_list",
                                       "std::__va_list",
                                       "__sigset_t",
                                       "Dl_info",
                                       "winsize",
                                       "wordexp_t",
                                       "__jmp_buf_tag",
                                       "pollfd",
                                       "random_data",
                                       "timespec",
                                       "stat.12",
                                       "in6_addr.0",
                                       "pthread_mutex_t",
                                       "fd_set"};
    for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
        if (!owns(ours[i]))
            fail_msg("%s belongs to the library", ours[i]);
}

static void structs_of_the_program(void **state) {
    (void)state;
    static const char *const theirs[] = {
        "",   "node",   "sta",  "stats", "stat.", "stat.x", "stat.1x",     "stat12", ".12",
        "12", "tm.1.2", "Stat", "entry", "anon",  "zzz",    "struct.stat", "_IO_",   "in6_addr6"};
    for (size_t i = 0; i < sizeof(theirs) / sizeof(theirs[0]); i++)
        if (owns(theirs[i]))
            fail_msg("%s does not belong to the library", theirs[i]);
    assert_false(lib_owns_struct("stat", 3));
    assert_false(lib_owns_struct("stat\0", 5));
    assert_true(lib_owns_struct("statistics", 4));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_sorted_and_found),
        cmocka_unit_test(letters_are_known),
        cmocka_unit_test(letters_that_need_another_have_it),
        cmocka_unit_test(sizes_name_numbers),
        cmocka_unit_test(callbacks_say_what_they_receive),
        cmocka_unit_test(rows_engines_rely_on),
        cmocka_unit_test(only_some_never_return),
        cmocka_unit_test(numbers_are_all_that_errno_depends_on),
        cmocka_unit_test(refusals_have_reasons),
        cmocka_unit_test(hidden_state_is_not_fine),
        cmocka_unit_test(engines_do_not_see_each_others_rows),
        cmocka_unit_test(absent_names_are_not_found),
        cmocka_unit_test(structs_of_the_library),
        cmocka_unit_test(structs_of_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
