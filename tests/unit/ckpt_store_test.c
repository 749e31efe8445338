#include "ckpt/scratch.h"

#include <errno.h>
#include <sys/wait.h>

static void open_store(scratch *s, ck_store *store) {
    assert_int_equal(ck_store_open(store, &s->config), CK_OPENED);
}

static void save_some(scratch *s, ck_store *store, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        change_memory(s);
        assert_true(save_memory(s, store, NULL));
    }
}

static uint64_t loaded_generation(scratch *s) {
    ck_store store;
    ck_loaded loaded;
    uint64_t generation = 0;
    *s->said = 0;
    open_store(s, &store);
    if (ck_store_load(&store, &loaded, NULL, NULL)) {
        generation = loaded.file.header.generation;
        ck_loaded_free(&loaded);
    }
    ck_store_close(&store);
    return generation;
}

static void an_empty_store_has_nothing(void **state) {
    scratch *s = *state;
    assert_int_equal(loaded_generation(s), 0);
    assert_string_equal(s->said, "");
    struct stat info;
    assert_int_equal(stat(s->path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
}

static void the_newest_is_loaded_and_few_are_kept(void **state) {
    scratch *s = *state;
    ck_store store;
    open_store(s, &store);
    save_some(s, &store, 9);
    ck_store_close(&store);
    assert_int_equal(loaded_generation(s), 9);
    /* Two generations, each with a base of its own. */
    assert_true(count_files(s->path, ".ckpt") <= 4);
    assert_int_equal(count_files(s->path, ".tmp"), 0);
}

static void files_are_private(void **state) {
    scratch *s = *state;
    ck_store store;
    struct stat info;
    char path[400];
    open_store(s, &store);
    save_some(s, &store, 2);
    ck_store_close(&store);
    newest_file(s->path, path, sizeof path);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(loaded_generation(s), 1);
    assert_string_equal(s->said, "generation 2 is not used: others may access it\n");
    assert_int_equal(chmod(path, 0600), 0);
    assert_int_equal(loaded_generation(s), 2);
    if (geteuid() == 0) {
        assert_int_equal(chown(path, 1, (gid_t)-1), 0);
        assert_int_equal(loaded_generation(s), 1);
        assert_string_equal(s->said, "generation 2 is not used: it belongs to another user\n");
    }
}

static void a_link_is_not_followed(void **state) {
    scratch *s = *state;
    ck_store store;
    char path[400], other[200];
    open_store(s, &store);
    save_some(s, &store, 2);
    ck_store_close(&store);
    newest_file(s->path, path, sizeof path);
    snprintf(other, sizeof other, "%s/moved", s->root);
    assert_int_equal(rename(path, other), 0);
    assert_int_equal(symlink(other, path), 0);
    assert_int_equal(loaded_generation(s), 1);
}

static void a_directory_that_others_write_is_not_used(void **state) {
    scratch *s = *state;
    ck_store store;
    assert_int_equal(mkdir(s->path, 0700), 0);
    assert_int_equal(chmod(s->path, 0777), 0);
    assert_int_equal(ck_store_open(&store, &s->config), CK_FAILED);
    assert_string_equal(s->said, "the directory is not used: others may access it\n");
}

static void a_second_process_is_kept_out(void **state) {
    scratch *s = *state;
    ck_store store;
    open_store(s, &store);
    pid_t child = fork();
    if (!child) {
        ck_store second;
        _exit(ck_store_open(&second, &s->config) == CK_BUSY ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    save_some(s, &store, 1);
    ck_store_close(&store);
    assert_int_equal(loaded_generation(s), 1);
}

static void others_are_neither_used_nor_removed(void **state) {
    scratch *s = *state;
    ck_store store;
    open_store(s, &store);
    save_some(s, &store, 2);
    ck_store_close(&store);
    s->config.arguments++;
    assert_int_equal(loaded_generation(s), 0);
    assert_string_equal(s->said,
                        "the saved state is of other arguments: starting from the beginning\n");
    s->config.program++;
    assert_int_equal(loaded_generation(s), 0);
    assert_non_null(strstr(s->said, "of another program or of other arguments"));
    s->config.arguments--;
    assert_int_equal(loaded_generation(s), 0);
    assert_non_null(strstr(s->said, "of another program, or another build of it"));
    s->config.arguments++;
    s->config.program--;
    open_store(s, &store);
    save_some(s, &store, 1);
    ck_store_complete(&store);
    ck_store_close(&store);
    s->config.arguments--;
    assert_int_equal(loaded_generation(s), 2);
    s->config.arena++;
    assert_int_equal(loaded_generation(s), 0);
    assert_non_null(strstr(s->said, "the address of its arena is taken"));
}

static void a_complete_run_is_not_continued(void **state) {
    scratch *s = *state;
    ck_store store;
    open_store(s, &store);
    save_some(s, &store, 3);
    ck_store_complete(&store);
    ck_store_close(&store);
    assert_int_equal(count_files(s->path, ".done"), 1);
    assert_int_equal(count_files(s->path, ".ckpt"), 0);
    assert_int_equal(loaded_generation(s), 0);
    assert_int_equal(count_files(s->path, ".done"), 0);
    open_store(s, &store);
    save_some(s, &store, 1);
    ck_store_close(&store);
    assert_int_equal(loaded_generation(s), 1);
}

/* A kill between the mark and the removal leaves both. */
static void the_mark_outweighs_what_is_left(void **state) {
    scratch *s = *state;
    ck_store store;
    char done[200];
    open_store(s, &store);
    save_some(s, &store, 3);
    snprintf(done, sizeof done, "%s/%s.done", s->path, store.prefix);
    ck_store_close(&store);
    write_file(done, "", 0);
    assert_int_equal(loaded_generation(s), 0);
    assert_int_equal(count_files(s->path, ".ckpt"), 0);
}

static void keys_must_agree(void **state) {
    scratch *s = *state;
    ck_store store;
    s->config.key = ck_key_from_text("one");
    open_store(s, &store);
    save_some(s, &store, 1);
    ck_store_close(&store);
    assert_int_equal(loaded_generation(s), 1);
    s->config.key = ck_key_from_text("two");
    assert_int_equal(loaded_generation(s), 0);
    assert_non_null(strstr(s->said, "the header is damaged or the key is another"));
    s->config.key = ck_key_from_text(NULL);
    assert_int_equal(loaded_generation(s), 0);
    assert_non_null(strstr(s->said, "it needs a key"));
}

static bool refuse_newest(void *user, const ck_loaded *loaded, const char **why) {
    *why = "the test says so";
    return loaded->file.header.generation != *(uint64_t *)user;
}

static void the_caller_may_refuse(void **state) {
    scratch *s = *state;
    ck_store store;
    ck_loaded loaded;
    uint64_t refused = 2;
    open_store(s, &store);
    save_some(s, &store, 2);
    ck_store_close(&store);
    open_store(s, &store);
    assert_true(ck_store_load(&store, &loaded, refuse_newest, &refused));
    assert_int_equal(loaded.file.header.generation, 1);
    assert_string_equal(s->said, "generation 2 is not used: the test says so\n");
    /* What was loaded stays, what was refused goes, and no number is used twice. */
    ck_saved saved;
    change_memory(s);
    assert_true(save_memory(s, &store, &saved));
    assert_int_equal(saved.generation, 3);
    assert_int_equal(store.count, 2);
    assert_int_equal(store.generations[0].number, 1);
    ck_loaded_free(&loaded);
    ck_store_close(&store);
}

/* The base of a generation that was loaded, not written, by this process. */
static void a_loaded_generation_keeps_its_base(void **state) {
    scratch *s = *state;
    ck_store store;
    ck_loaded loaded;
    char path[400];
    memset(s->memory, 1, PAGES * CK_PAGE);
    open_store(s, &store);
    save_some(s, &store, 3);
    ck_store_close(&store);
    open_store(s, &store);
    assert_true(ck_store_load(&store, &loaded, NULL, NULL));
    assert_int_equal(loaded.file.header.base, 1);
    ck_loaded_free(&loaded);
    save_some(s, &store, 1);
    ck_store_close(&store);
    newest_file(s->path, path, sizeof path);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(loaded_generation(s), 3);
}

static void what_did_not_change_is_not_written_again(void **state) {
    scratch *s = *state;
    ck_store store;
    ck_saved first, later;
    memset(s->memory, 1, PAGES * CK_PAGE);
    memset(s->memory + CK_PAGE, 0, 2 * CK_PAGE);
    open_store(s, &store);
    assert_true(save_memory(s, &store, &first));
    assert_int_equal(first.total, PAGES * CK_PAGE - 100);
    assert_int_equal(first.stored, (PAGES - 2) * CK_PAGE - 100);
    assert_true(save_memory(s, &store, &later));
    s->memory[7 * CK_PAGE + 5]++;
    assert_true(save_memory(s, &store, &later));
    assert_int_equal(later.stored, CK_PAGE);
    assert_true(later.file_size < 2 * CK_PAGE);
    memset(s->memory, 2, PAGES * CK_PAGE);
    assert_true(save_memory(s, &store, &later));
    assert_int_equal(later.stored, PAGES * CK_PAGE - 100);
    ck_store_close(&store);
}

static void make(const scratch *s, const char *name, char path[400]) {
    snprintf(path, 400, "%s/%s", s->path, name);
    write_file(path, "mine", 4);
}

/* The directory may be one that the user had before, with files of any name. */
static void other_files_stay(void **state) {
    static const char *const names[] = {"notes.tmp",
                                        "0123456789abcdef.tmp",
                                        "a.ckpt",
                                        "b.undo",
                                        "0123456789abcdef-1.ckpt",
                                        "x.cut",
                                        "y.kept",
                                        "z.done"};
    enum { COUNT = sizeof names / sizeof *names };
    scratch *s = *state;
    ck_store store;
    char path[400];
    assert_int_equal(mkdir(s->path, 0700), 0);
    for (unsigned i = 0; i < COUNT; i++)
        make(s, names[i], path);
    open_store(s, &store);
    snprintf(path, sizeof path, "%s/%s-+000000001.ckpt", s->path, store.prefix);
    write_file(path, "mine", 4);
    save_some(s, &store, 5);
    ck_store_complete(&store);
    ck_store_drop_notes(&store);
    ck_store_close(&store);
    open_store(s, &store);
    ck_store_close(&store);
    assert_int_equal(access(path, F_OK), 0);
    for (unsigned i = 0; i < COUNT; i++) {
        snprintf(path, sizeof path, "%s/%s", s->path, names[i]);
        assert_int_equal(access(path, F_OK), 0);
    }
}

/* What this store's own name for a file leads elsewhere, or to nothing that ends. */
static void planted_names_are_left_alone(void **state) {
    scratch *s = *state;
    ck_store store;
    ck_loaded loaded;
    char victim[200], path[400];
    snprintf(victim, sizeof victim, "%s/victim", s->root);
    write_file(victim, "mine", 4);
    open_store(s, &store);
    char prefix[17];
    memcpy(prefix, store.prefix, sizeof prefix);
    snprintf(path, sizeof path, "%s/%s.tmp", s->path, prefix);
    assert_int_equal(symlink(victim, path), 0);
    change_memory(s);
    assert_false(save_memory(s, &store, NULL));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(save_memory(s, &store, NULL));
    assert_int_equal(unlink(path), 0);
    save_some(s, &store, 1);
    snprintf(path, sizeof path, "%s/%s-0000000002.ckpt", s->path, prefix);
    assert_int_equal(mkfifo(path, 0600), 0);
    ck_store_close(&store);
    open_store(s, &store);
    assert_true(ck_store_load(&store, &loaded, NULL, NULL));
    assert_int_equal(loaded.file.header.generation, 1);
    ck_loaded_free(&loaded);
    char done[400];
    snprintf(done, sizeof done, "%s/%s.done", s->path, prefix);
    assert_int_equal(symlink(victim, done), 0);
    ck_store_complete(&store);
    assert_non_null(strstr(s->said, "cannot mark it complete: it is a symbolic link"));
    ck_store_close(&store);
    assert_int_equal(access(path, F_OK), 0);
    size_t size;
    unsigned char *data = read_file(victim, &size);
    assert_memory_equal(data, "mine", 4);
    assert_int_equal(size, 4);
    free(data);
}

static void a_planted_lock_is_not_used(void **state) {
    scratch *s = *state;
    ck_store store;
    char path[400];
    assert_int_equal(ck_store_open(&store, &s->config), CK_OPENED);
    ck_store_close(&store);
    snprintf(path, sizeof path, "%s/%s.lock", s->path, store.prefix);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(ck_store_open(&store, &s->config), CK_FAILED);
    assert_string_equal(s->said, "cannot lock it: it is not a regular file\n");
    *s->said = 0;
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("elsewhere", path), 0);
    assert_int_equal(ck_store_open(&store, &s->config), CK_FAILED);
    assert_string_equal(s->said, "cannot lock it: it is a symbolic link\n");
}

/* A link in place of the directory may be another's; a slash behind it says that it is meant. */
static void a_link_to_a_directory_is_followed_if_meant(void **state) {
    scratch *s = *state;
    ck_store store;
    char real[200], slash[200];
    snprintf(real, sizeof real, "%s/real", s->root);
    snprintf(slash, sizeof slash, "%s/", s->path);
    assert_int_equal(mkdir(real, 0700), 0);
    assert_int_equal(symlink(real, s->path), 0);
    assert_int_equal(ck_store_open(&store, &s->config), CK_FAILED);
    assert_string_equal(s->said, "cannot open the directory: it is a symbolic link; if that is "
                                 "meant, end it with a slash\n");
    s->config.path = slash;
    open_store(s, &store);
    ck_store_close(&store);
    assert_int_equal(unlink(s->path), 0);
    empty_directory(real);
    assert_int_equal(rmdir(real), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_setup, scratch_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(an_empty_store_has_nothing),
        TEST(the_newest_is_loaded_and_few_are_kept),
        TEST(files_are_private),
        TEST(a_link_is_not_followed),
        TEST(a_directory_that_others_write_is_not_used),
        TEST(a_second_process_is_kept_out),
        TEST(others_are_neither_used_nor_removed),
        TEST(a_complete_run_is_not_continued),
        TEST(the_mark_outweighs_what_is_left),
        TEST(keys_must_agree),
        TEST(the_caller_may_refuse),
        TEST(a_loaded_generation_keeps_its_base),
        TEST(what_did_not_change_is_not_written_again),
        TEST(other_files_stay),
        TEST(planted_names_are_left_alone),
        TEST(a_planted_lock_is_not_used),
        TEST(a_link_to_a_directory_is_followed_if_meant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
