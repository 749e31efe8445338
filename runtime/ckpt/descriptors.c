/* The program's calls that open, copy and close descriptors. */
#include "descriptors_table.h"

#include "notes.h"
#include "rt_io.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ASIDE_MAX = 8, ASIDE_FROM = 960 };

ck_slot_fd *ck_fds;
size_t ck_fd_count;
static size_t slot_room;
static uint64_t last_id;
static int aside[ASIDE_MAX];
static unsigned aside_count;

/* ---- the runtime's own ---- */

int ck_fd_aside(int file) {
    struct rlimit limit;
    if (file < 0)
        return file;
    if (aside_count == ASIDE_MAX) {
        close(file);
        errno = EMFILE;
        return -1;
    }
    int from = !getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur < ASIDE_FROM + 2 * ASIDE_MAX
                   ? (int)limit.rlim_cur - 2 * ASIDE_MAX
                   : ASIDE_FROM;
    int moved = fcntl(file, F_DUPFD_CLOEXEC, from > 3 ? from : 3);
    if (moved >= 0)
        close(file);
    else
        moved = file;
    return aside[aside_count++] = moved;
}

bool ck_fd_is_aside(int file) {
    for (unsigned i = 0; i < aside_count; i++)
        if (aside[i] == file)
            return true;
    return false;
}

void ck_fd_close_aside(int file) {
    for (unsigned i = 0; i < aside_count; i++)
        if (aside[i] == file) {
            aside[i] = aside[--aside_count];
            close(file);
            return;
        }
}

/* ---- what is known of each ---- */

static ck_slot_fd *slot_at(int file) {
    return file >= 0 && (size_t)file < ck_fd_count ? &ck_fds[file] : NULL;
}

ck_slot_fd *ck_fd_renew(int file) {
    if (file < 0 || file >= CK_NUMBER_MAX)
        return NULL;
    size_t count = (size_t)file + 1;
    if (count > ck_fd_count) {
        if (!ck_array_reserve(&ck_fds, &slot_room, count, sizeof *ck_fds))
            return NULL;
        memset(ck_fds + ck_fd_count, 0, (count - ck_fd_count) * sizeof *ck_fds);
        ck_fd_count = count;
    }
    ck_slot_fd *s = &ck_fds[file];
    free(s->path);
    *s = (ck_slot_fd){.id = ++last_id};
    return s;
}

void ck_fd_remove(int file) {
    ck_slot_fd *s = slot_at(file);
    if (file >= 0 && file <= 2)
        s = ck_fd_renew(file);
    if (!s)
        return;
    free(s->path);
    *s = (ck_slot_fd){.kind = file <= 2 ? CK_FD_GONE : CK_FD_NONE};
}

static int track(int file, uint32_t kind, const char *path) {
    ck_slot_fd *s = file < 0 ? NULL : ck_fd_renew(file);
    if (s) {
        s->kind = kind;
        s->path = path ? strdup(path) : NULL;
    }
    return file;
}

void ck_fd_add_stream(int file) {
    if (file > 2) {
        track(file, CK_FD_STREAM, NULL);
        if ((size_t)file < ck_fd_count)
            ck_fds[file].stream = true;
    }
}

void ck_fd_start(void) {
    DIR *all = opendir("/proc/self/fd");
    for (struct dirent *e; all && (e = readdir(all));) {
        struct stat info;
        int file = atoi(e->d_name);
        if (file <= 2 || file == dirfd(all) || fstat(file, &info) || !S_ISREG(info.st_mode))
            continue;
        ck_slot_fd *s = ck_fd_renew(file);
        if (s)
            s->found = true;
    }
    if (all)
        closedir(all);
}

void ck_fd_use(int file) {
    if (file > 2 && (size_t)file < ck_fd_count && ck_fds[file].found)
        ck_fds[file].used = true;
}

/* A descriptor that was opened by others, and is no standard one, stays unknown. */
static int track_copy(int from, int to) {
    int error = errno;
    const ck_slot_fd *old = slot_at(from);
    ck_slot_fd copy = old ? *old : (ck_slot_fd){0};
    char *path = copy.path ? strdup(copy.path) : NULL;
    char full[PATH_MAX];
    if (copy.found && ck_path_of(from, full)) {
        copy = (ck_slot_fd){.kind = CK_FD_PATH, .id = last_id + 1};
        path = strdup(full);
    }
    if (copy.kind == CK_FD_NONE && from >= 0 && from <= 2)
        copy = (ck_slot_fd){.kind = CK_FD_GIVEN, .given = (uint32_t)from};
    ck_slot_fd *s = ck_fd_renew(to);
    if (s)
        *s = (ck_slot_fd){.id = copy.id, .path = path, .kind = copy.kind, .given = copy.given};
    if (s && s->kind == CK_FD_GIVEN && s->given == (uint32_t)to)
        s->kind = CK_FD_NONE; /* it is what it was at the start */
    errno = error;
    return to;
}

bool ck_fd_is_own(int file, const char **path) {
    const ck_slot_fd *s = slot_at(file);
    if (!s || (s->kind != CK_FD_PATH && s->kind != CK_FD_PIPE))
        return false;
    *path = s->path;
    return true;
}

int ck_fd_of_given(int given) {
    const ck_slot_fd *s = slot_at(given);
    if (!s || s->kind == CK_FD_NONE)
        return given;
    for (size_t i = 0; i < ck_fd_count; i++)
        if (ck_fds[i].kind == CK_FD_GIVEN && ck_fds[i].given == (uint32_t)given)
            return (int)i;
    return -1;
}

void (*ck_fd_leaving_output)(void);

/* The descriptor is about to be closed, or become another file. */
void ck_fd_leave(int file) {
    unsigned left = 0;
    for (size_t i = 0; i < ck_fd_count; i++)
        left += ck_fds[i].kind == CK_FD_GIVEN && ck_fds[i].given == 1 && i != (size_t)file;
    bool only = ck_fd_of_given(1) == file && !left;
    if (only && ck_fd_leaving_output)
        ck_fd_leaving_output();
}

/* ---- the program's calls ---- */

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    char full[PATH_MAX + NAME_MAX + 2] = "";
    const char *known = path;
    ck_notes *notes = ck_notes_active;
    if (folder != AT_FDCWD && *path != '/' && ck_path_of(folder, full)) {
        size_t length = strlen(full);
        snprintf(full + length, sizeof full - length, "/%s", path);
        known = full;
    }
    bool absent = false;
    if (notes && flags & (O_CREAT | O_TRUNC))
        absent = ck_notes_before(notes, known, flags & O_TRUNC ? CK_REWRITES : CK_GROWS);
    int file = openat(folder, path, flags, mode);
    int error = errno;
    if (file >= 0 && absent && flags & O_CREAT)
        ck_notes_created(notes, file);
    track(file, CK_FD_PATH, known);
    errno = error;
    return file;
}

static mode_t mode_of(int flags, va_list args) {
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(args, mode_t) : 0;
}

int lathe_ckpt_open(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    return open_at(AT_FDCWD, path, flags, mode);
}

int lathe_ckpt_openat(int folder, const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    return open_at(folder, path, flags, mode);
}

__attribute__((alias("lathe_ckpt_open"))) int lathe_ckpt_open64(const char *path, int flags, ...);
__attribute__((alias("lathe_ckpt_openat"))) int lathe_ckpt_openat64(int folder, const char *path,
                                                                    int flags, ...);

int lathe_ckpt_openat_2(int folder, const char *path, int flags) {
    if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE)
        abort(); /* as the call that it replaces: the mode is missing */
    return open_at(folder, path, flags, 0);
}

int lathe_ckpt_open_2(const char *path, int flags) {
    return lathe_ckpt_openat_2(AT_FDCWD, path, flags);
}

__attribute__((alias("lathe_ckpt_open_2"))) int lathe_ckpt_open64_2(const char *path, int flags);
__attribute__((alias("lathe_ckpt_openat_2"))) int
lathe_ckpt_openat64_2(int folder, const char *path, int flags);

int lathe_ckpt_creat(const char *path, mode_t mode) {
    return open_at(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

__attribute__((alias("lathe_ckpt_creat"))) int lathe_ckpt_creat64(const char *path, mode_t mode);

/* libc's own, but that each name is noted before it is tried. */
int lathe_ckpt_mkostemp(char *path, int flags) {
    size_t length = strlen(path);
    char *end = path + length - 6;
    if (length < 6 || strcmp(end, "XXXXXX")) {
        errno = EINVAL;
        return -1;
    }
    for (int tries = 0; tries < 1000; tries++) {
        static const char letters[] =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
        unsigned char random[6];
        if (getentropy(random, sizeof random))
            return -1;
        for (unsigned i = 0; i < 6; i++)
            end[i] = letters[random[i] % (sizeof letters - 1)];
        int file = open_at(AT_FDCWD, path, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL,
                           S_IRUSR | S_IWUSR);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    errno = EEXIST;
    return -1;
}

int lathe_ckpt_mkstemp(char *path) {
    return lathe_ckpt_mkostemp(path, 0);
}

__attribute__((alias("lathe_ckpt_mkstemp"))) int lathe_ckpt_mkstemp64(char *path);
__attribute__((alias("lathe_ckpt_mkostemp"))) int lathe_ckpt_mkostemp64(char *path, int flags);

int lathe_ckpt_close(int file) {
    if (ck_fd_is_aside(file)) {
        errno = EBADF;
        return -1;
    }
    ck_fd_leave(file);
    int result = close(file);
    int error = errno;
    if (!result)
        ck_fd_remove(file);
    errno = error;
    return result;
}

int lathe_ckpt_dup(int file) {
    int copy = dup(file);
    return copy < 0 ? copy : track_copy(file, copy);
}

int lathe_ckpt_dup2(int file, int to) {
    if (file != to)
        ck_fd_leave(to);
    int copy = ck_fd_is_aside(to) ? (errno = EBADF, -1) : dup2(file, to);
    return copy < 0 || file == to ? copy : track_copy(file, to);
}

int lathe_ckpt_dup3(int file, int to, int flags) {
    if (file != to)
        ck_fd_leave(to);
    int copy = ck_fd_is_aside(to) ? (errno = EBADF, -1) : dup3(file, to, flags);
    return copy < 0 ? copy : track_copy(file, to);
}

/* The compiler lets through only commands that a restart can repeat. */
int lathe_ckpt_fcntl(int file, int command, ...) {
    va_list args;
    va_start(args, command);
    long argument = va_arg(args, long);
    va_end(args);
    int result = fcntl(file, command, argument);
    if (result >= 0 && (command == F_DUPFD || command == F_DUPFD_CLOEXEC))
        track_copy(file, result);
    return result;
}

__attribute__((alias("lathe_ckpt_fcntl"))) int lathe_ckpt_fcntl64(int file, int command, ...);

int lathe_ckpt_pipe2(int files[2], int flags) {
    int result = pipe2(files, flags);
    for (unsigned i = 0; !result && i < 2; i++)
        track(files[i], CK_FD_PIPE, NULL);
    return result;
}

int lathe_ckpt_pipe(int files[2]) {
    return lathe_ckpt_pipe2(files, 0);
}
