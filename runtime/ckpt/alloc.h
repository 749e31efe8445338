/* What calls of the program to the functions of the same names, without lathe_ckpt_, become. */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <sys/types.h>

#pragma GCC visibility push(default)
void *lathe_ckpt_malloc(size_t size);
void *lathe_ckpt_calloc(size_t count, size_t size);
void *lathe_ckpt_realloc(void *block, size_t size);
void *lathe_ckpt_reallocarray(void *block, size_t count, size_t size);
void lathe_ckpt_free(void *block);
void *lathe_ckpt_aligned_alloc(size_t alignment, size_t size);
void *lathe_ckpt_memalign(size_t alignment, size_t size);
int lathe_ckpt_posix_memalign(void **out, size_t alignment, size_t size);
size_t lathe_ckpt_malloc_usable_size(void *block);

/* Results of libc that the program frees must be in the arena too. */
char *lathe_ckpt_strdup(const char *text);
char *lathe_ckpt_strndup(const char *text, size_t most);
int lathe_ckpt_asprintf(char **out, const char *format, ...);
int lathe_ckpt_vasprintf(char **out, const char *format, va_list args);
char *lathe_ckpt_realpath(const char *path, char *out);
char *lathe_ckpt_getcwd(char *out, size_t size);
int lathe_ckpt_asprintf_chk(char **out, int flag, const char *format, ...);
int lathe_ckpt_vasprintf_chk(char **out, int flag, const char *format, va_list args);
char *lathe_ckpt_getcwd_chk(char *out, size_t size, size_t room);
char *lathe_ckpt_realpath_chk(const char *path, char *out, size_t room);
char *lathe_ckpt_canonicalize_file_name(const char *path);
char *lathe_ckpt_get_current_dir_name(void);
wchar_t *lathe_ckpt_wcsdup(const wchar_t *text);
void *lathe_ckpt_valloc(size_t size);
void *lathe_ckpt_pvalloc(size_t size);
void lathe_ckpt_cfree(void *block);
#pragma GCC visibility pop
