#include "cutoff.h"

#include "private.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 1 << 16, MAX_PIECES = 1000, CONTEXT = 4096 };

/* Of PREFIX.out; followed by the bytes before the start. */
typedef struct begin {
    uint64_t device, inode, start, context_size;
    uint64_t hash; /* of all of it, with this as zero */
} begin;

typedef struct begin_file {
    begin head;
    char context[CONTEXT];
} begin_file;

typedef enum outcome { SAME, DIFFERENT, SHORTER } outcome;

static bool is_there(const ck_store *store, const char *name) {
    struct stat info;
    return !store->config.io->lstat(store->config.io, store->dir, name, &info);
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
        int piece = ck_private_create(io, store->dir, name);
        if (piece >= 0 || errno != EEXIST)
            return piece;
    }
    return -1;
}

static bool copy_rest(const ck_io *io, int source, int piece, off_t from) {
    char data[CHUNK];
    ssize_t got;
    while ((got = ck_read_at(source, data, sizeof data, from)) > 0) {
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
    int source = ck_open_again(file), piece = source < 0 ? -1 : create_piece(store, from, name);
    bool kept = piece >= 0 && copy_rest(io, source, piece, from);
    ck_close(io, piece);
    if (piece >= 0 && !kept)
        ck_private_remove(io, store->dir, name);
    ck_close(&ck_io_system, source);
    return kept;
}

static outcome compare_with(int source, int piece, off_t from) {
    char a[CHUNK], b[CHUNK];
    ssize_t want, got;
    for (off_t at = 0; (want = ck_read_at(piece, a, sizeof a, at)) > 0; at += want) {
        got = ck_read_at(source, b, (size_t)want, from + at);
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
             "standard output written after the last save was cut off at the restart, and was not "
             "all written again: it is in %s/%s",
             store->config.path, kept);
    store->config.voice.say(store->config.voice.user, text);
}

/* Whether the name is that of a piece, in the very form it is given. */
static bool is_piece(const ck_store *store, const char *name, off_t *from) {
    char prefix[17], same[64];
    uint64_t offset;
    unsigned number;
    if (sscanf(name, "%16[0-9a-f]-%" SCNu64 "-%u", prefix, &offset, &number) != 3)
        return false;
    snprintf(same, sizeof same, "%s-%" PRIu64 "-%u.cut", store->prefix, offset, number);
    *from = (off_t)offset;
    return !strcmp(name, same);
}

static bool compare_piece(void *user, const char *name) {
    search *s = user;
    const ck_store *store = s->cutoff->store;
    const ck_io *io = store->config.io;
    off_t from;
    if (!is_piece(store, name, &from))
        return true;
    const char *why;
    int piece = ck_private_open(io, store->dir, name, O_RDONLY, &why);
    if (piece < 0)
        return true;
    outcome is = compare_with(s->source, piece, from);
    io->close(io, piece);
    if (is == SAME)
        ck_private_remove(io, store->dir, name);
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
    search s = {.cutoff = cutoff, .source = ck_open_again(file), .at_end = at_end};
    if (s.source < 0)
        return;
    store->config.io->list(store->config.io, store->dir, compare_piece, &s);
    close(s.source);
    cutoff->pending = s.left;
}

/* Before the first commit */

static size_t fill_begin(begin_file *out, const ck_store *store, int file, off_t start) {
    struct stat info;
    memset(out, 0, sizeof *out);
    int source = ck_open_again(file);
    if (source < 0)
        return 0;
    size_t size = start < CONTEXT ? (size_t)start : CONTEXT;
    bool done = !fstat(source, &info) && S_ISREG(info.st_mode) && start >= 0 &&
                ck_read_at(source, out->context, size, start - (off_t)size) == (ssize_t)size;
    close(source);
    if (!done)
        return 0;
    out->head = (begin){info.st_dev, info.st_ino, (uint64_t)start, size, 0};
    size_t whole = sizeof out->head + size;
    out->head.hash = ck_seal(&store->config.key, CK_USE_NOTE, out, whole);
    return whole;
}

void ck_cutoff_begin(ck_cutoff *cutoff, int file, off_t start) {
    const ck_store *store = cutoff->store;
    const ck_io *io = store->config.io;
    char name[CK_NAME_SIZE];
    begin_file content;
    ck_store_output_name(store, name);
    ck_private_remove(io, store->dir, name);
    size_t size = fill_begin(&content, store, file, start);
    int out = size ? ck_private_create(io, store->dir, name) : -1;
    if (out >= 0 && !ck_write_all(io, out, &content, size))
        ck_private_remove(io, store->dir, name);
    ck_close(io, out);
}

/* The file is the same if the same note would be made of it now. */
off_t ck_cutoff_begun(ck_cutoff *cutoff, int file) {
    const ck_store *store = cutoff->store;
    char name[CK_NAME_SIZE];
    const char *why;
    size_t size = 0;
    off_t start = -1;
    begin_file now;
    ck_store_output_name(store, name);
    begin *before = ck_private_read(store->config.io, store->dir, name, &size, &why);
    if (before && size >= sizeof *before && before->start <= INT64_MAX &&
        fill_begin(&now, store, file, (off_t)before->start) == size && !memcmp(&now, before, size))
        start = (off_t)before->start;
    free(before);
    return start;
}
