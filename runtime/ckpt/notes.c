#include "notes.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Followed by the path, with its zero, padded to 8. */
typedef struct note {
    uint64_t generation, size;
    uint64_t path_size;
    uint64_t hash; /* of all of the note, with this as zero */
} note;

enum { PATH_MAX_SIZE = 4096 };

static void file_name(const ck_store *store, char name[CK_NAME_SIZE]) {
    snprintf(name, CK_NAME_SIZE, "%s.undo", store->prefix);
}

static uint64_t newest_good(const ck_store *store) {
    for (size_t i = store->count; i-- > 0;)
        if (store->generations[i].good)
            return store->generations[i].number;
    return 0;
}

static uint64_t oldest_good(const ck_store *store) {
    for (size_t i = 0; i < store->count; i++)
        if (store->generations[i].good)
            return store->generations[i].number;
    return 0;
}

static bool was_seen(ck_notes *notes, const char *path) {
    uint64_t hash = ck_hash(&(ck_key){0}, path, strlen(path));
    for (unsigned i = 0; i < notes->seen_count; i++)
        if (notes->seen[i] == hash)
            return true;
    if (notes->seen_count < sizeof notes->seen / sizeof *notes->seen)
        notes->seen[notes->seen_count++] = hash;
    return false;
}

void ck_notes_add(ck_notes *notes, const char *path) {
    const ck_store *store = notes->store;
    const ck_io *io = store->config.io;
    uint64_t generation = newest_good(store);
    struct {
        note head;
        char path[PATH_MAX_SIZE];
    } record = {0};
    size_t length = strlen(path) + 1;
    struct stat info = {0};
    if (!generation || length > PATH_MAX_SIZE || was_seen(notes, path))
        return;
    if (!stat(path, &info) && !S_ISREG(info.st_mode))
        return;
    record.head = (note){generation, (uint64_t)info.st_size, length, 0};
    memcpy(record.path, path, length);
    size_t size = sizeof record.head + ((length + 7) & ~(size_t)7);
    record.head.hash = ck_hash(&store->config.key, &record, size);
    char name[CK_NAME_SIZE];
    file_name(store, name);
    int file = io->openat(io, store->dir, name, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0600);
    if (file < 0)
        return;
    notes->newest = generation;
    ck_write_all(io, file, &record, size);
    io->close(io, file);
}

/* The note at `at`, or NULL if what is there is not whole. */
static const note *note_at(const ck_notes *notes, char *data, size_t at, size_t size) {
    note *n = (note *)(data + at);
    if (size - at < sizeof *n || !n->path_size || n->path_size > PATH_MAX_SIZE ||
        n->path_size > size - at - sizeof *n)
        return NULL;
    size_t whole = sizeof *n + ((n->path_size + 7) & ~(size_t)7);
    if (whole > size - at || ((char *)(n + 1))[n->path_size - 1])
        return NULL;
    uint64_t hash = n->hash;
    n->hash = 0;
    bool same = ck_hash(&notes->store->config.key, n, whole) == hash;
    n->hash = hash;
    return same ? n : NULL;
}

static void cut(const char *path, uint64_t size) {
    struct stat info;
    if (!stat(path, &info) && S_ISREG(info.st_mode) && (uint64_t)info.st_size > size &&
        truncate(path, (off_t)size))
        return; /* the program will find out when it opens the file */
}

/* The smallest size counts, which is that of the oldest note. */
void ck_notes_undo(ck_notes *notes, uint64_t generation) {
    char name[CK_NAME_SIZE];
    size_t size = 0, at = 0;
    const char *why;
    file_name(notes->store, name);
    char *data = ck_read_private(notes->store->config.io, notes->store->dir, name, &size, &why);
    for (const note *n; data && (n = note_at(notes, data, at, size));) {
        if (n->generation >= generation)
            cut((const char *)(n + 1), n->size);
        notes->newest = n->generation > notes->newest ? n->generation : notes->newest;
        at += sizeof *n + ((n->path_size + 7) & ~(size_t)7);
    }
    free(data);
}

void ck_notes_drop(ck_notes *notes) {
    const ck_store *store = notes->store;
    char name[CK_NAME_SIZE];
    file_name(store, name);
    store->config.io->unlink(store->config.io, store->dir, name);
    notes->newest = 0;
}

void ck_notes_commit(ck_notes *notes) {
    notes->seen_count = 0;
    if (notes->newest && notes->newest < oldest_good(notes->store))
        ck_notes_drop(notes);
}
