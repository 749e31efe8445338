/* File descriptors of the program: those that it opened by path, its pipes to itself, duplicates of
 * these and of the three it was given. A checkpoint holds how to have each again under its number:
 * path, flags and position; what is in a pipe; and what a file holds whose last name is gone.
 *
 * What is written through a descriptor after a commit is noted before it is written (notes.h), so
 * that at a restart files are as they were, and only have to be opened. */
#pragma once

#include "buffer.h"

#include <stdint.h>
#include <sys/types.h>

/* As it is in a file; followed by the path, with its zero, and the content, padded to 8. */
typedef struct ck_descriptor_record {
    uint32_t number, kind;
    uint32_t same_as;          /* a number with the same position; itself if there is none before */
    uint32_t flags, own_flags; /* F_GETFL and F_GETFD */
    uint32_t path_size, content_size;
    uint32_t mode; /* permissions of a file without a name */
    uint64_t offset;
    uint64_t about; /* of a file its size, of a pipe what both ends have, of one that was found the
                       inode */
} ck_descriptor_record;

_Static_assert(sizeof(ck_descriptor_record) == 48, "the file has no padding");

enum {
    CK_FD_NONE,   /* not the program's doing */
    CK_FD_PATH,   /* opened by path */
    CK_FD_PIPE,   /* of the program to itself */
    CK_FD_GIVEN,  /* a duplicate of 0, 1 or 2, as they were at the start */
    CK_FD_STREAM, /* of a stream that was opened by path, or a duplicate of it */
    CK_FD_GONE,   /* 0, 1 or 2, closed */
    CK_FD_FOUND,  /* open when the program was started, and read or written since */
    CK_FD_KIND_END
};

/* Remembers what was open when the program was started; others may use that, too, so what counts is
 * what the program itself does with it. */
void ck_fd_start(void);
void ck_fd_use(int file);
/* Keeps a descriptor of the runtime's own out of the program's numbers. Gives -1 for -1. */
int ck_fd_aside(int file);
bool ck_fd_is_aside(int file);
void ck_fd_close_aside(int file);

/* What streams tell: a stream was opened on the descriptor, or is gone with it. */
void ck_fd_add_stream(int file);
void ck_fd_remove(int file);
/* Whether the program opened it itself, as a path or a pipe, and what for; NULL: a pipe. */
bool ck_fd_is_own(int file, const char **path);
/* Called before the program gives up the standard output that it was given: no more can be written
 * there. May be NULL. */
extern void (*ck_fd_leaving_output)(void) __attribute__((visibility("hidden")));
void ck_fd_leave(int file);
/* Where the descriptor that was given as 0, 1 or 2 is now; -1: nowhere. */
int ck_fd_of_given(int given);

/* unread: what a stream on the descriptor has read already and the program has not; may be NULL. */
bool ck_descriptors_take(ck_buffer *out, const char **why,
                         const char *(*unread)(int file, size_t *size));
bool ck_descriptors_check(const void *data, size_t size, const char **why);
/* All but those of streams; then, when streams have theirs, duplicates of those. */
bool ck_descriptors_put(const void *data, size_t size, const char **why);
bool ck_descriptors_put_duplicates(const void *data, size_t size, const char **why);
/* A new file without a name; -1 on failure. */
int ck_nameless(const char *content, size_t size);

#pragma GCC visibility push(default)
int lathe_ckpt_open(const char *path, int flags, ...);
int lathe_ckpt_open64(const char *path, int flags, ...);
int lathe_ckpt_open_2(const char *path, int flags);
int lathe_ckpt_open64_2(const char *path, int flags);
int lathe_ckpt_openat(int folder, const char *path, int flags, ...);
int lathe_ckpt_openat64(int folder, const char *path, int flags, ...);
int lathe_ckpt_openat_2(int folder, const char *path, int flags);
int lathe_ckpt_openat64_2(int folder, const char *path, int flags);
int lathe_ckpt_creat(const char *path, mode_t mode);
int lathe_ckpt_creat64(const char *path, mode_t mode);
int lathe_ckpt_mkstemp(char *path);
int lathe_ckpt_mkstemp64(char *path);
int lathe_ckpt_mkostemp(char *path, int flags);
int lathe_ckpt_mkostemp64(char *path, int flags);
int lathe_ckpt_close(int file);
int lathe_ckpt_dup(int file);
int lathe_ckpt_dup2(int file, int to);
int lathe_ckpt_dup3(int file, int to, int flags);
int lathe_ckpt_fcntl(int file, int command, ...);
int lathe_ckpt_fcntl64(int file, int command, ...);
int lathe_ckpt_pipe(int files[2]);
int lathe_ckpt_pipe2(int files[2], int flags);
#pragma GCC visibility pop
