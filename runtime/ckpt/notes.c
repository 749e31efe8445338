/* Writing notes: what files are before the program changes them. */
#include "notes_file.h"

#include "buffer.h"
#include "descriptors.h"
#include "private.h"
#include "quiet.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

ck_notes *ck_notes_active;

void note_say(const ck_notes *notes, const char *path, const char *what) {
    char text[PATH_MAX + 256];
    snprintf(text, sizeof text, "%s: %s", path, what);
    notes->store->config.voice.say(notes->store->config.voice.user, text);
}

static void tell_failure(ck_notes *notes, const char *path) {
    if (!notes->fails)
        note_say(notes, path,
                 "what it holds cannot be kept, so it may differ if the program is killed before "
                 "the next save");
    notes->fails = true;
}

static uint64_t newest_good(const ck_store *store) {
    for (size_t i = store->count; i-- > 0;)
        if (store->generations[i].good)
            return store->generations[i].number;
    return 0;
}

/* ---- what was noted already ---- */

static size_t slot_of(const ck_notes *notes, uint64_t device, uint64_t inode) {
    uint64_t hash = (inode ^ device << 40) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(hash >> 20) & (notes->index_size - 1);
}

static ck_seen *find_seen(const ck_notes *notes, const struct stat *info) {
    if (!notes->index_size)
        return NULL;
    size_t at = slot_of(notes, info->st_dev, info->st_ino);
    for (; notes->index[at]; at = (at + 1) & (notes->index_size - 1)) {
        ck_seen *seen = &notes->seen[notes->index[at] - 1];
        if (seen->device == info->st_dev && seen->inode == info->st_ino)
            return seen;
    }
    return NULL;
}

static void enter(ck_notes *notes, size_t number) {
    const ck_seen *seen = &notes->seen[number];
    size_t at = slot_of(notes, seen->device, seen->inode);
    while (notes->index[at])
        at = (at + 1) & (notes->index_size - 1);
    notes->index[at] = (uint32_t)number + 1;
}

static bool grow_index(ck_notes *notes) {
    size_t size = notes->index_size ? 2 * notes->index_size : 64;
    uint32_t *index = calloc(size, sizeof *index);
    if (!index)
        return false;
    free(notes->index);
    notes->index = index;
    notes->index_size = size;
    for (size_t i = 0; i < notes->seen_count; i++)
        enter(notes, i);
    return true;
}

/* The file's entry, as it is if there is none yet. NULL if memory is out: the same is noted again.
 */
static ck_seen *add_seen(ck_notes *notes, const struct stat *info) {
    ck_seen *seen = find_seen(notes, info);
    if (!seen) {
        if (!ck_array_reserve(&notes->seen, &notes->seen_room, notes->seen_count + 1,
                              sizeof *notes->seen) ||
            (2 * (notes->seen_count + 1) > notes->index_size && !grow_index(notes)))
            return NULL;
        seen = &notes->seen[notes->seen_count++];
        *seen = (ck_seen){.device = info->st_dev, .inode = info->st_ino};
        enter(notes, notes->seen_count - 1);
    }
    free(seen->kept);
    *seen =
        (ck_seen){.device = info->st_dev, .inode = info->st_ino, .size = (uint64_t)info->st_size};
    return seen;
}

void note_forget_all(ck_notes *notes) {
    for (size_t i = 0; i < notes->seen_count; i++)
        free(notes->seen[i].kept);
    if (notes->index_size)
        memset(notes->index, 0, notes->index_size * sizeof *notes->index);
    notes->seen_count = 0;
    if (notes->is_open)
        ck_fd_close_aside(notes->file);
    notes->is_open = false;
}

/* ---- writing ---- */

int note_open(const ck_store *store, uint64_t generation) {
    const char *why;
    char name[CK_NAME_SIZE];
    ck_store_name(store, generation, CK_NOTES, name);
    return ck_private_open(store->config.io, store->dir, name, O_WRONLY | O_CREAT | O_APPEND, &why);
}

bool note_append(const ck_store *store, int file, uint64_t generation, note head, const char *path,
                 const void *content) {
    head.generation = generation;
    head.path_size = strlen(path) + 1;
    size_t size = note_size(&head);
    note *n = calloc(1, size);
    if (!n)
        return false;
    *n = head;
    memcpy(n + 1, path, head.path_size);
    if (head.content_size)
        memcpy((char *)(n + 1) + note_padded(head.path_size), content, head.content_size);
    n->hash = ck_seal(&store->config.key, CK_USE_NOTE, n, size);
    bool done = ck_write_all(store->config.io, file, n, size);
    free(n);
    return done;
}

static bool write_note(ck_notes *notes, note head, const char *path, const void *content) {
    ck_quiet quiet = ck_quiet_begin();
    notes->any = true;
    if (!notes->is_open) {
        notes->file = ck_fd_aside(note_open(notes->store, newest_good(notes->store)));
        notes->is_open = notes->file >= 0;
    }
    bool done = notes->is_open && note_append(notes->store, notes->file, newest_good(notes->store),
                                              head, path, content);
    ck_quiet_end(&quiet);
    return done;
}

bool ck_path_of(int file, char out[PATH_MAX]) {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, out, PATH_MAX - 1);
    out[size > 0 ? size : 0] = 0;
    return size > 0 && size < PATH_MAX - 1 && out[0] == '/';
}

static int open_path(const char *path, int flags) {
    return open(path, O_PATH | O_CLOEXEC | flags);
}

/* The path of what is at `path` itself, where that is a link, too. False if its directory is not
 * there: then neither is what the program is about to do. */
static bool full_path(const char *path, char out[PATH_MAX]) {
    char folder[PATH_MAX], real[PATH_MAX];
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    size_t start = length;
    while (start && path[start - 1] != '/')
        start--;
    if (!length || length >= PATH_MAX)
        return false;
    snprintf(folder, sizeof folder, "%.*s", start ? (int)start : 1, start ? path : ".");
    int at = open_path(folder, O_DIRECTORY);
    bool there = at >= 0 && ck_path_of(at, real);
    ck_close(&ck_io_system, at);
    int size = there ? snprintf(out, PATH_MAX, "%s/%.*s", real[1] ? real : "",
                                (int)(length - start), path + start)
                     : 0;
    return size > 0 && size < PATH_MAX;
}

/* ---- what a file holds ---- */

/* The entry of an open file, which is noted with its size if it was not yet. NULL on failure, or if
 * there is nothing to note: what has no name any more is saved with what is open. */
static ck_seen *see_file(ck_notes *notes, int at, const struct stat *info, bool *done) {
    char path[PATH_MAX];
    ck_seen *seen = find_seen(notes, info);
    *done = true;
    if ((seen && !seen->gone) || !info->st_nlink)
        return info->st_nlink ? seen : NULL;
    *done = ck_path_of(at, path) && write_note(notes, note_of(NOTE_SIZE, info), path, NULL);
    return *done ? add_seen(notes, info) : NULL;
}

static bool is_kept(const ck_seen *seen, uint64_t at) {
    return seen->kept && seen->kept[at / CK_KEPT / 8] >> (at / CK_KEPT % 8) & 1;
}

static void mark_kept(ck_seen *seen, uint64_t from, uint64_t to) {
    if (!seen->kept)
        seen->kept = calloc(1, (size_t)(seen->size / CK_KEPT / 8 + 1));
    for (; seen->kept && from < to; from += CK_KEPT)
        seen->kept[from / CK_KEPT / 8] |= (unsigned char)(1 << (from / CK_KEPT % 8));
}

/* Pieces of the file that hold bytes of [from, to), and were not kept yet. */
static bool keep_range(ck_notes *notes, ck_seen *seen, int at, note head, uint64_t from,
                       uint64_t to) {
    char path[PATH_MAX], *data = NULL;
    int file = -1;
    bool done = true;
    to = to < seen->size ? to : seen->size;
    head.kind = NOTE_PIECE;
    for (from -= from % CK_KEPT; done && from < to; from += CK_KEPT) {
        uint64_t end = from;
        while (end < to && end - from < PIECE && !is_kept(seen, end))
            end += CK_KEPT;
        if (end == from)
            continue;
        if (!data)
            done =
                (data = malloc(PIECE)) && (file = ck_open_again(at)) >= 0 && ck_path_of(at, path);
        ssize_t got = done ? ck_read_at(file, data, end - from, (off_t)from) : -1;
        head.from = from;
        head.content_size = got > 0 ? (uint64_t)got : 0;
        done = got >= 0 && (!got || write_note(notes, head, path, data));
        if (done)
            mark_kept(seen, from, end);
        from = end - CK_KEPT;
    }
    ck_close(&ck_io_system, file);
    free(data);
    return done;
}

static bool keep_open(ck_notes *notes, int at, const struct stat *info, uint64_t from,
                      uint64_t to) {
    bool done;
    ck_seen *seen = see_file(notes, at, info, &done);
    return !seen || seen->created
               ? done
               : keep_range(notes, seen, at, note_of(NOTE_PIECE, info), from, to);
}

/* The directory is there, the file is not. A link that leads nowhere is noted when the file is. */
static bool note_absence(ck_notes *notes, const char *path) {
    char full[PATH_MAX];
    struct stat info;
    if (!lstat(path, &info) || !full_path(path, full))
        return true;
    return write_note(notes, (note){.kind = NOTE_ABSENT}, full, NULL);
}

bool ck_notes_before(ck_notes *notes, const char *path, ck_change change) {
    struct stat info;
    if (strlen(path) >= PATH_MAX)
        return false;
    int at = open_path(path, 0);
    bool absent = at < 0 && errno == ENOENT, done = true;
    if (absent)
        done = note_absence(notes, path);
    else if (at >= 0 && !fstat(at, &info) && S_ISREG(info.st_mode))
        done = keep_open(notes, at, &info, 0, change == CK_GROWS ? 0 : UINT64_MAX);
    ck_close(&ck_io_system, at);
    if (!done)
        tell_failure(notes, path);
    return absent;
}

void ck_notes_created(ck_notes *notes, int file) {
    struct stat info;
    char path[PATH_MAX];
    if (fstat(file, &info) || !S_ISREG(info.st_mode) || !ck_path_of(file, path))
        return;
    if (!write_note(notes, note_of(NOTE_CREATED, &info), path, NULL)) {
        tell_failure(notes, path);
        return;
    }
    ck_seen *seen = add_seen(notes, &info);
    if (seen)
        seen->created = true;
}

static void keep_descriptor(ck_notes *notes, int file, uint64_t from, uint64_t to) {
    struct stat info;
    if (!fstat(file, &info) && S_ISREG(info.st_mode) && !keep_open(notes, file, &info, from, to))
        tell_failure(notes, "an open file");
}

void ck_notes_writing(ck_notes *notes, int file, off_t from, uint64_t size) {
    keep_descriptor(notes, file, (uint64_t)from, (uint64_t)from + size);
}

void ck_notes_resizing(ck_notes *notes, int file, off_t size) {
    keep_descriptor(notes, file, (uint64_t)size, UINT64_MAX);
}

/* ---- names ---- */

/* All that a file holds, before one of its names goes. What was made since the last commit is not
 * needed. */
static bool note_file_gone(ck_notes *notes, const char *path, const struct stat *info,
                           const char *full) {
    int at = open_path(path, O_NOFOLLOW);
    ck_seen *seen = find_seen(notes, info);
    bool made = seen && seen->created && !seen->gone, done = at >= 0;
    note n = note_of(NOTE_REMOVED, info);
    n.from = info->st_nlink;
    if (done && !made)
        done = keep_open(notes, at, info, 0, UINT64_MAX) && write_note(notes, n, full, NULL);
    ck_close(&ck_io_system, at);
    seen = find_seen(notes, info);
    if (seen && info->st_nlink == 1)
        seen->gone = true;
    return done;
}

static bool note_link_gone(ck_notes *notes, const char *path, const char *full) {
    char to[PATH_MAX];
    ssize_t size = readlink(path, to, sizeof to);
    return size > 0 &&
           write_note(notes, (note){.kind = NOTE_LINK_GONE, .content_size = (uint64_t)size}, full,
                      to);
}

void ck_notes_removing(ck_notes *notes, const char *path) {
    struct stat info;
    char full[PATH_MAX];
    bool done = true;
    if (lstat(path, &info) || !full_path(path, full))
        return;
    if (S_ISREG(info.st_mode))
        done = note_file_gone(notes, path, &info, full);
    else if (S_ISLNK(info.st_mode))
        done = note_link_gone(notes, path, full);
    else if (S_ISDIR(info.st_mode))
        done = write_note(notes, note_of(NOTE_DIRECTORY_GONE, &info), full, NULL);
    if (!done)
        tell_failure(notes, path);
}

void ck_notes_renaming(ck_notes *notes, const char *from, const char *to) {
    struct stat info, other;
    char full[PATH_MAX], old[PATH_MAX];
    if (lstat(from, &info) || !full_path(from, old) || !full_path(to, full))
        return;
    if (!lstat(to, &other)) {
        if (other.st_dev == info.st_dev && other.st_ino == info.st_ino)
            return;
        ck_notes_removing(notes, to);
    }
    note n = note_of(NOTE_RENAMED, &info);
    n.content_size = strlen(old) + 1;
    if (!write_note(notes, n, full, old))
        tell_failure(notes, to);
}

void ck_notes_linking(ck_notes *notes, const char *from, const char *to) {
    struct stat info, other;
    char full[PATH_MAX];
    if (!lstat(from, &info) && lstat(to, &other) && full_path(to, full) &&
        !write_note(notes, note_of(NOTE_CREATED, &info), full, NULL))
        tell_failure(notes, to);
}

static void note_new_name(ck_notes *notes, const char *path, note_kind kind) {
    struct stat info;
    char full[PATH_MAX];
    if (lstat(path, &info) && full_path(path, full) &&
        !write_note(notes, (note){.kind = kind}, full, NULL))
        tell_failure(notes, path);
}

void ck_notes_making_directory(ck_notes *notes, const char *path) {
    note_new_name(notes, path, NOTE_DIRECTORY_MADE);
}

void ck_notes_making_link(ck_notes *notes, const char *path) {
    note_new_name(notes, path, NOTE_LINK_MADE);
}

void ck_notes_changing_mode(ck_notes *notes, const char *path) {
    struct stat info;
    char full[PATH_MAX];
    int at = open_path(path, 0);
    bool done = at < 0 || fstat(at, &info) || !ck_path_of(at, full) ||
                write_note(notes, note_of(NOTE_MODE, &info), full, NULL);
    ck_close(&ck_io_system, at);
    if (!done)
        tell_failure(notes, path);
}

void ck_notes_free(ck_notes *notes) {
    note_forget_all(notes);
    free(notes->seen);
    free(notes->index);
    *notes = (ck_notes){.store = notes->store};
}
