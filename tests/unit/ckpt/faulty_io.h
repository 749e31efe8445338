/* System calls that fail on demand, and a record of those that change the disk. */
#ifndef CKPT_FAULTY_IO_H
#define CKPT_FAULTY_IO_H

#include "ckpt/rt_io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef enum op_kind { OP_CREATE, OP_WRITE, OP_SYNC, OP_SYNC_DIR, OP_RENAME, OP_UNLINK } op_kind;

typedef struct op {
    op_kind kind;
    char name[48], to[48];
    unsigned char *data;
    size_t size;
} op;

enum { MAX_FILES = 256, MAX_OPS = 4096 };

typedef struct faulty {
    ck_io io;
    unsigned calls;
    unsigned fail_at;   /* the call of this number fails, counted from 1; 0: none */
    unsigned fail_more; /* and so many after it */
    int error;
    bool brief; /* reads and writes transfer seven bytes at most */
    op *ops;    /* NULL: not recorded */
    unsigned op_count;
    char names[MAX_FILES][48]; /* by descriptor; empty: a directory */
} faulty;

static inline bool fails(const ck_io *io) {
    faulty *f = io->user;
    f->calls++;
    if (!f->fail_at || f->calls < f->fail_at || f->calls > f->fail_at + f->fail_more)
        return false;
    errno = f->error;
    return true;
}

static inline op *note(const ck_io *io, op_kind kind, const char *name) {
    faulty *f = io->user;
    if (!f->ops || f->op_count == MAX_OPS)
        return NULL;
    op *o = &f->ops[f->op_count++];
    *o = (op){.kind = kind};
    strncpy(o->name, name, sizeof o->name - 1);
    return o;
}

static inline int faulty_mkdir(const ck_io *io, const char *path, mode_t mode) {
    return fails(io) ? -1 : ck_io_system.mkdir(&ck_io_system, path, mode);
}

static inline int faulty_open(const ck_io *io, const char *path, int flags, mode_t mode) {
    faulty *f = io->user;
    int file = fails(io) ? -1 : ck_io_system.open(&ck_io_system, path, flags, mode);
    if (file >= 0 && file < MAX_FILES)
        f->names[file][0] = 0;
    return file;
}

static inline int faulty_openat(const ck_io *io, int dir, const char *name, int flags,
                                mode_t mode) {
    faulty *f = io->user;
    int file = fails(io) ? -1 : ck_io_system.openat(&ck_io_system, dir, name, flags, mode);
    if (file < 0)
        return file;
    if (file < MAX_FILES)
        strncpy(f->names[file], name, sizeof f->names[file] - 1);
    if (flags & O_CREAT)
        note(io, OP_CREATE, name);
    return file;
}

static inline size_t transfer(const ck_io *io, size_t size) {
    faulty *f = io->user;
    return f->brief && size > 7 ? 7 : size;
}

static inline ssize_t faulty_read(const ck_io *io, int file, void *data, size_t size) {
    return fails(io) ? -1 : ck_io_system.read(&ck_io_system, file, data, transfer(io, size));
}

static inline ssize_t faulty_write(const ck_io *io, int file, const void *data, size_t size) {
    faulty *f = io->user;
    ssize_t done =
        fails(io) ? -1 : ck_io_system.write(&ck_io_system, file, data, transfer(io, size));
    op *o = done > 0 ? note(io, OP_WRITE, f->names[file]) : NULL;
    if (o) {
        o->size = (size_t)done;
        o->data = malloc(o->size);
        memcpy(o->data, data, o->size);
    }
    return done;
}

static inline int faulty_fsync(const ck_io *io, int file) {
    faulty *f = io->user;
    if (fails(io))
        return -1;
    note(io, f->names[file][0] ? OP_SYNC : OP_SYNC_DIR, f->names[file]);
    return 0; /* what a disk keeps is simulated */
}

static inline int faulty_fstat(const ck_io *io, int file, struct stat *out) {
    return fails(io) ? -1 : ck_io_system.fstat(&ck_io_system, file, out);
}

static inline int faulty_lstat(const ck_io *io, int dir, const char *name, struct stat *out) {
    return fails(io) ? -1 : ck_io_system.lstat(&ck_io_system, dir, name, out);
}

static inline int faulty_lock(const ck_io *io, int file) {
    return fails(io) ? -1 : ck_io_system.lock(&ck_io_system, file);
}

/* The descriptor is gone even if the call fails. */
static inline int faulty_close(const ck_io *io, int file) {
    int result = ck_io_system.close(&ck_io_system, file);
    return fails(io) ? -1 : result;
}

static inline int faulty_rename(const ck_io *io, int dir, const char *from, const char *to) {
    if (fails(io))
        return -1;
    op *o = note(io, OP_RENAME, from);
    if (o)
        strncpy(o->to, to, sizeof o->to - 1);
    return ck_io_system.rename(&ck_io_system, dir, from, to);
}

static inline int faulty_unlink(const ck_io *io, int dir, const char *name) {
    if (fails(io))
        return -1;
    int result = ck_io_system.unlink(&ck_io_system, dir, name);
    if (!result)
        note(io, OP_UNLINK, name);
    return result;
}

static inline int faulty_list(const ck_io *io, int dir, bool (*visit)(void *user, const char *name),
                              void *user) {
    return fails(io) ? -1 : ck_io_system.list(&ck_io_system, dir, visit, user);
}

static inline void faulty_init(faulty *f) {
    memset(f, 0, sizeof *f);
    f->io = (ck_io){.user = f,
                    .mkdir = faulty_mkdir,
                    .open = faulty_open,
                    .openat = faulty_openat,
                    .read = faulty_read,
                    .write = faulty_write,
                    .fsync = faulty_fsync,
                    .fstat = faulty_fstat,
                    .lstat = faulty_lstat,
                    .lock = faulty_lock,
                    .close = faulty_close,
                    .rename = faulty_rename,
                    .unlink = faulty_unlink,
                    .list = faulty_list};
}

#endif
