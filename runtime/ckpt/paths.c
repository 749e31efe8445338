#include "paths.h"

#include "descriptors.h"
#include "notes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* ---- paths ---- */

/* A path below a directory's descriptor, as one that needs none. */
static const char *below(int folder, const char *path, char out[2 * PATH_MAX]) {
    if (folder == AT_FDCWD || *path == '/' || !ck_path_of(folder, out))
        return path;
    size_t length = strlen(out);
    snprintf(out + length, PATH_MAX, "/%s", path);
    return out;
}

static void note_removal(const char *path) {
    if (ck_notes_active)
        ck_notes_removing(ck_notes_active, path);
}

int lathe_ckpt_unlink(const char *path) {
    note_removal(path);
    return unlink(path);
}

int lathe_ckpt_unlinkat(int folder, const char *path, int flags) {
    char full[2 * PATH_MAX];
    note_removal(below(folder, path, full));
    return unlinkat(folder, path, flags);
}

int lathe_ckpt_remove(const char *path) {
    note_removal(path);
    return remove(path);
}

int lathe_ckpt_rmdir(const char *path) {
    note_removal(path);
    return rmdir(path);
}

int lathe_ckpt_rename(const char *from, const char *to) {
    if (ck_notes_active)
        ck_notes_renaming(ck_notes_active, from, to);
    return rename(from, to);
}

int lathe_ckpt_renameat(int from_folder, const char *from, int to_folder, const char *to) {
    char a[2 * PATH_MAX], b[2 * PATH_MAX];
    if (ck_notes_active)
        ck_notes_renaming(ck_notes_active, below(from_folder, from, a), below(to_folder, to, b));
    return renameat(from_folder, from, to_folder, to);
}

int lathe_ckpt_link(const char *from, const char *to) {
    if (ck_notes_active)
        ck_notes_linking(ck_notes_active, from, to);
    return link(from, to);
}

int lathe_ckpt_symlink(const char *text, const char *path) {
    if (ck_notes_active)
        ck_notes_making_link(ck_notes_active, path);
    return symlink(text, path);
}

static void note_directory(const char *path) {
    if (ck_notes_active)
        ck_notes_making_directory(ck_notes_active, path);
}

int lathe_ckpt_mkdir(const char *path, mode_t mode) {
    note_directory(path);
    return mkdir(path, mode);
}

int lathe_ckpt_mkdirat(int folder, const char *path, mode_t mode) {
    char full[2 * PATH_MAX];
    note_directory(below(folder, path, full));
    return mkdirat(folder, path, mode);
}

/* Noted when it is there: its name is not known before. Killed in between, it leaves an empty
 * directory. */
char *lathe_ckpt_mkdtemp(char *path) {
    char *made = mkdtemp(path);
    if (made && ck_notes_active && !rmdir(made)) {
        note_directory(made);
        if (mkdir(made, S_IRWXU))
            return NULL;
    }
    return made;
}

int lathe_ckpt_truncate(const char *path, off_t size) {
    int at = ck_notes_active ? open(path, O_PATH | O_CLOEXEC) : -1;
    if (at >= 0) {
        ck_notes_resizing(ck_notes_active, at, size);
        close(at);
    }
    return truncate(path, size);
}

__attribute__((alias("lathe_ckpt_truncate"))) int lathe_ckpt_truncate64(const char *path,
                                                                        off_t size);

int lathe_ckpt_chmod(const char *path, mode_t mode) {
    if (ck_notes_active)
        ck_notes_changing_mode(ck_notes_active, path);
    return chmod(path, mode);
}

int lathe_ckpt_fchmod(int file, mode_t mode) {
    char path[PATH_MAX];
    if (ck_notes_active && ck_path_of(file, path))
        ck_notes_changing_mode(ck_notes_active, path);
    return fchmod(file, mode);
}

/* A file's time is noted with its size. */
static void note_time(const char *path) {
    if (ck_notes_active)
        ck_notes_before(ck_notes_active, path, CK_GROWS);
}

int lathe_ckpt_utime(const char *path, const struct utimbuf *times) {
    note_time(path);
    return utime(path, times);
}

int lathe_ckpt_utimes(const char *path, const struct timeval times[2]) {
    note_time(path);
    return utimes(path, times);
}

int lathe_ckpt_utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
    char full[2 * PATH_MAX];
    if (path)
        note_time(below(folder, path, full));
    return utimensat(folder, path, times, flags);
}

int lathe_ckpt_futimens(int file, const struct timespec times[2]) {
    char path[PATH_MAX];
    if (ck_path_of(file, path))
        note_time(path);
    return futimens(file, times);
}

/* ---- descriptors ---- */

/* What goes to the standard output is cut back at a restart, and not noted. */
static bool is_noted(int file) {
    return ck_notes_active && (file > 2 || ck_fd_of_given(file) != file) &&
           ck_fd_of_given(1) != file && ck_fd_of_given(2) != file;
}

static void note_write(int file, off_t to, size_t size) {
    int error = errno;
    ck_fd_use(file);
    if (is_noted(file) && size) {
        int flags = fcntl(file, F_GETFL);
        struct stat info;
        if (flags >= 0 && flags & O_APPEND && !fstat(file, &info))
            to = info.st_size;
        else if (to < 0)
            to = lseek(file, 0, SEEK_CUR);
        if (to >= 0)
            ck_notes_writing(ck_notes_active, file, to, size);
    }
    errno = error;
}

static size_t sum(const struct iovec *parts, int count) {
    size_t size = 0;
    for (int i = 0; i < count; i++)
        size += parts[i].iov_len;
    return size;
}

ssize_t lathe_ckpt_read(int file, void *data, size_t size) {
    ck_fd_use(file);
    return read(file, data, size);
}

_Noreturn void __chk_fail(void);

ssize_t lathe_ckpt_read_chk(int file, void *data, size_t size, size_t room) {
    if (size > room)
        __chk_fail();
    return lathe_ckpt_read(file, data, size);
}

ssize_t lathe_ckpt_readv(int file, const struct iovec *parts, int count) {
    ck_fd_use(file);
    return readv(file, parts, count);
}

ssize_t lathe_ckpt_write(int file, const void *data, size_t size) {
    note_write(file, -1, size);
    return write(file, data, size);
}

ssize_t lathe_ckpt_pwrite(int file, const void *data, size_t size, off_t to) {
    note_write(file, to, size);
    return pwrite(file, data, size, to);
}

__attribute__((alias("lathe_ckpt_pwrite"))) ssize_t lathe_ckpt_pwrite64(int file, const void *data,
                                                                        size_t size, off_t to);

ssize_t lathe_ckpt_writev(int file, const struct iovec *parts, int count) {
    note_write(file, -1, sum(parts, count));
    return writev(file, parts, count);
}

ssize_t lathe_ckpt_pwritev(int file, const struct iovec *parts, int count, off_t to) {
    note_write(file, to, sum(parts, count));
    return pwritev(file, parts, count, to);
}

__attribute__((alias("lathe_ckpt_pwritev"))) ssize_t lathe_ckpt_pwritev64(int file,
                                                                          const struct iovec *parts,
                                                                          int count, off_t to);

int lathe_ckpt_ftruncate(int file, off_t size) {
    int error = errno;
    if (is_noted(file) && size >= 0)
        ck_notes_resizing(ck_notes_active, file, size);
    errno = error;
    return ftruncate(file, size);
}

__attribute__((alias("lathe_ckpt_ftruncate"))) int lathe_ckpt_ftruncate64(int file, off_t size);

int lathe_ckpt_posix_fallocate(int file, off_t from, off_t size) {
    if (is_noted(file))
        ck_notes_resizing(ck_notes_active, file, INT64_MAX);
    return posix_fallocate(file, from, size);
}

__attribute__((alias("lathe_ckpt_posix_fallocate"))) int
lathe_ckpt_posix_fallocate64(int file, off_t from, off_t size);

int lathe_ckpt_vdprintf(int file, const char *format, va_list args) {
    note_write(file, -1, SIZE_MAX / 2);
    return vdprintf(file, format, args);
}

int lathe_ckpt_dprintf(int file, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = lathe_ckpt_vdprintf(file, format, args);
    va_end(args);
    return length;
}

int __vdprintf_chk(int file, int flag, const char *format, va_list args);

int lathe_ckpt_vdprintf_chk(int file, int flag, const char *format, va_list args) {
    note_write(file, -1, SIZE_MAX / 2);
    return __vdprintf_chk(file, flag, format, args);
}

int lathe_ckpt_dprintf_chk(int file, int flag, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = lathe_ckpt_vdprintf_chk(file, flag, format, args);
    va_end(args);
    return length;
}
