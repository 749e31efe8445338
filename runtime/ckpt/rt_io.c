#include "rt_io.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

static int io_mkdir(const ck_io *io, const char *path, mode_t mode) {
    (void)io;
    return mkdir(path, mode);
}

static int io_open(const ck_io *io, const char *path, int flags, mode_t mode) {
    (void)io;
    return open(path, flags | O_CLOEXEC, mode);
}

static int io_openat(const ck_io *io, int dir, const char *name, int flags, mode_t mode) {
    (void)io;
    return openat(dir, name, flags | O_CLOEXEC, mode);
}

static ssize_t io_read(const ck_io *io, int file, void *data, size_t size) {
    (void)io;
    return read(file, data, size);
}

static ssize_t io_write(const ck_io *io, int file, const void *data, size_t size) {
    (void)io;
    return write(file, data, size);
}

static int io_fsync(const ck_io *io, int file) {
    (void)io;
    return fsync(file);
}

static int io_fstat(const ck_io *io, int file, struct stat *out) {
    (void)io;
    return fstat(file, out);
}

static int io_lstat(const ck_io *io, int dir, const char *name, struct stat *out) {
    (void)io;
    return fstatat(dir, name, out, AT_SYMLINK_NOFOLLOW);
}

static int io_lock(const ck_io *io, int file) {
    (void)io;
    return flock(file, LOCK_EX | LOCK_NB);
}

static int io_close(const ck_io *io, int file) {
    (void)io;
    return close(file);
}

static int io_rename(const ck_io *io, int dir, const char *from, const char *to) {
    (void)io;
    return renameat(dir, from, dir, to);
}

static int io_unlink(const ck_io *io, int dir, const char *name) {
    (void)io;
    return unlinkat(dir, name, 0);
}

static int io_list(const ck_io *io, int dir, bool (*visit)(void *user, const char *name),
                   void *user) {
    (void)io;
    int own = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = own < 0 ? NULL : fdopendir(own);
    if (!stream) {
        if (own >= 0)
            close(own);
        return -1;
    }
    errno = 0;
    for (struct dirent *entry; (entry = readdir(stream)) && visit(user, entry->d_name);)
        errno = 0;
    int failed = errno;
    closedir(stream);
    errno = failed;
    return failed ? -1 : 0;
}

const ck_io ck_io_system = {
    .mkdir = io_mkdir,
    .open = io_open,
    .openat = io_openat,
    .read = io_read,
    .write = io_write,
    .fsync = io_fsync,
    .fstat = io_fstat,
    .lstat = io_lstat,
    .lock = io_lock,
    .close = io_close,
    .rename = io_rename,
    .unlink = io_unlink,
    .list = io_list,
};

/* Of a file that ends early, or takes no more, `ends` is what is wrong. */
static bool move_all(const ck_io *io, int file, char *data, size_t size, bool out, int ends) {
    while (size) {
        ssize_t done = out ? io->write(io, file, data, size) : io->read(io, file, data, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done == 0)
            errno = ends;
        if (done <= 0)
            return false;
        data += done;
        size -= (size_t)done;
    }
    return true;
}

bool ck_write_all(const ck_io *io, int file, const void *data, size_t size) {
    return move_all(io, file, (char *)(uintptr_t)data, size, true, ENOSPC);
}

bool ck_read_all(const ck_io *io, int file, void *data, size_t size) {
    return move_all(io, file, data, size, false, EIO);
}

ssize_t ck_read_at(int file, char *data, size_t size, off_t from) {
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

bool ck_write_at(int file, const char *data, size_t size, off_t to) {
    for (size_t done = 0; done < size;) {
        ssize_t put = pwrite(file, data + done, size - done, to + (off_t)done);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        done += (size_t)put;
    }
    return true;
}

int ck_open_again(int file) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

void ck_close(const ck_io *io, int file) {
    int failed = errno;
    if (file >= 0)
        io->close(io, file);
    errno = failed;
}

bool ck_fsync(const ck_io *io, int file) {
    while (io->fsync(io, file) < 0)
        if (errno != EINTR)
            return false;
    return true;
}
