/* Whole programs: ckpt/by_hand.c is killed, run again, disturbed. */
#include "ckpt/scratch.h"

#include "ckpt/inspect.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#define STORE "by_hand.ckpt"
#define DEPTH "6"

typedef struct run {
    const char *steps;
    const char *every; /* NULL: checkpoints are off */
    const char *key;
    bool append; /* >> instead of > */
    rlim_t room; /* limit of the address space; 0: none */
} run;

/* In the test's own directory, with stdout and stderr in files. */
static pid_t start(const run *r) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child)
        return child;
    int out = open("out", O_WRONLY | O_CREAT | (r->append ? O_APPEND : O_TRUNC), 0600);
    int err = open("err", O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(out, 1);
    dup2(err, 2);
    setenv("LATHE_CKPT", r->every ? "" : "off", 1);
    setenv("LATHE_CKPT_EVERY", r->every ? r->every : "", 1);
    if (r->key)
        setenv("LATHE_CKPT_KEY", r->key, 1);
    if (r->room)
        setrlimit(RLIMIT_AS, &(struct rlimit){r->room, r->room});
    execl(CKPT_BY_HAND, "by_hand", r->steps, DEPTH, (char *)NULL);
    _exit(127);
}

static int finish(pid_t child) {
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static int run_whole(const run *r) {
    return finish(start(r));
}

static void pause_for(unsigned microseconds) {
    struct timespec time = {0, (long)microseconds * 1000};
    nanosleep(&time, NULL);
}

static int run_setup(void **state) {
    if (scratch_setup(state))
        return -1;
    scratch *s = *state;
    return chdir(s->root);
}

static int run_teardown(void **state) {
    chmod(STORE, 0700);
    empty_directory(STORE);
    rmdir(STORE);
    return chdir("/") | scratch_teardown(state);
}

static char *text_of(const char *path) {
    size_t size;
    return (char *)read_file(path, &size);
}

typedef struct result {
    char *out, *file;
} result;

static result results(void) {
    return (result){text_of("out"), text_of("by_hand.out")};
}

static result expected(const char *steps) {
    assert_int_equal(run_whole(&(run){steps, NULL, NULL, false, 0}), 0);
    return results();
}

static void expect_same(result want) {
    result got = results();
    assert_string_equal(got.out, want.out);
    assert_string_equal(got.file, want.file);
    free(got.out);
    free(got.file);
}

static void drop(result r) {
    free(r.out);
    free(r.file);
}

static bool was_said(const char *text) {
    char *err = text_of("err");
    bool found = strstr(err, text) != NULL;
    free(err);
    return found;
}

static unsigned first_resume(const char *err) {
    const char *at = strstr(err, "resuming from generation ");
    return at ? (unsigned)atoi(at + strlen("resuming from generation ")) : 0;
}

/* Kills until the run comes to its end. Returns how many there were. */
static unsigned kill_until_done(const run *r, unsigned seed) {
    unsigned kills = 0, last = 0;
    unlink("out");
    unlink("by_hand.out");
    empty_directory(STORE);
    for (;; kills++) {
        write_file("err", "", 0);
        pid_t child = start(r);
        /* Longer and longer, so that a slow machine comes to an end too. */
        pause_for(1000 + kills * 300 + (seed = seed * 1103515245 + 12345) / 65536 % 30000);
        kill(child, SIGKILL);
        int status = finish(child);
        char *err = text_of("err");
        unsigned now = first_resume(err);
        if (*err && !now)
            fail_msg("%s", err);
        /* Killed before it said anything, it may not even have started. */
        assert_true(!*err || now >= last);
        last = *err ? now : last;
        free(err);
        /* It may be hit on its way out. */
        if (WIFEXITED(status) || count_files(STORE, ".done")) {
            assert_true(!WIFEXITED(status) || status == 0);
            return kills;
        }
        assert_int_equal(WTERMSIG(status), SIGKILL);
    }
}

static void killed_anywhere_it_gives_the_same_bits(void **state) {
    (void)state;
    result want = expected("60");
    unsigned kills = 0;
    for (unsigned i = 0; i < 3; i++) {
        kills += kill_until_done(&(run){"60", "0", NULL, true, 0}, i);
        expect_same(want);
    }
    assert_true(kills > 0);
    drop(want);
}

/* The shell empties the file at each start; the output so far comes from the checkpoint. */
static void output_that_the_shell_emptied_is_written_again(void **state) {
    (void)state;
    result want = expected("60");
    kill_until_done(&(run){"60", "0", NULL, false, 0}, 7);
    expect_same(want);
    drop(want);
}

/* Leaves a store with generations: kills only after the first is there. */
static void interrupt(const run *r) {
    pid_t child = start(r);
    for (unsigned i = 0; i < 20000 && count_files(STORE, ".ckpt") < 3; i++)
        pause_for(500);
    assert_true(count_files(STORE, ".ckpt") >= 2);
    kill(child, SIGKILL);
    assert_int_equal(WTERMSIG(finish(child)), SIGKILL);
}

static const run forever = {"1000000000", "0", NULL, true, 0};

static void a_second_process_runs_without(void **state) {
    (void)state;
    pid_t first = start(&forever);
    for (unsigned i = 0; i < 20000 && count_files(STORE, ".ckpt") < 1; i++)
        pause_for(500);
    assert_int_equal(run_whole(&(run){"5", "0", NULL, true, 0}), 0); /* a store of its own */
    assert_false(was_said("another process is using it"));
    pid_t second = start(&forever);
    for (unsigned i = 0; i < 20000 && !was_said("running without checkpoints"); i++)
        pause_for(500);
    assert_true(was_said("another process is using it"));
    assert_true(was_said("running without checkpoints"));
    kill(second, SIGKILL);
    finish(second);
    kill(first, SIGKILL);
    finish(first);
    assert_true(count_files(STORE, ".ckpt") >= 1);
}

static void other_arguments_start_from_the_beginning(void **state) {
    (void)state;
    interrupt(&forever);
    result want = expected("5");
    assert_int_equal(run_whole(&(run){"5", "0", NULL, false, 0}), 0);
    expect_same(want);
    assert_true(was_said("the saved state is of other arguments: starting from the beginning"));
    assert_false(was_said("resuming"));
    drop(want);
}

static void a_damaged_file_falls_back(void **state) {
    (void)state;
    char path[400];
    size_t size;
    interrupt(&forever);
    newest_file(STORE, path, sizeof path);
    unsigned char *data = read_file(path, &size);
    data[size / 2] ^= 1;
    write_file(path, data, size);
    free(data);
    pid_t child = start(&forever);
    for (unsigned i = 0; i < 20000 && !was_said("resuming"); i++)
        pause_for(500);
    kill(child, SIGKILL);
    finish(child);
    assert_true(was_said("is not used: "));
    assert_true(was_said("resuming from generation "));
}

static void nothing_valid_starts_from_the_beginning(void **state) {
    (void)state;
    DIR *stream;
    interrupt(&(run){"2000", "0", NULL, true, 0});
    stream = opendir(STORE);
    for (struct dirent *entry; (entry = readdir(stream));)
        if (strstr(entry->d_name, ".ckpt")) {
            char path[400];
            snprintf(path, sizeof path, "%s/%s", STORE, entry->d_name);
            assert_int_equal(truncate(path, 1000), 0);
        }
    closedir(stream);
    pid_t child = start(&(run){"2000", "0", NULL, true, 0});
    for (unsigned i = 0; i < 20000 && !was_said("starting from the beginning"); i++)
        pause_for(500);
    kill(child, SIGKILL);
    finish(child);
    assert_true(was_said("it is cut short or has grown"));
    assert_false(was_said("resuming"));
}

static void a_key_is_needed_again(void **state) {
    (void)state;
    interrupt(&(run){"1000000000", "0", "secret", true, 0});
    pid_t child = start(&forever);
    for (unsigned i = 0; i < 20000 && !was_said("starting from the beginning"); i++)
        pause_for(500);
    kill(child, SIGKILL);
    finish(child);
    assert_true(was_said("it needs a key"));
}

static void a_signal_keeps_the_store(void **state) {
    (void)state;
    pid_t child = start(&forever);
    for (unsigned i = 0; i < 20000 && count_files(STORE, ".ckpt") < 2; i++)
        pause_for(500);
    kill(child, SIGTERM);
    assert_int_equal(WTERMSIG(finish(child)), SIGTERM);
    assert_true(count_files(STORE, ".ckpt") >= 2);
    assert_int_equal(count_files(STORE, ".done"), 0);
}

static void an_end_completes_the_store(void **state) {
    (void)state;
    result want = expected("20");
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(run_whole(&(run){"20", "0", NULL, false, 0}), 0);
        expect_same(want);
        assert_int_equal(count_files(STORE, ".done"), 1);
        assert_int_equal(count_files(STORE, ".ckpt"), 0);
    }
    assert_false(was_said("lathe-ckpt"));
    drop(want);
}

static void a_directory_that_cannot_be_made_is_told(void **state) {
    (void)state;
    result want = expected("5");
    write_file(STORE, "", 0);
    assert_int_equal(run_whole(&(run){"5", "0", NULL, false, 0}), 0);
    expect_same(want);
    assert_true(was_said("running without checkpoints"));
    unlink(STORE);
    drop(want);
}

static void an_address_that_is_taken_is_told(void **state) {
    (void)state;
    interrupt(&forever);
    setenv("BY_HAND_TAKEN", "1", 1);
    pid_t child = start(&forever);
    for (unsigned i = 0; i < 20000 && !was_said("starting from the beginning"); i++)
        pause_for(500);
    kill(child, SIGKILL);
    finish(child);
    unsetenv("BY_HAND_TAKEN");
    assert_true(was_said("is not used: the address of its arena is taken"));
    assert_true(was_said("starting from the beginning"));
}

static void little_address_space_is_enough_to_run(void **state) {
    (void)state;
    result want = expected("5");
    assert_int_equal(run_whole(&(run){"5", "0", NULL, false, (rlim_t)4 << 30}), 0);
    expect_same(want);
    assert_false(was_said("lathe-ckpt"));
    assert_int_equal(run_whole(&(run){"5", "0", NULL, false, 512 << 20}), 0);
    expect_same(want);
    assert_true(was_said("there is no room for the arena: running without checkpoints"));
    drop(want);
}

/* The first block that a program gets is where it was, whatever its environment. */
static void addresses_do_not_depend_on_the_environment(void **state) {
    (void)state;
    result want = expected("5");
    setenv("A_VARIABLE_OF_SOME_LENGTH", "with a value that takes a few dozen bytes of room", 1);
    setenv("BY_HAND_ADDRESS", "1", 1);
    assert_int_equal(run_whole(&(run){"5", NULL, NULL, false, 0}), 0);
    char *first = text_of("out");
    unsetenv("A_VARIABLE_OF_SOME_LENGTH");
    assert_int_equal(run_whole(&(run){"5", NULL, NULL, false, 0}), 0);
    char *second = text_of("out");
    assert_string_equal(first, second);
    assert_string_not_equal(first, want.out);
    unsetenv("BY_HAND_ADDRESS");
    free(first);
    free(second);
    drop(want);
}

static void a_file_can_be_inspected(void **state) {
    (void)state;
    char path[400];
    bool valid;
    interrupt(&forever);
    newest_file(STORE, path, sizeof path);
    char *text = ck_inspect(path, NULL, false, &valid);
    assert_true(valid);
    assert_non_null(strstr(text, "by_hand 1000000000 " DEPTH));
    assert_non_null(strstr(text, "  main at by_hand.c:3 (call), 16 bytes\n    step  i64  8 bytes"));
    assert_non_null(strstr(text, "    steps  i64  8 bytes  = 1000000000\n"));
    assert_non_null(strstr(text, "  walk at by_hand.c:1 (directive), 16 bytes\n"
                                 "    depth  i64  8 bytes  = 0\n"));
    assert_non_null(strstr(text, "by_hand.out  \"w\"  at "));
    free(text);
    text = ck_inspect(path, NULL, true, &valid);
    assert_true(valid);
    assert_non_null(strstr(text, "\"arguments\": [\"by_hand\", \"1000000000\", \"" DEPTH "\"]"));
    assert_non_null(strstr(text, "\"value\": \"1000000000\""));
    free(text);
    assert_int_equal(truncate(path, 500), 0);
    text = ck_inspect(path, NULL, false, &valid);
    assert_false(valid);
    assert_non_null(strstr(text, "not valid: it is cut short or has grown\n"));
    free(text);
    text = ck_inspect("no/such/file", NULL, true, &valid);
    assert_false(valid);
    assert_non_null(strstr(text, "\"reason\": \"No such file or directory\""));
    free(text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, run_setup, run_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(killed_anywhere_it_gives_the_same_bits),
        TEST(output_that_the_shell_emptied_is_written_again),
        TEST(a_second_process_runs_without),
        TEST(other_arguments_start_from_the_beginning),
        TEST(a_damaged_file_falls_back),
        TEST(nothing_valid_starts_from_the_beginning),
        TEST(a_key_is_needed_again),
        TEST(a_signal_keeps_the_store),
        TEST(an_end_completes_the_store),
        TEST(a_directory_that_cannot_be_made_is_told),
        TEST(an_address_that_is_taken_is_told),
        TEST(little_address_space_is_enough_to_run),
        TEST(addresses_do_not_depend_on_the_environment),
        TEST(a_file_can_be_inspected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
