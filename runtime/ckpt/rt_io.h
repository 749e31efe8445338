/* Every system call of the checkpoint store goes through this table, so that tests can make any of
 * them fail, record them, or stop after each. Entries behave as the calls they are named after:
 * -1 and errno on failure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

typedef struct ck_io ck_io;
struct ck_io {
    void *user;
    int (*mkdir)(const ck_io *io, const char *path, mode_t mode);
    int (*open)(const ck_io *io, const char *path, int flags, mode_t mode);
    int (*openat)(const ck_io *io, int dir, const char *name, int flags, mode_t mode);
    ssize_t (*read)(const ck_io *io, int file, void *data, size_t size);
    ssize_t (*write)(const ck_io *io, int file, const void *data, size_t size);
    int (*fsync)(const ck_io *io, int file);
    int (*fstat)(const ck_io *io, int file, struct stat *out);
    int (*lstat)(const ck_io *io, int dir, const char *name, struct stat *out);
    int (*lock)(const ck_io *io, int file);
    int (*close)(const ck_io *io, int file);
    int (*rename)(const ck_io *io, int dir, const char *from, const char *to);
    int (*unlink)(const ck_io *io, int dir, const char *name);
    /* Calls visit for each name in dir; false from visit ends it. */
    int (*list)(const ck_io *io, int dir, bool (*visit)(void *user, const char *name), void *user);
};

extern const ck_io ck_io_system;

/* false, with the reason. */
static inline bool ck_fail(const char **why, const char *reason) {
    *why = reason;
    return false;
}

/* These go on after a signal and after a short transfer. ck_read_all fails at an early end. */
bool ck_write_all(const ck_io *io, int file, const void *data, size_t size);
bool ck_read_all(const ck_io *io, int file, void *data, size_t size);
bool ck_fsync(const ck_io *io, int file);
/* -1 is not a file; errno stays as it is. */
void ck_close(const ck_io *io, int file);

/* The program's own files, past the table. How many bytes were read, fewer only at the end of the
 * file; -1 on failure. */
ssize_t ck_read_at(int file, char *data, size_t size, off_t from);
bool ck_write_at(int file, const char *data, size_t size, off_t to);
/* The file of a descriptor, which may be open for writing only, to be read. */
int ck_open_again(int file);
