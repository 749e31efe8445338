#include "cutoff.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 16, MAX_PIECES = 1000 };

typedef enum outcome { SAME, DIFFERENT, SHORTER } outcome;

/* The shell's descriptor may be open for writing only. */
static int open_to_read(int file) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return open(path, O_RDONLY | O_CLOEXEC);
}

static ssize_t read_at(int file, char *data, size_t size, off_t from) {
    size_t done = 0;
    while (done < size) {
        ssize_t got = pread(file, data + done, size - done, from + (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (ssize_t)done;
}

static bool is_there(const ck_store *store, const char *name) {
    int file = store->config.io->openat(store->config.io, store->dir, name, O_RDONLY, 0);
    if (file >= 0)
        store->config.io->close(store->config.io, file);
    return file >= 0;
}

/* Under a name that is free, with either ending. */
static int create_piece(const ck_store *store, off_t from, char name[64]) {
    const ck_io *io = store->config.io;
    for (int i = 0; i < MAX_PIECES; i++) {
        char kept[64];
        snprintf(kept, sizeof kept, "%s-%" PRIu64 "-%d.kept", store->prefix, (uint64_t)from, i);
        if (is_there(store, kept))
            continue;
        snprintf(name, 64, "%s-%" PRIu64 "-%d.cut", store->prefix, (uint64_t)from, i);
        int piece =
            io->openat(io, store->dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
        if (piece >= 0 || errno != EEXIST)
            return piece;
    }
    return -1;
}

static bool copy_rest(const ck_io *io, int source, int piece, off_t from) {
    char data[CHUNK];
    ssize_t got;
    while ((got = read_at(source, data, sizeof data, from)) > 0) {
        if (!ck_write_all(io, piece, data, (size_t)got))
            return false;
        from += got;
    }
    return got == 0 && ck_fsync(io, piece);
}

bool ck_cutoff_keep(ck_cutoff *cutoff, int file, off_t from) {
    const ck_store *store = cutoff->store;
    const ck_io *io = store->config.io;
    struct stat info;
    char name[64];
    if (fstat(file, &info))
        return false;
    cutoff->pending = true; /* what an earlier restart kept may be there */
    if (info.st_size <= from)
        return true;
    int source = open_to_read(file), piece = source < 0 ? -1 : create_piece(store, from, name);
    bool kept = piece >= 0 && copy_rest(io, source, piece, from);
    if (piece >= 0)
        io->close(io, piece);
    if (piece >= 0 && !kept)
        io->unlink(io, store->dir, name);
    if (source >= 0)
        close(source);
    return kept;
}

static outcome compare_with(int source, int piece, off_t from) {
    char a[CHUNK], b[CHUNK];
    ssize_t want, got;
    for (off_t at = 0; (want = read_at(piece, a, sizeof a, at)) > 0; at += want) {
        got = read_at(source, b, (size_t)want, from + at);
        if (got < 0 || memcmp(a, b, (size_t)got))
            return DIFFERENT;
        if (got < want)
            return SHORTER;
    }
    return want < 0 ? DIFFERENT : SAME;
}

typedef struct search {
    ck_cutoff *cutoff;
    int source;
    bool at_end, left;
} search;

static void set_aside(const ck_store *store, const char *name) {
    char kept[80], text[4400];
    snprintf(kept, sizeof kept, "%.*s.kept", (int)(strlen(name) - 4), name);
    if (store->config.io->rename(store->config.io, store->dir, name, kept))
        snprintf(kept, sizeof kept, "%s", name);
    snprintf(text, sizeof text,
             "what stood in the standard output behind the last save was cut off at the restart, "
             "and was not all written again: it is in %s/%s",
             store->config.path, kept);
    store->config.voice.say(store->config.voice.user, text);
}

static bool compare_piece(void *user, const char *name) {
    search *s = user;
    const ck_store *store = s->cutoff->store;
    const ck_io *io = store->config.io;
    size_t prefix = strlen(store->prefix), length = strlen(name);
    if (strncmp(name, store->prefix, prefix) || name[prefix] != '-' || length > 60 ||
        strcmp(name + length - 4, ".cut"))
        return true;
    off_t from = (off_t)strtoull(name + prefix + 1, NULL, 10);
    int piece = io->openat(io, store->dir, name, O_RDONLY | O_NOFOLLOW, 0);
    if (piece < 0)
        return true;
    outcome is = compare_with(s->source, piece, from);
    io->close(io, piece);
    if (is == SAME)
        io->unlink(io, store->dir, name);
    else if (is == DIFFERENT || s->at_end)
        set_aside(store, name);
    else
        s->left = true;
    return true;
}

void ck_cutoff_compare(ck_cutoff *cutoff, int file, bool at_end) {
    const ck_store *store = cutoff->store;
    if (!cutoff->pending)
        return;
    search s = {.cutoff = cutoff, .source = open_to_read(file), .at_end = at_end};
    if (s.source < 0)
        return;
    store->config.io->list(store->config.io, store->dir, compare_piece, &s);
    close(s.source);
    cutoff->pending = s.left;
}
