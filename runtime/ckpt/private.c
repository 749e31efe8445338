#include "private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool ck_is_private(const struct stat *info, mode_t forbidden, const char **why) {
    if (info->st_uid != geteuid())
        *why = "it belongs to another user";
    else if (info->st_mode & forbidden)
        *why = "others may access it";
    else
        return true;
    return false;
}

static bool is_usable(const struct stat *info, int flags, const char **why) {
    if (!S_ISREG(info->st_mode))
        *why = "it is not a regular file";
    else if (flags & O_APPEND && info->st_nlink > 1)
        *why = "it has another name";
    else
        return ck_is_private(info, S_IRWXG | S_IRWXO, why);
    return false;
}

int ck_private_open(const ck_io *io, int dir, const char *name, int flags, const char **why) {
    struct stat info;
    int file = io->openat(io, dir, name, flags | O_NOFOLLOW | O_NONBLOCK, S_IRUSR | S_IWUSR);
    if (file >= 0 && !io->fstat(io, file, &info)) {
        if (is_usable(&info, flags, why))
            return file;
        errno = EACCES;
    } else {
        *why = errno == ELOOP ? "it is a symbolic link" : strerror(errno);
    }
    ck_close(io, file);
    return -1;
}

int ck_private_create(const ck_io *io, int dir, const char *name) {
    return io->openat(io, dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, S_IRUSR | S_IWUSR);
}

bool ck_private_remove(const ck_io *io, int dir, const char *name) {
    struct stat info;
    if (io->lstat(io, dir, name, &info))
        return errno == ENOENT;
    if (!S_ISREG(info.st_mode) || info.st_uid != geteuid())
        return false;
    return !io->unlink(io, dir, name) || errno == ENOENT;
}

void *ck_private_read(const ck_io *io, int dir, const char *name, size_t *size, const char **why) {
    struct stat info;
    int file = ck_private_open(io, dir, name, O_RDONLY, why);
    if (file < 0)
        return NULL;
    void *data = NULL;
    if (!io->fstat(io, file, &info)) {
        *size = (size_t)info.st_size;
        data = malloc(*size ? *size : 1);
    }
    if (!data || !ck_read_all(io, file, data, *size)) {
        *why = strerror(errno);
        free(data);
        data = NULL;
    }
    io->close(io, file);
    return data;
}
