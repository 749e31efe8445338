/* Streams and process state as they are after a restart, which is played within one process: what
 * was taken is put back after the files and the state went on. */
#include "ckpt/scratch.h"

#include "ckpt/alloc.h"
#include "ckpt/own.h"
#include "ckpt/process.h"
#include "ckpt/rt_arena.h"
#include "ckpt/streams.h"

#include <errno.h>
#include <fenv.h>

typedef struct files {
    scratch *s;
    char a[128];
} files;

static files names(void **state) {
    files f = {.s = *state};
    snprintf(f.a, sizeof f.a, "%s/a", f.s->root);
    return f;
}

/* The file with such contents, opened. */
static lathe_ckpt_file *open_over(const files *f, const char *text, const char *mode) {
    write_file(f->a, text, strlen(text));
    lathe_ckpt_file *file = lathe_ckpt_fopen(f->a, mode);
    assert_non_null(file);
    return file;
}

static void end(lathe_ckpt_file *file, ck_buffer *taken) {
    assert_int_equal(lathe_ckpt_fclose(file), 0);
    ck_buffer_free(taken);
}

static void expect_bytes(lathe_ckpt_file *file, const char *bytes) {
    for (; *bytes; bytes++)
        assert_int_equal(getc(file->stream), *bytes);
}

static void take(ck_buffer *out) {
    const char *why = NULL;
    out->size = 0;
    assert_true(ck_streams_take(out, &why));
}

static bool is_accepted(const void *data, size_t size, const char **why) {
    return ck_streams_check(data, size, why) && ck_streams_check_files(data, size, why);
}

static void put(const ck_buffer *in) {
    const char *why = "";
    assert_true(is_accepted(in->data, in->size, &why));
    assert_true(ck_streams_put(in->data, in->size, &why));
}

static void expect_file(const char *path, const char *text) {
    size_t size;
    unsigned char *data = read_file(path, &size);
    assert_string_equal((char *)data, text);
    free(data);
}

static void check_output(void **state, const char *mode, const char *before) {
    files f = names(state);
    ck_buffer taken = {0};
    lathe_ckpt_file *file = open_over(&f, "old ", mode);
    fputs("one ", file->stream);
    take(&taken);
    fputs("two ", file->stream);
    fclose(file->stream); /* what a kill does, after all was written */
    put(&taken);
    fputs("three", file->stream);
    end(file, &taken);
    char expected[64];
    snprintf(expected, sizeof expected, "%sone three", before);
    expect_file(f.a, expected);
}

static void written_files_are_cut_back(void **state) {
    check_output(state, "w", "");
}

static void appended_files_are_cut_back(void **state) {
    check_output(state, "a", "old ");
}

static void a_file_written_in_place_gets_its_contents_back(void **state) {
    files f = names(state);
    ck_buffer taken = {0};
    char text[32] = "";
    lathe_ckpt_file *file = open_over(&f, "0123456789", "r+b");
    fseek(file->stream, 4, SEEK_SET);
    fputs("xx", file->stream);
    take(&taken);
    fputs("yyyyyyyyyyyyyy", file->stream);
    rewind(file->stream);
    fputs("zz", file->stream);
    fclose(file->stream);
    put(&taken);
    assert_int_equal(ftell(file->stream), 6);
    rewind(file->stream);
    assert_non_null(fgets(text, sizeof text, file->stream));
    assert_string_equal(text, "0123xx6789");
    end(file, &taken);
}

static void reading_goes_on_where_it_was(void **state) {
    files f = names(state);
    ck_buffer taken = {0};
    lathe_ckpt_file *file = open_over(&f, "abcdef", "r");
    expect_bytes(file, "ab");
    assert_int_equal(ungetc('X', file->stream), 'X');
    take(&taken);
    assert_int_equal(getc(file->stream), 'X');
    fclose(file->stream);
    put(&taken);
    expect_bytes(file, "Xc");
    while (getc(file->stream) != EOF)
        ;
    take(&taken);
    fclose(file->stream);
    put(&taken);
    assert_true(feof(file->stream));
    end(file, &taken);
}

/* Flushing a stream that is read drops what was pushed back, so taking must put it there again. */
static void pushed_back_bytes_survive_a_save(void **state) {
    files f = names(state);
    ck_buffer taken = {0};
    lathe_ckpt_file *file = open_over(&f, "abcdef", "r+");
    assert_int_equal(getc(file->stream), 'a');
    assert_int_equal(ungetc('Y', file->stream), 'Y');
    take(&taken);
    expect_bytes(file, "Yb");
    end(file, &taken);
}

/* What is in a buffer is written when the program's own calls have it written, not at a commit. */
static void streams_on_one_file_keep_their_order(void **state) {
    files f = names(state);
    ck_buffer taken = {0};
    char given[128], wanted[256];
    lathe_ckpt_file *a = open_over(&f, "", "a"), *b = lathe_ckpt_fopen(f.a, "a");
    assert_non_null(b);
    assert_int_equal(lathe_ckpt_setvbuf(a, given, _IOFBF, sizeof given), 0);
    fprintf(a->stream, "%0100d", 1);
    fputs("bb", b->stream);
    take(&taken);
    expect_file(f.a, "");
    fputs("lost", b->stream);
    fclose(a->stream);
    fclose(b->stream);
    put(&taken);
    expect_file(f.a, "");
    fprintf(a->stream, "%028d", 2);
    expect_file(f.a, "");
    fflush(b->stream);
    expect_file(f.a, "bb");
    fputc('x', a->stream); /* one more than its buffer holds */
    snprintf(wanted, sizeof wanted, "bb%0100d%028dx", 1, 2);
    lathe_ckpt_fclose(b);
    end(a, &taken);
    expect_file(f.a, wanted);
}

static void expect_refusal(const ck_buffer *taken, const char *reason) {
    const char *why = "";
    assert_false(is_accepted(taken->data, taken->size, &why));
    assert_string_equal(why, reason);
}

static void a_file_that_changed_is_refused(void **state) {
    files f = names(state);
    ck_buffer taken = {0};
    lathe_ckpt_file *file = lathe_ckpt_fopen(f.a, "w");
    fputs("one ", file->stream);
    fflush(file->stream);
    take(&taken);
    write_file(f.a, "one", 3);
    expect_refusal(&taken, "a file that was open is shorter than it was");
    unlink(f.a);
    expect_refusal(&taken, "a file that was open is gone");
    end(file, &taken);
}

/* Whatever the section says, checking it neither crashes nor changes a file. */
static void a_hostile_section_is_only_refused(void **state) {
    files f = names(state);
    ck_buffer taken = {0};
    lathe_ckpt_file *file = lathe_ckpt_fopen(f.a, "w+");
    fputs("some text", file->stream);
    take(&taken);
    char *copy = malloc(taken.size);
    unsigned refused = 0;
    for (size_t size = 0; size < taken.size; size++) {
        const char *why = "";
        memcpy(copy, taken.data, size);
        refused += !is_accepted(copy, size, &why);
    }
    assert_true(refused > taken.size - 8);
    for (size_t i = 0; i < taken.size * 8; i++) {
        const char *why = "";
        memcpy(copy, taken.data, taken.size);
        copy[i / 8] ^= (char)(1 << i % 8);
        is_accepted(copy, taken.size, &why);
    }
    /* A handle outside of the arena would be written to. */
    const char *why = "";
    memcpy(copy, taken.data, taken.size);
    for (size_t i = 0; i + 8 <= taken.size; i += 8)
        if (!memcmp(copy + i, &file, sizeof file))
            memset(copy + i, 0x11, 8);
    assert_false(is_accepted(copy, taken.size, &why));
    assert_string_equal(why, "the streams section is damaged");
    free(copy);
    end(file, &taken);
}

static void lines_are_read_into_the_arena(void **state) {
    files f = names(state);
    lathe_ckpt_file *file = open_over(&f, "first\nsecond line\nlast", "r");
    char *line = NULL;
    size_t size = 0;
    assert_int_equal(lathe_ckpt_getline(&line, &size, file), 6);
    assert_string_equal(line, "first\n");
    assert_true(ck_arena_holds((uintptr_t)line, size));
    assert_int_equal(lathe_ckpt_getline(&line, &size, file), 12);
    assert_int_equal(lathe_ckpt_getdelim(&line, &size, 's', file), 3);
    assert_string_equal(line, "las");
    assert_int_equal(lathe_ckpt_getline(&line, &size, file), 1);
    assert_int_equal(lathe_ckpt_getline(&line, &size, file), -1);
    lathe_ckpt_free(line);
    lathe_ckpt_fclose(file);
    errno = 0;
    assert_null(lathe_ckpt_fopen("/nowhere/at/all", "r"));
    assert_int_equal(errno, ENOENT);
}

static void draw_all(double out[24]) {
    for (unsigned i = 0; i < 24; i += 4) {
        out[i] = rand();
        out[i + 1] = (double)random();
        out[i + 2] = drand48();
        out[i + 3] = (double)lrand48();
    }
}

/* fresh: the state is put into a process whose own state is another. */
static void check_random(bool owned) {
    ck_process process = {0};
    double expected[24], got[24];
    draw_all(got);
    ck_process_take_random(&process);
    assert_true(ck_process_is_sane(&process));
    draw_all(expected);
    ck_process_put_random(&process, owned);
    if (owned) /* memory would have been restored */
        return;
    draw_all(got);
    assert_memory_equal(got, expected, sizeof got);
}

static void random_numbers_go_on(void **state) {
    (void)state;
    srand(77);
    lathe_ckpt_srand48(5);
    check_random(false);
    unsigned short param[7] = {1, 2, 3, 4, 5, 6, 7};
    lathe_ckpt_lcong48(param);
    check_random(false);
    unsigned short *old = lathe_ckpt_seed48(param), copy[3];
    memcpy(copy, old, sizeof copy);
    check_random(false);
    assert_memory_equal(old, copy, sizeof copy);
}

/* Taking the state must not change what comes next. */
static void taking_the_state_changes_nothing(void **state) {
    (void)state;
    ck_process process = {0};
    double expected[24], got[24];
    static char own[64];
    for (unsigned round = 0; round < 2; round++) {
        srand(9);
        lathe_ckpt_srand48(8);
        draw_all(expected);
        srand(9);
        lathe_ckpt_srand48(8);
        ck_process_take_random(&process);
        draw_all(got);
        assert_memory_equal(got, expected, sizeof got);
        initstate(3, own, sizeof own);
    }
    /* An array of the program is only set again; its bytes are memory. */
    char bytes[sizeof own];
    ck_process_take_random(&process);
    assert_true(process.random_address == (uint64_t)(uintptr_t)own);
    memcpy(bytes, own, sizeof own);
    draw_all(expected);
    static char other[32];
    initstate(4, other, sizeof other);
    memcpy(own, bytes, sizeof own);
    ck_process_put_random(&process, true);
    draw_all(got);
    assert_memory_equal(got, expected, sizeof got);
}

static void the_rounding_mode_comes_back(void **state) {
    (void)state;
    uint64_t before = ck_float_control();
    volatile double one = 1, three = 3;
    volatile double nearest = one / three, up;
    ck_set_float_control((before & ~(UINT64_C(0x6000) << 16 | 0xc00)) | UINT64_C(0x4000) << 16 |
                         0x800);
    up = one / three;
    assert_true(up > nearest);
    ck_set_float_control(before);
    up = one / three;
    assert_true(up == nearest);
}

static void floating_point_exceptions_come_back(void **state) {
    volatile double zero = 0;
    volatile long double long_zero = 0;
    (void)state;
    feclearexcept(FE_ALL_EXCEPT);
    uint64_t none = ck_float_control();
    zero = 1 / zero;
    uint64_t one = ck_float_control();
    feclearexcept(FE_ALL_EXCEPT);
    long_zero = 1 / long_zero;
    uint64_t other = ck_float_control();
    ck_set_float_control(none);
    assert_int_equal(fetestexcept(FE_DIVBYZERO), 0);
    ck_set_float_control(one);
    assert_int_equal(fetestexcept(FE_DIVBYZERO), FE_DIVBYZERO);
    ck_set_float_control(none);
    ck_set_float_control(other);
    assert_int_equal(fetestexcept(FE_DIVBYZERO), FE_DIVBYZERO);
    ck_set_float_control(none);
}

static void expect_own(const void *answer) {
    ck_range own = ck_own_range();
    assert_in_range((uintptr_t)answer, own.address, own.address + own.size - 1);
}

static void answers_lie_in_memory_that_is_saved(void **state) {
    time_t when = 100000;
    struct tm parts;
    char text[] = "a,b", path[] = "file", root[] = "/", deep[] = "/x/y";
    (void)state;
    expect_own(lathe_ckpt_gmtime(&when));
    expect_own(lathe_ckpt_gmtime_r(&when, &parts)->tm_zone);
    assert_string_equal(parts.tm_zone, "GMT");
    assert_int_equal(lathe_ckpt_timegm(&parts), when);
    expect_own(lathe_ckpt_localtime(&when)->tm_zone);
    expect_own(lathe_ckpt_ctime(&when));
    expect_own(lathe_ckpt_strerror(ENOENT));
    assert_string_equal(lathe_ckpt_strerror(ENOENT), strerror(ENOENT));
    expect_own(lathe_ckpt_dirname(path));
    assert_string_equal(lathe_ckpt_dirname(root), "/");
    assert_string_equal(lathe_ckpt_dirname(deep), "/x");
    assert_string_equal(lathe_ckpt_strtok(text, ","), "a");
    assert_string_equal(lathe_ckpt_strtok(NULL, ","), "b");
    assert_null(lathe_ckpt_strtok(NULL, ","));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_setup, scratch_teardown)

int main(void) {
    ck_arena_reserve();
    ck_streams_start(&(ck_stream_hooks){0});
    const struct CMUnitTest tests[] = {
        TEST(written_files_are_cut_back),
        TEST(appended_files_are_cut_back),
        TEST(a_file_written_in_place_gets_its_contents_back),
        TEST(reading_goes_on_where_it_was),
        TEST(pushed_back_bytes_survive_a_save),
        TEST(streams_on_one_file_keep_their_order),
        TEST(a_file_that_changed_is_refused),
        TEST(a_hostile_section_is_only_refused),
        TEST(lines_are_read_into_the_arena),
        cmocka_unit_test(random_numbers_go_on),
        cmocka_unit_test(taking_the_state_changes_nothing),
        cmocka_unit_test(floating_point_exceptions_come_back),
        cmocka_unit_test(answers_lie_in_memory_that_is_saved),
#if defined(__x86_64__)
        cmocka_unit_test(the_rounding_mode_comes_back),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
