/* Files that were written after a commit become what they were. */
#include "ckpt/scratch.h"

#include "ckpt/notes.h"

#include <errno.h>
#include <fcntl.h>

typedef struct fixture {
    scratch *s;
    ck_store store;
    ck_notes notes;
    char file[200];
} fixture;

static void begin(fixture *f, void **state) {
    *f = (fixture){.s = *state};
    f->notes.store = &f->store;
    snprintf(f->file, sizeof f->file, "%s/file", f->s->root);
    assert_int_equal(ck_store_open(&f->store, &f->s->config), CK_OPENED);
}

static void end(fixture *f) {
    ck_notes_free(&f->notes);
    ck_store_close(&f->store);
}

static void commit(fixture *f, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        change_memory(f->s);
        assert_true(save_memory(f->s, &f->store, NULL));
        ck_notes_commit(&f->notes);
    }
}

/* As fopen does it: what is there is written over, or a new file is made. */
static void write_over(fixture *f, const char *path, const char *text) {
    bool absent = ck_notes_before(&f->notes, path, CK_REWRITES);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0);
    if (absent)
        ck_notes_created(&f->notes, file);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
}

static void append(fixture *f, const char *path, const char *text) {
    ck_notes_before(&f->notes, path, CK_GROWS);
    int file = open(path, O_WRONLY | O_APPEND);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
}

static void expect(const char *path, const char *text) {
    size_t size;
    if (!text) {
        assert_int_equal(access(path, F_OK), -1);
        return;
    }
    unsigned char *data = read_file(path, &size);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(data, text, size);
    free(data);
}

static void each_generation_has_its_own(void **state) {
    fixture f;
    begin(&f, state);
    write_over(&f, f.file, "zero");
    commit(&f, 1);
    append(&f, f.file, " one");
    append(&f, f.file, " one"); /* the first counts */
    commit(&f, 1);
    append(&f, f.file, " two");
    write_over(&f, f.file, "new");
    ck_notes_undo(&f.notes, 3);
    expect(f.file, "new");
    ck_notes_undo(&f.notes, 2);
    expect(f.file, "zero one one");
    ck_notes_undo(&f.notes, 1);
    expect(f.file, "zero");
    end(&f);
}

static void a_run_without_a_commit_is_undone(void **state) {
    fixture f;
    begin(&f, state);
    write_over(&f, f.file, "one");
    append(&f, f.file, "two");
    assert_true(ck_notes_reach_start(&f.notes));
    ck_notes_undo(&f.notes, 0);
    expect(f.file, NULL);
    assert_false(ck_notes_reach_start(&f.notes));
    end(&f);
}

static void notes_go_with_their_generation(void **state) {
    fixture f;
    begin(&f, state);
    for (unsigned i = 0; i < 9; i++) {
        write_over(&f, f.file, "text");
        assert_true(count_files(f.s->path, ".undo") <= 4);
        commit(&f, 1);
    }
    commit(&f, 3);
    assert_int_equal(count_files(f.s->path, ".undo"), 0);
    /* The first generation may be there still, as a base, but not to resume from. */
    assert_int_equal(count_files(f.s->path, ".gone"), 1);
    assert_false(ck_notes_can_undo(&f.notes, 1));
    assert_false(ck_notes_can_undo(&f.notes, 8));
    assert_true(ck_notes_can_undo(&f.notes, 9));
    ck_store_drop_notes(&f.store);
    assert_true(ck_notes_can_undo(&f.notes, 1));
    end(&f);
}

static void much_content_comes_back(void **state) {
    fixture f;
    enum { SIZE = 3 << 20 };
    begin(&f, state);
    unsigned char *data = malloc(SIZE);
    for (size_t i = 0; i < SIZE; i++)
        data[i] = (unsigned char)(i * 2654435761u >> 24);
    write_file(f.file, data, SIZE);
    commit(&f, 1);
    write_over(&f, f.file, "short");
    ck_notes_undo(&f.notes, 1);
    size_t size;
    unsigned char *now = read_file(f.file, &size);
    assert_int_equal(size, SIZE);
    assert_memory_equal(now, data, SIZE);
    free(now);
    free(data);
    end(&f);
}

/* Killed before the file was noted as made: it is empty then, and the program's. */
static void a_file_that_was_only_made_goes(void **state) {
    fixture f;
    begin(&f, state);
    commit(&f, 1);
    assert_true(ck_notes_before(&f.notes, f.file, CK_REWRITES));
    write_file(f.file, "", 0);
    ck_notes_undo(&f.notes, 1);
    expect(f.file, NULL);
    assert_true(ck_notes_before(&f.notes, f.file, CK_GROWS));
    write_file(f.file, "of others", 9);
    ck_notes_undo(&f.notes, 1);
    expect(f.file, "of others");
    end(&f);
}

/* An editor writes a new file and renames it. */
static void a_file_of_others_is_left(void **state) {
    fixture f;
    char other[200];
    begin(&f, state);
    snprintf(other, sizeof other, "%s/other", f.s->root);
    write_file(f.file, "before", 6);
    commit(&f, 1);
    write_over(&f, f.file, "after");
    write_file(other, "edited by hand", 14);
    assert_int_equal(rename(other, f.file), 0);
    ck_notes_undo(&f.notes, 1);
    expect(f.file, "edited by hand");
    assert_non_null(strstr(f.s->said, "it is not the file that was written"));
    write_over(&f, f.file, "again");
    assert_int_equal(unlink(f.file), 0);
    ck_notes_undo(&f.notes, 1);
    expect(f.file, NULL);
    write_over(&f, f.file, "made anew");
    assert_int_equal(unlink(f.file), 0);
    assert_int_equal(symlink(other, f.file), 0);
    write_file(other, "", 0);
    ck_notes_undo(&f.notes, 1);
    expect(other, "");
    end(&f);
}

/* Two names of one file: the oldest state counts. */
static void names_of_one_file_are_one(void **state) {
    fixture f;
    char link[200], relative[220];
    begin(&f, state);
    snprintf(link, sizeof link, "%s/link", f.s->root);
    snprintf(relative, sizeof relative, "%s/../%s/file", f.s->root, strrchr(f.s->root, '/') + 1);
    write_file(f.file, "0123456789", 10);
    assert_int_equal(symlink(f.file, link), 0);
    commit(&f, 1);
    write_over(&f, link, "one");
    append(&f, relative, " two");
    write_over(&f, f.file, "three");
    ck_notes_undo(&f.notes, 1);
    expect(f.file, "0123456789");
    end(&f);
}

static void devices_are_not_noted(void **state) {
    fixture f;
    begin(&f, state);
    assert_false(ck_notes_before(&f.notes, "/dev/null", CK_REWRITES));
    assert_false(ck_notes_before(&f.notes, f.s->root, CK_REWRITES));
    assert_true(ck_notes_before(&f.notes, "/no/such/folder/file", CK_REWRITES));
    assert_int_equal(count_files(f.s->path, ".undo"), 0);
    assert_string_equal(f.s->said, "");
    end(&f);
}

/* A kill while a note is written cuts it short; damage is told. */
static void what_is_not_whole_is_not_used(void **state) {
    fixture f;
    char undo[400];
    begin(&f, state);
    write_file(f.file, "abc", 3);
    commit(&f, 1);
    write_over(&f, f.file, "xyz");
    snprintf(undo, sizeof undo, "%s/%s-0000000001.undo", f.s->path, f.store.prefix);
    size_t whole;
    unsigned char *data = read_file(undo, &whole);
    for (size_t size = 0; size <= whole; size++) {
        write_file(undo, data, size);
        chmod(undo, 0600);
        ck_notes_undo(&f.notes, 1);
        expect(f.file, size < whole ? "xyz" : "abc");
        assert_string_equal(f.s->said, "");
    }
    for (size_t at = 0; at < whole; at += 3) {
        data[at] ^= 16;
        write_file(f.file, "xyz", 3);
        write_file(undo, data, whole);
        chmod(undo, 0600);
        ck_notes_undo(&f.notes, 1);
        expect(f.file, "xyz");
        data[at] ^= 16;
    }
    assert_non_null(strstr(f.s->said, "damaged: files may differ"));
    free(data);
    end(&f);
}

/* Notes hold contents of files: they are as private as the rest, and told by the key. */
static void notes_are_private(void **state) {
    fixture f;
    char undo[400], victim[200];
    struct stat info;
    begin(&f, state);
    f.store.config.key = ck_key_from_text("one");
    write_file(f.file, "abc", 3);
    commit(&f, 1);
    write_over(&f, f.file, "xyz");
    snprintf(undo, sizeof undo, "%s/%s-0000000001.undo", f.s->path, f.store.prefix);
    assert_int_equal(stat(undo, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    f.store.config.key = ck_key_from_text("two");
    ck_notes_undo(&f.notes, 1);
    expect(f.file, "xyz");
    snprintf(victim, sizeof victim, "%s/victim", f.s->root);
    write_file(victim, "mine", 4);
    assert_int_equal(chmod(victim, 0600), 0);
    assert_int_equal(link(victim, undo), 0);
    commit(&f, 1);
    snprintf(undo, sizeof undo, "%s/%s-0000000002.undo", f.s->path, f.store.prefix);
    assert_int_equal(link(victim, undo), 0);
    write_over(&f, f.file, "uvw");
    assert_non_null(strstr(f.s->said, "cannot be kept"));
    expect(victim, "mine");
    end(&f);
}

/* ---- names ---- */

static void path_in(const fixture *f, char out[200], const char *name) {
    snprintf(out, 200, "%s/%s", f->s->root, name);
}

static void removed_and_renamed_files_come_back(void **state) {
    fixture f;
    char other[200], third[200];
    struct stat info;
    begin(&f, state);
    path_in(&f, other, "other");
    path_in(&f, third, "third");
    write_file(f.file, "first", 5);
    write_file(other, "second", 6);
    chmod(other, 0640);
    commit(&f, 1);
    append(&f, f.file, " more");
    ck_notes_renaming(&f.notes, f.file, other);
    assert_int_equal(rename(f.file, other), 0);
    write_over(&f, f.file, "made after");
    ck_notes_renaming(&f.notes, f.file, third);
    assert_int_equal(rename(f.file, third), 0);
    ck_notes_removing(&f.notes, other);
    assert_int_equal(unlink(other), 0);
    write_over(&f, other, "again");
    ck_notes_undo(&f.notes, 1);
    expect(f.file, "first");
    expect(other, "second");
    expect(third, NULL);
    assert_int_equal(stat(other, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_string_equal(f.s->said, "");
    end(&f);
}

/* What was not done after all has nothing to undo. */
static void a_note_without_its_change_does_nothing(void **state) {
    fixture f;
    char other[200];
    begin(&f, state);
    path_in(&f, other, "other");
    write_file(f.file, "first", 5);
    write_file(other, "second", 6);
    commit(&f, 1);
    ck_notes_renaming(&f.notes, f.file, other);
    ck_notes_removing(&f.notes, f.file);
    ck_notes_making_directory(&f.notes, other);
    ck_notes_undo(&f.notes, 1);
    expect(f.file, "first");
    expect(other, "second");
    assert_string_equal(f.s->said, "");
    end(&f);
}

/* Killed while it is undone, it is undone again, from wherever that has left the files. */
static void undoing_twice_is_undoing_once(void **state) {
    fixture f;
    char undo[400], other[200];
    size_t size;
    begin(&f, state);
    path_in(&f, other, "other");
    write_file(f.file, "0123456789", 10);
    commit(&f, 1);
    write_over(&f, f.file, "xyz");
    ck_notes_removing(&f.notes, f.file);
    assert_int_equal(unlink(f.file), 0);
    write_over(&f, other, "new");
    snprintf(undo, sizeof undo, "%s/%s-0000000001.undo", f.s->path, f.store.prefix);
    unsigned char *data = read_file(undo, &size);
    ck_notes_undo(&f.notes, 1);
    expect(f.file, "0123456789");
    expect(other, NULL);
    assert_int_equal(truncate(f.file, 0), 0); /* it was just made, and nothing more */
    write_file(undo, data, size);
    chmod(undo, 0600);
    ck_notes_undo(&f.notes, 1);
    expect(f.file, "0123456789");
    assert_string_equal(f.s->said, "");
    free(data);
    end(&f);
}

static void what_is_in_the_way_is_left(void **state) {
    fixture f;
    char other[200];
    begin(&f, state);
    path_in(&f, other, "other");
    write_file(f.file, "first", 5);
    commit(&f, 1);
    ck_notes_renaming(&f.notes, f.file, other);
    assert_int_equal(rename(f.file, other), 0);
    write_file(f.file, "of others", 9);
    ck_notes_undo(&f.notes, 1);
    expect(f.file, "of others");
    expect(other, "first");
    assert_non_null(strstr(f.s->said, "it is in the way of a file that was renamed"));
    end(&f);
}

static void directories_and_links_come_back(void **state) {
    fixture f;
    char made[200], gone[200], inside[260], link[200], to[8] = "";
    struct stat info;
    begin(&f, state);
    path_in(&f, made, "made");
    path_in(&f, gone, "gone");
    path_in(&f, link, "soft");
    assert_int_equal(mkdir(gone, 0750), 0);
    assert_int_equal(symlink("here", link), 0);
    commit(&f, 1);
    ck_notes_making_directory(&f.notes, made);
    assert_int_equal(mkdir(made, 0700), 0);
    snprintf(inside, sizeof inside, "%s/inside", made);
    write_over(&f, inside, "text");
    ck_notes_removing(&f.notes, gone);
    assert_int_equal(rmdir(gone), 0);
    ck_notes_removing(&f.notes, link);
    assert_int_equal(unlink(link), 0);
    ck_notes_making_link(&f.notes, link);
    assert_int_equal(symlink("there", link), 0);
    ck_notes_undo(&f.notes, 1);
    assert_int_equal(access(made, F_OK), -1);
    assert_int_equal(stat(gone, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0750);
    assert_int_equal(readlink(link, to, sizeof to), 4);
    assert_memory_equal(to, "here", 4);
    assert_string_equal(f.s->said, "");
    unlink(link);
    rmdir(gone);
    end(&f);
}

static void pieces_that_are_written_over_come_back(void **state) {
    fixture f;
    enum { SIZE = 5 * CK_KEPT + 100 };
    begin(&f, state);
    unsigned char *data = malloc(SIZE);
    for (size_t i = 0; i < SIZE; i++)
        data[i] = (unsigned char)(i * 2654435761u >> 24);
    write_file(f.file, data, SIZE);
    commit(&f, 1);
    int file = open(f.file, O_RDWR);
    for (off_t at = 0; at < SIZE + 3000; at += CK_KEPT / 2 + 777) {
        ck_notes_writing(&f.notes, file, at, 3);
        assert_int_equal(pwrite(file, "new", 3, at), 3);
    }
    ck_notes_resizing(&f.notes, file, 2 * CK_KEPT + 5);
    assert_int_equal(ftruncate(file, 2 * CK_KEPT + 5), 0);
    close(file);
    ck_notes_undo(&f.notes, 1);
    size_t size;
    unsigned char *now = read_file(f.file, &size);
    assert_int_equal(size, SIZE);
    assert_memory_equal(now, data, SIZE);
    free(now);
    free(data);
    end(&f);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scratch_setup, scratch_teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(each_generation_has_its_own),         TEST(a_run_without_a_commit_is_undone),
        TEST(notes_go_with_their_generation),      TEST(much_content_comes_back),
        TEST(a_file_that_was_only_made_goes),      TEST(a_file_of_others_is_left),
        TEST(names_of_one_file_are_one),           TEST(devices_are_not_noted),
        TEST(what_is_not_whole_is_not_used),       TEST(notes_are_private),
        TEST(removed_and_renamed_files_come_back), TEST(a_note_without_its_change_does_nothing),
        TEST(undoing_twice_is_undoing_once),       TEST(what_is_in_the_way_is_left),
        TEST(directories_and_links_come_back),     TEST(pieces_that_are_written_over_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
