/* Undoing notes: files become what they were at a commit. Each step leaves the files and the notes
 * such that a kill in between is mended by doing it again. */
#include "notes_file.h"

#include "buffer.h"
#include "private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file that was removed comes back with another inode than notes of it have. */
typedef struct alias {
    uint64_t old_device, old_inode, device, inode;
} alias;

typedef struct undoing {
    ck_notes *notes;
    alias *aliases;
    size_t count, room;
} undoing;

static bool is_same(const undoing *u, const struct stat *info, const note *n) {
    if (info->st_dev == n->device && info->st_ino == n->inode)
        return true;
    for (size_t i = u->count; i-- > 0;)
        if (u->aliases[i].old_device == n->device && u->aliases[i].old_inode == n->inode)
            return info->st_dev == u->aliases[i].device && info->st_ino == u->aliases[i].inode;
    return false;
}

static bool is_the_file(const undoing *u, const struct stat *info, const note *n) {
    return S_ISREG(info->st_mode) && is_same(u, info, n);
}

/* ---- one note ---- */

/* Killed between the file's creation and the note of it, the program left it empty. */
static void undo_creation(const undoing *u, const note *n) {
    struct stat info;
    const char *path = note_path(n);
    if (lstat(path, &info))
        return;
    bool empty = S_ISREG(info.st_mode) && info.st_size == 0 && info.st_uid == geteuid();
    if (n->kind == NOTE_CREATED ? is_same(u, &info, n) && !S_ISDIR(info.st_mode) : empty)
        unlink(path);
}

static void put_time(int file, const note *n) {
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {n->seconds, n->nanoseconds}};
    futimens(file, times);
}

static bool put_size(int file, const struct stat *info, const note *n) {
    bool done = (uint64_t)info->st_size <= n->size || !ftruncate(file, (off_t)n->size);
    put_time(file, n);
    return done;
}

/* To be written to, even if its owner may not: the program had it open, or will. */
static int open_to_mend(const char *path) {
    struct stat info;
    enum { FLAGS = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC };
    int file = open(path, FLAGS);
    if (file >= 0 || errno != EACCES || lstat(path, &info) || !S_ISREG(info.st_mode) ||
        info.st_uid != geteuid() || chmod(path, info.st_mode | S_IWUSR))
        return file;
    file = open(path, FLAGS);
    chmod(path, info.st_mode & 07777);
    return file;
}

/* A file that the user has removed stays removed. */
static void undo_change(const undoing *u, const note *n) {
    struct stat info;
    const char *path = note_path(n);
    int file = open_to_mend(path);
    if (file < 0 && errno == ENOENT)
        return;
    if (file < 0 || fstat(file, &info) || !is_the_file(u, &info, n))
        note_say(u->notes, path, "it is not the file that was written, and is left as it is");
    else if (n->kind == NOTE_PIECE
                 ? !ck_write_at(file, note_content(n), n->content_size, (off_t)n->from)
                 : !put_size(file, &info, n))
        note_say(u->notes, path, strerror(errno));
    ck_close(&ck_io_system, file);
}

typedef struct telling {
    const ck_store *store;
    const note *n;
} telling;

static bool append_alias(void *user, const char *name) {
    const telling *t = user;
    uint64_t generation;
    if (!ck_store_is_name(t->store, name, CK_NOTES, &generation))
        return true;
    int file = note_open(t->store, generation);
    if (file >= 0)
        note_append(t->store, file, generation, *t->n, "/", NULL);
    ck_close(t->store->config.io, file);
    return true;
}

static bool add_alias(undoing *u, const note *n) {
    if (!ck_array_reserve(&u->aliases, &u->room, u->count + 1, sizeof *u->aliases))
        return false;
    u->aliases[u->count++] = (alias){n->size, n->from, n->device, n->inode};
    return true;
}

/* All notes that are left may speak of the file. */
static void tell_alias(undoing *u, const note *n, const struct stat *info) {
    const ck_store *store = u->notes->store;
    note told = note_of(NOTE_ALIAS, info);
    told.size = n->device;
    told.from = n->inode;
    add_alias(u, &told);
    store->config.io->list(store->config.io, store->dir, append_alias, &(telling){store, &told});
}

/* A file that had several names may have another one in the same directory. */
static bool link_again(const undoing *u, const note *n) {
    const char *path = note_path(n), *slash = strrchr(path, '/');
    char other[PATH_MAX + NAME_MAX + 2];
    struct stat info;
    bool done = false;
    snprintf(other, sizeof other, "%.*s", (int)(slash - path + 1), path);
    DIR *folder = opendir(other);
    size_t length = strlen(other);
    for (struct dirent *e; folder && !done && (e = readdir(folder));) {
        snprintf(other + length, sizeof other - length, "%s", e->d_name);
        done = !lstat(other, &info) && is_the_file(u, &info, n) && !link(other, path);
    }
    if (folder)
        closedir(folder);
    return done;
}

/* What its pieces fill. One that is empty was made here, before a kill. */
static void undo_removal(undoing *u, const note *n) {
    struct stat info;
    const char *path = note_path(n);
    bool there = !lstat(path, &info);
    if (there && is_the_file(u, &info, n))
        return;
    if (there && (!S_ISREG(info.st_mode) || info.st_size || info.st_uid != geteuid())) {
        note_say(u->notes, path, "it is not the file that was removed, and is left as it is");
        return;
    }
    if (!there && n->from > 1 && link_again(u, n))
        return;
    int file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0 || fstat(file, &info))
        note_say(u->notes, path, strerror(errno));
    else
        tell_alias(u, n, &info);
    if (file >= 0) {
        fchmod(file, (mode_t)n->mode);
        if (ftruncate(file, (off_t)n->size)) /* where no piece is, there was a hole */
            note_say(u->notes, path, strerror(errno));
        put_time(file, n);
    }
    ck_close(&ck_io_system, file);
}

static void undo_renaming(const undoing *u, const note *n) {
    struct stat info, other;
    const char *now = note_path(n), *before = note_content(n);
    if (lstat(now, &info) || !is_same(u, &info, n))
        return; /* it was not renamed, or is gone since */
    if (!lstat(before, &other))
        note_say(u->notes, before, "it is in the way of a file that was renamed, and is left");
    else if (rename(now, before))
        note_say(u->notes, before, strerror(errno));
}

static void undo_directory(const undoing *u, const note *n) {
    const char *path = note_path(n);
    bool made = n->kind == NOTE_DIRECTORY_MADE;
    if (made ? rmdir(path) && errno != ENOENT : mkdir(path, S_IRWXU) && errno != EEXIST)
        note_say(u->notes, path, strerror(errno));
    else if (!made)
        chmod(path, (mode_t)n->mode);
}

static void undo_link(const undoing *u, const note *n) {
    struct stat info;
    char to[PATH_MAX];
    const char *path = note_path(n);
    if (n->kind == NOTE_LINK_MADE) {
        if (!lstat(path, &info) && S_ISLNK(info.st_mode))
            unlink(path);
        return;
    }
    snprintf(to, sizeof to, "%.*s", (int)n->content_size, note_content(n));
    if (symlink(to, path) && errno != EEXIST)
        note_say(u->notes, path, strerror(errno));
}

static void undo_mode(const undoing *u, const note *n) {
    struct stat info;
    if (!stat(note_path(n), &info) && is_same(u, &info, n))
        chmod(note_path(n), (mode_t)n->mode);
}

static void undo_note(undoing *u, const note *n) {
    switch ((note_kind)n->kind) {
    case NOTE_ABSENT:
    case NOTE_CREATED:
        undo_creation(u, n);
        break;
    case NOTE_SIZE:
    case NOTE_PIECE:
        undo_change(u, n);
        break;
    case NOTE_REMOVED:
        undo_removal(u, n);
        break;
    case NOTE_RENAMED:
        undo_renaming(u, n);
        break;
    case NOTE_DIRECTORY_MADE:
    case NOTE_DIRECTORY_GONE:
        undo_directory(u, n);
        break;
    case NOTE_LINK_MADE:
    case NOTE_LINK_GONE:
        undo_link(u, n);
        break;
    case NOTE_MODE:
        undo_mode(u, n);
        break;
    case NOTE_ALIAS:
        add_alias(u, n);
        break;
    case NOTE_KIND_END:
        break;
    }
}

/* ---- a file of notes ---- */

/* Whether there is a whole note, by its lengths. */
static bool fits(const note *n, size_t left) {
    return left >= sizeof *n && n->path_size && n->path_size <= PATH_MAX &&
           n->content_size <= PIECE && note_size(n) <= left;
}

static bool is_sound(const ck_notes *notes, note *n, uint64_t generation) {
    uint64_t hash = n->hash;
    n->hash = 0;
    bool same = ck_seal(&notes->store->config.key, CK_USE_NOTE, n, note_size(n)) == hash;
    n->hash = hash;
    bool names =
        n->kind != NOTE_RENAMED || (n->content_size && !note_content(n)[n->content_size - 1]);
    return same && n->generation == generation && n->kind && n->kind < NOTE_KIND_END && names &&
           !note_path(n)[n->path_size - 1] && note_path(n)[0] == '/' &&
           (n->kind == NOTE_ALIAS || (n->size <= INT64_MAX && n->from <= INT64_MAX - PIECE));
}

/* The starts of the notes that are whole. The last one may be cut short by a kill: what it was to
 * precede did not happen then. */
static size_t *find_notes(ck_notes *notes, char *data, size_t size, uint64_t generation,
                          size_t *count) {
    size_t *starts = malloc((size / sizeof(note) + 1) * sizeof *starts), at = 0;
    *count = 0;
    while (starts && at < size) {
        note *n = (note *)(data + at);
        if (!fits(n, size - at))
            break;
        if (!is_sound(notes, n, generation)) {
            note_say(notes, "notes of what files held", "damaged: files may differ");
            break;
        }
        starts[(*count)++] = at;
        at += note_size(n);
    }
    return starts;
}

static void undo_file(undoing *u, const char *name, uint64_t generation) {
    const ck_store *store = u->notes->store;
    const char *why;
    size_t size = 0, count;
    char *data = ck_private_read(store->config.io, store->dir, name, &size, &why);
    if (!data) {
        note_say(u->notes, name, why);
        return;
    }
    size_t *starts = find_notes(u->notes, data, size, generation, &count);
    for (size_t i = count; starts && i-- > 0;)
        undo_note(u, (const note *)(data + starts[i]));
    free(starts);
    free(data);
}

/* ---- all files of notes ---- */

/* The newest file of its kind in the store, among those of generations from least to most. */
typedef struct search {
    const ck_store *store;
    const char *suffix;
    uint64_t least, most, found;
    bool any;
} search;

static bool visit(void *user, const char *name) {
    search *s = user;
    uint64_t generation;
    if (ck_store_is_name(s->store, name, s->suffix, &generation) && generation >= s->least &&
        generation <= s->most && (!s->any || generation > s->found)) {
        s->found = generation;
        s->any = true;
    }
    return true;
}

static bool find_newest(const ck_store *store, const char *suffix, uint64_t least, uint64_t most,
                        uint64_t *found) {
    search s = {.store = store, .suffix = suffix, .least = least, .most = most};
    store->config.io->list(store->config.io, store->dir, visit, &s);
    *found = s.found;
    return s.any;
}

bool ck_notes_can_undo(const ck_notes *notes, uint64_t generation) {
    uint64_t gone;
    return !find_newest(notes->store, CK_NOTES_GONE, generation, UINT64_MAX, &gone);
}

/* A file of notes goes once they are undone: killed before that, they are undone again, to the same
 * effect. */
void ck_notes_undo(ck_notes *notes, uint64_t generation) {
    const ck_store *store = notes->store;
    undoing u = {.notes = notes};
    char name[CK_NAME_SIZE];
    uint64_t newest;
    notes->any = true;
    note_forget_all(notes);
    while (find_newest(store, CK_NOTES, generation, UINT64_MAX, &newest)) {
        ck_store_name(store, newest, CK_NOTES, name);
        undo_file(&u, name, newest);
        if (!ck_private_remove(store->config.io, store->dir, name))
            break;
    }
    free(u.aliases);
}

bool ck_notes_reach_start(const ck_notes *notes) {
    char name[CK_NAME_SIZE];
    struct stat info;
    ck_store_name(notes->store, 0, CK_NOTES, name);
    return !notes->store->config.io->lstat(notes->store->config.io, notes->store->dir, name, &info);
}

/* The oldest of the generations that are kept to resume from; others may be kept as their bases. */
static uint64_t oldest_needed(const ck_store *store) {
    uint64_t oldest = 0;
    unsigned left = store->config.keep;
    for (size_t i = store->count; i-- > 0 && left;)
        if (store->generations[i].good) {
            oldest = store->generations[i].number;
            left--;
        }
    return oldest;
}

typedef struct dropping {
    const ck_store *store;
    uint64_t last; /* to be dropped */
} dropping;

static bool drop_old(void *user, const char *name) {
    const dropping *d = user;
    uint64_t generation;
    bool old = ck_store_is_name(d->store, name, CK_NOTES, &generation) && generation <= d->last;
    bool older =
        ck_store_is_name(d->store, name, CK_NOTES_GONE, &generation) && generation < d->last;
    if (old || older)
        ck_private_remove(d->store->config.io, d->store->dir, name);
    return true;
}

/* That they are gone is marked first: a base of a generation may be as old as they are, and must
 * not be resumed from without them. */
void ck_notes_commit(ck_notes *notes) {
    const ck_store *store = notes->store;
    const ck_io *io = store->config.io;
    dropping d = {.store = store};
    char name[CK_NAME_SIZE];
    uint64_t oldest = oldest_needed(store);
    note_forget_all(notes);
    notes->fails = false;
    if (!notes->any || !oldest || !find_newest(store, CK_NOTES, 0, oldest - 1, &d.last))
        return;
    ck_store_name(store, d.last, CK_NOTES_GONE, name);
    int mark = ck_private_create(io, store->dir, name);
    if (mark < 0 && errno != EEXIST)
        return;
    ck_close(io, mark);
    io->list(io, store->dir, drop_old, &d);
}
