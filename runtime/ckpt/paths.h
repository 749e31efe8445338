/* Calls of the program that change files by their paths, or through a descriptor: what was is noted
 * before. Reading only counts for descriptors that the program did not open. */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <utime.h>

struct timeval;

#pragma GCC visibility push(default)
int lathe_ckpt_unlink(const char *path);
int lathe_ckpt_unlinkat(int folder, const char *path, int flags);
int lathe_ckpt_remove(const char *path);
int lathe_ckpt_rmdir(const char *path);
int lathe_ckpt_rename(const char *from, const char *to);
int lathe_ckpt_renameat(int from_folder, const char *from, int to_folder, const char *to);
int lathe_ckpt_link(const char *from, const char *to);
int lathe_ckpt_symlink(const char *text, const char *path);
int lathe_ckpt_mkdir(const char *path, mode_t mode);
int lathe_ckpt_mkdirat(int folder, const char *path, mode_t mode);
char *lathe_ckpt_mkdtemp(char *path);
int lathe_ckpt_truncate(const char *path, off_t size);
int lathe_ckpt_truncate64(const char *path, off_t size);
int lathe_ckpt_chmod(const char *path, mode_t mode);
int lathe_ckpt_fchmod(int file, mode_t mode);
int lathe_ckpt_utime(const char *path, const struct utimbuf *times);
int lathe_ckpt_utimes(const char *path, const struct timeval times[2]);
int lathe_ckpt_utimensat(int folder, const char *path, const struct timespec times[2], int flags);
int lathe_ckpt_futimens(int file, const struct timespec times[2]);

ssize_t lathe_ckpt_read(int file, void *data, size_t size);
ssize_t lathe_ckpt_read_chk(int file, void *data, size_t size, size_t room);
ssize_t lathe_ckpt_readv(int file, const struct iovec *parts, int count);
ssize_t lathe_ckpt_write(int file, const void *data, size_t size);
ssize_t lathe_ckpt_pwrite(int file, const void *data, size_t size, off_t to);
ssize_t lathe_ckpt_pwrite64(int file, const void *data, size_t size, off_t to);
ssize_t lathe_ckpt_writev(int file, const struct iovec *parts, int count);
ssize_t lathe_ckpt_pwritev(int file, const struct iovec *parts, int count, off_t to);
ssize_t lathe_ckpt_pwritev64(int file, const struct iovec *parts, int count, off_t to);
int lathe_ckpt_ftruncate(int file, off_t size);
int lathe_ckpt_ftruncate64(int file, off_t size);
int lathe_ckpt_posix_fallocate(int file, off_t from, off_t size);
int lathe_ckpt_posix_fallocate64(int file, off_t from, off_t size);
int lathe_ckpt_dprintf(int file, const char *format, ...);
int lathe_ckpt_vdprintf(int file, const char *format, va_list args);
int lathe_ckpt_dprintf_chk(int file, int flag, const char *format, ...);
int lathe_ckpt_vdprintf_chk(int file, int flag, const char *format, va_list args);
#pragma GCC visibility pop
