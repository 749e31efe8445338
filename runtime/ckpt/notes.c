#include "notes.h"

#include "buffer.h"
#include "private.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum note_kind {
    NOTE_ABSENT = 1, /* there was no such file */
    NOTE_CREATED,    /* and this is the one that was made */
    NOTE_SIZE,       /* the file had this size */
    NOTE_PIECE,      /* and these bytes at `from` */
    NOTE_KIND_END
} note_kind;

/* Followed by the path, with its zero, and the bytes of a piece, each padded to 8. */
typedef struct note {
    uint64_t kind, generation;
    uint64_t device, inode;
    uint64_t size, from;
    uint64_t path_size, content_size;
    uint64_t hash; /* of all of the note, with this as zero */
} note;

enum { PIECE = 1 << 20 };

static size_t padded(uint64_t size) {
    return (size_t)((size + 7) & ~UINT64_C(7));
}

static const char *path_of(const note *n) {
    return (const char *)(n + 1);
}

static const char *content_of(const note *n) {
    return path_of(n) + padded(n->path_size);
}

static size_t whole_size(const note *n) {
    return sizeof *n + padded(n->path_size) + padded(n->content_size);
}

static void say(const ck_notes *notes, const char *path, const char *what) {
    char text[PATH_MAX + 256];
    snprintf(text, sizeof text, "%s: %s", path, what);
    notes->store->config.voice.say(notes->store->config.voice.user, text);
}

static uint64_t newest_good(const ck_store *store) {
    for (size_t i = store->count; i-- > 0;)
        if (store->generations[i].good)
            return store->generations[i].number;
    return 0;
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

/* What was noted already */

static ck_seen *find_seen(ck_notes *notes, uint64_t path) {
    for (size_t i = notes->seen_count; i-- > 0;)
        if (notes->seen[i].path == path)
            return &notes->seen[i];
    return NULL;
}

/* If memory is out, the same is noted again. */
static void add_seen(ck_notes *notes, const char *path, ck_change change) {
    uint64_t hash = ck_hash(&(ck_key){0}, path, strlen(path));
    ck_seen *seen = find_seen(notes, hash);
    if (!seen && !ck_array_reserve(&notes->seen, &notes->seen_room, notes->seen_count + 1,
                                   sizeof *notes->seen))
        return;
    if (!seen)
        seen = &notes->seen[notes->seen_count++];
    *seen = (ck_seen){hash, change};
}

static bool was_seen(ck_notes *notes, const char *path, ck_change change) {
    const ck_seen *seen = find_seen(notes, ck_hash(&(ck_key){0}, path, strlen(path)));
    return seen && seen->change >= change;
}

/* Writing */

static bool write_note(ck_notes *notes, note head, const char *path, const void *content) {
    const ck_store *store = notes->store;
    const ck_io *io = store->config.io;
    const char *why;
    char name[CK_NAME_SIZE];
    notes->any = true;
    head.generation = newest_good(store);
    head.path_size = strlen(path) + 1;
    size_t size = whole_size(&head);
    note *n = calloc(1, size);
    if (!n)
        return false;
    *n = head;
    memcpy(n + 1, path, head.path_size);
    if (head.content_size)
        memcpy((char *)(n + 1) + padded(head.path_size), content, head.content_size);
    n->hash = ck_seal(&store->config.key, CK_USE_NOTE, n, size);
    ck_store_name(store, head.generation, CK_NOTES, name);
    int file = ck_private_open(io, store->dir, name, O_WRONLY | O_CREAT | O_APPEND, &why);
    bool done = file >= 0 && ck_write_all(io, file, n, size);
    ck_close(io, file);
    free(n);
    return done;
}

/* The file's own path, whatever links led to it. */
static bool real_path(int file, char out[PATH_MAX]) {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, out, PATH_MAX - 1);
    out[size > 0 ? size : 0] = 0;
    return size > 0 && size < PATH_MAX - 1 && out[0] == '/';
}

static bool note_content(ck_notes *notes, int at, note head, const char *path) {
    char *data = malloc(PIECE);
    int file = ck_open_again(at);
    bool done = data && file >= 0;
    head.kind = NOTE_PIECE;
    while (done && head.from < head.size) {
        ssize_t got = ck_read_at(file, data, PIECE, (off_t)head.from);
        if (got <= 0)
            break;
        head.content_size = (uint64_t)got;
        done = write_note(notes, head, path, data);
        head.from += (uint64_t)got;
    }
    done = done && head.from >= head.size;
    ck_close(&ck_io_system, file);
    free(data);
    return done;
}

static bool note_file(ck_notes *notes, int at, const struct stat *info, ck_change change) {
    char path[PATH_MAX];
    note head = {.kind = NOTE_SIZE,
                 .device = info->st_dev,
                 .inode = info->st_ino,
                 .size = (uint64_t)info->st_size};
    return real_path(at, path) && write_note(notes, head, path, NULL) &&
           (change == CK_GROWS || note_content(notes, at, head, path));
}

/* The directory is there, the file is not. A link that leads nowhere is noted when the file is. */
static bool note_absence(ck_notes *notes, const char *path) {
    char folder[PATH_MAX], real[PATH_MAX], full[PATH_MAX];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    struct stat info;
    if (!lstat(path, &info))
        return true;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 1,
             slash ? path : ".");
    int at = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    bool there = at >= 0 && real_path(at, real);
    ck_close(&ck_io_system, at);
    if (!there) /* then the file cannot be made either */
        return true;
    int size = snprintf(full, sizeof full, "%s/%s", real[1] ? real : "", name);
    return (size_t)size < sizeof full && write_note(notes, (note){.kind = NOTE_ABSENT}, full, NULL);
}

static void tell_failure(ck_notes *notes, const char *path) {
    if (!notes->fails)
        say(notes, path,
            "what it holds cannot be kept, so it may differ if the program is killed before the "
            "next save");
    notes->fails = true;
}

bool ck_notes_before(ck_notes *notes, const char *path, ck_change change) {
    struct stat info;
    if (strlen(path) >= PATH_MAX || was_seen(notes, path, change))
        return false;
    int at = open(path, O_PATH | O_CLOEXEC);
    bool absent = at < 0 && errno == ENOENT, done = true;
    if (absent)
        done = note_absence(notes, path);
    else if (at >= 0 && !fstat(at, &info) && S_ISREG(info.st_mode))
        done = note_file(notes, at, &info, change);
    ck_close(&ck_io_system, at);
    if (done)
        add_seen(notes, path, absent ? CK_REWRITES : change);
    else
        tell_failure(notes, path);
    return absent;
}

void ck_notes_created(ck_notes *notes, int file) {
    struct stat info;
    char path[PATH_MAX];
    if (fstat(file, &info) || !S_ISREG(info.st_mode) || !real_path(file, path))
        return;
    note n = {.kind = NOTE_CREATED, .device = info.st_dev, .inode = info.st_ino};
    if (!write_note(notes, n, path, NULL))
        tell_failure(notes, path);
}

/* Undoing */

static bool is_the_file(const struct stat *info, const note *n) {
    return S_ISREG(info->st_mode) && info->st_dev == n->device && info->st_ino == n->inode;
}

/* Killed between the file's creation and the note of it, the program left it empty. */
static void undo_creation(const note *n) {
    struct stat info;
    const char *path = path_of(n);
    if (lstat(path, &info) || !S_ISREG(info.st_mode))
        return;
    bool empty = info.st_size == 0 && info.st_uid == geteuid();
    if (n->kind == NOTE_CREATED ? is_the_file(&info, n) : empty)
        unlink(path);
}

/* A file that the user has removed stays removed. */
static void undo_change(ck_notes *notes, const note *n) {
    struct stat info;
    const char *path = path_of(n);
    int file = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0 && errno == ENOENT)
        return;
    if (file < 0 || fstat(file, &info) || !is_the_file(&info, n))
        say(notes, path, "it is not the file that was written, and is left as it is");
    else if (n->kind == NOTE_PIECE
                 ? !ck_write_at(file, content_of(n), n->content_size, (off_t)n->from)
                 : (uint64_t)info.st_size > n->size && ftruncate(file, (off_t)n->size))
        say(notes, path, strerror(errno));
    ck_close(&ck_io_system, file);
}

static void undo_note(ck_notes *notes, const note *n) {
    if (n->kind == NOTE_ABSENT || n->kind == NOTE_CREATED)
        undo_creation(n);
    else
        undo_change(notes, n);
}

/* Whether there is a whole note, by its lengths. */
static bool fits(const note *n, size_t left) {
    return left >= sizeof *n && n->path_size && n->path_size <= PATH_MAX &&
           n->content_size <= PIECE && whole_size(n) <= left;
}

static bool is_sound(const ck_notes *notes, note *n, uint64_t generation) {
    uint64_t hash = n->hash;
    n->hash = 0;
    bool same = ck_seal(&notes->store->config.key, CK_USE_NOTE, n, whole_size(n)) == hash;
    n->hash = hash;
    return same && n->generation == generation && n->kind && n->kind < NOTE_KIND_END &&
           !path_of(n)[n->path_size - 1] && path_of(n)[0] == '/' && n->size <= INT64_MAX &&
           n->from <= INT64_MAX - PIECE;
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
            say(notes, "notes of what files held", "damaged: files may differ");
            break;
        }
        starts[(*count)++] = at;
        at += whole_size(n);
    }
    return starts;
}

static void undo_file(ck_notes *notes, const char *name, uint64_t generation) {
    const ck_store *store = notes->store;
    const char *why;
    size_t size = 0, count;
    char *data = ck_private_read(store->config.io, store->dir, name, &size, &why);
    if (!data) {
        say(notes, name, why);
        return;
    }
    size_t *starts = find_notes(notes, data, size, generation, &count);
    for (size_t i = count; starts && i-- > 0;)
        undo_note(notes, (const note *)(data + starts[i]));
    free(starts);
    free(data);
}

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
    char name[CK_NAME_SIZE];
    uint64_t newest;
    notes->any = true;
    notes->seen_count = 0;
    while (find_newest(store, CK_NOTES, generation, UINT64_MAX, &newest)) {
        ck_store_name(store, newest, CK_NOTES, name);
        undo_file(notes, name, newest);
        if (!ck_private_remove(store->config.io, store->dir, name))
            return;
    }
}

bool ck_notes_reach_start(const ck_notes *notes) {
    char name[CK_NAME_SIZE];
    struct stat info;
    ck_store_name(notes->store, 0, CK_NOTES, name);
    return !notes->store->config.io->lstat(notes->store->config.io, notes->store->dir, name, &info);
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
    notes->seen_count = 0;
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

void ck_notes_free(ck_notes *notes) {
    free(notes->seen);
    notes->seen = NULL;
    notes->seen_count = notes->seen_room = 0;
}
