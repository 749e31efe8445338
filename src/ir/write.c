/* Writes a module. What is to be written is made in memory first; then a new file beside the old
 * one is filled, synced and renamed over it, so that a failure never costs the old file. */
#include "ir/module.h"

#include "base/io.h"

#include <llvm-c/BitWriter.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_LINKS = 40, MAX_NAME_TRIES = 1000 };

typedef struct output {
    lathe_ctx *ctx;
    const char *path; /* as the caller wrote it, for messages */
    const char *bytes;
    size_t size;
} output;

static lathe_status fail_write(const output *o, const char *doing) {
    return ctx_fail(o->ctx, LATHE_IO, "%s: cannot %s: %s",
                    strcmp(o->path, "-") == 0 ? "standard output" : o->path, doing,
                    strerror(errno));
}

/* Devices and pipes cannot be replaced by a rename. */
static lathe_status write_directly(const output *o) {
    int fd = open(o->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return fail_write(o, "be opened for writing");
    if (!io_write_all(fd, o->bytes, o->size))
        fail_write(o, "be written");
    if (close(fd) != 0)
        fail_write(o, "be written");
    return o->ctx->status;
}

/* Follows symbolic links by hand, since the last one may point to a file yet to be made. */
static bool resolve_links(const char *path, char target[PATH_MAX]) {
    if (snprintf(target, PATH_MAX, "%s", path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (int i = 0; i < MAX_LINKS; i++) {
        char link[PATH_MAX], joined[PATH_MAX];
        ssize_t n = readlink(target, link, sizeof link - 1);
        if (n < 0)
            return true;
        link[n] = '\0';
        char *slash = strrchr(target, '/');
        size_t dir = slash && link[0] != '/' ? (size_t)(slash - target) + 1 : 0;
        if (dir + (size_t)n >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return false;
        }
        memcpy(joined, target, dir);
        memcpy(joined + dir, link, (size_t)n + 1);
        strcpy(target, joined);
    }
    errno = ELOOP;
    return false;
}

/* Opens a new file in the directory of target; its name goes to temp. */
static int open_temp(const output *o, const char *target, char temp[PATH_MAX]) {
    const char *slash = strrchr(target, '/');
    int dir = slash ? (int)(slash - target) + 1 : 0;
    for (unsigned i = 0; i < MAX_NAME_TRIES; i++) {
        if (snprintf(temp, PATH_MAX, "%.*s.lathe-%ld-%u.tmp", dir, target, (long)getpid(), i) >=
            PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        ctx_temp(o->ctx, temp);
        int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0)
            return fd;
        ctx_temp(o->ctx, NULL);
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

/* Some file systems have no fsync; that is not a reason to refuse them. */
static bool sync_file(int fd) {
    return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
}

static lathe_status write_beside(const output *o, const char *target, const struct stat *old) {
    char temp[PATH_MAX];
    int fd = open_temp(o, target, temp);
    if (fd < 0)
        return fail_write(o, "be created");
    ctx_progress(o->ctx, "write", 0, o->size);
    bool ok = (!old || fchmod(fd, old->st_mode & 07777) == 0) &&
              io_write_all(fd, o->bytes, o->size) && sync_file(fd);
    if (!ok)
        fail_write(o, "be written");
    if (close(fd) != 0 && ok) {
        fail_write(o, "be written");
        ok = false;
    }
    if (ok && rename(temp, target) != 0) {
        fail_write(o, "be replaced");
        ok = false;
    }
    if (!ok)
        unlink(temp);
    ctx_temp(o->ctx, NULL);
    return o->ctx->status;
}

/* Names of open descriptors are not files, even where they lead to one: renaming over what standard
 * output was redirected to would take it away from whoever reads it. -1 for a file. */
static int named_descriptor(const char *path) {
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (str_starts_with(path, "/dev/fd/") && path[8] >= '0' && path[8] <= '9')
        return atoi(path + 8);
    return -1;
}

static lathe_status write_output(const output *o) {
    char target[PATH_MAX];
    struct stat st;
    int fd = named_descriptor(o->path);
    if (fd >= 0)
        return io_write_all(fd, o->bytes, o->size) ? LATHE_OK : fail_write(o, "be written");
    if (stat(o->path, &st) != 0) {
        if (errno != ENOENT)
            return fail_write(o, "be created");
        return resolve_links(o->path, target) ? write_beside(o, target, NULL)
                                              : fail_write(o, "be created");
    }
    if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return fail_write(o, "be written");
    }
    if (!S_ISREG(st.st_mode))
        return write_directly(o);
    return resolve_links(o->path, target) ? write_beside(o, target, &st)
                                          : fail_write(o, "be created");
}

lathe_status ir_write_file(lathe_ctx *ctx, const char *path, const char *bytes, size_t size) {
    output o = {.ctx = ctx, .path = path, .bytes = bytes, .size = size};
    return write_output(&o);
}

static bool wants_text(const char *path) {
    size_t length = strlen(path);
    return strcmp(path, "-") == 0 || (length > 3 && strcmp(path + length - 3, ".ll") == 0);
}

lathe_status ir_module_write(lathe_module *m, const char *path) {
    ctx_timer timer = ctx_phase_begin(m->ctx, "write");
    output o = {.ctx = m->ctx, .path = path};
    if (wants_text(path)) {
        char *text = LLVMPrintModuleToString(m->llvm);
        o.bytes = text;
        o.size = strlen(text);
        write_output(&o);
        LLVMDisposeMessage(text);
    } else {
        LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(m->llvm);
        o.bytes = LLVMGetBufferStart(buffer);
        o.size = LLVMGetBufferSize(buffer);
        write_output(&o);
        LLVMDisposeMemoryBuffer(buffer);
    }
    ctx_phase_end(m->ctx, timer);
    return m->ctx->status;
}
