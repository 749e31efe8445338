/* Streams that the program opened by path, and the three that it was given. Handles are what the
 * program holds; see rt_abi.h.
 *
 * Exactly once holds for regular files that are written ("w", "a", redirected output): what was
 * written after the commit is cut off at restart. What is in the buffer of a stream opened by name
 * stays there at a commit and is saved as it is: written early, it would stand before what goes
 * into the file by another stream. Files open for reading and writing are saved with their
 * contents, because what the program reads back must be what it wrote before the commit. What went
 * to pipes and terminals after the commit is written again. */
#pragma once

#pragma GCC visibility push(default)
#include "rt_abi.h"
#pragma GCC visibility pop
#include "buffer.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* What others need to know; each may be NULL. */
typedef struct ck_stream_hooks {
    /* The file is about to be opened in a mode that changes it. True if it is not there yet. */
    bool (*changing)(const char *path, const char *mode);
    /* The file did not exist, and is open now. */
    void (*created)(int file);
    /* The standard output is about to be cut back to there; false: not to be. */
    bool (*cutting)(int file, off_t to);
    /* The standard output is another file, and not all that was written before can be repeated. */
    void (*incomplete)(void);
    /* The standard input was not a file, and some of it had been read. */
    void (*half_read)(void);
} ck_stream_hooks;

void ck_streams_start(const ck_stream_hooks *hooks);
/* Flushes every stream and appends what is needed to reopen it. */
bool ck_streams_take(ck_buffer *out, const char **why);
/* Before the program gives up the standard output: what it has written there may have to be written
 * again. */
void ck_streams_leave_output(int file);
/* After a commit or a restart: what open streams may write over is noted (notes.h). */
void ck_streams_note(void);
/* What a stream on a pipe of the program's has read already and not given out; NULL: nothing. */
const char *ck_streams_unread(int file, size_t *size);
/* Whether a stream's own address is kept there: it is another in each process, and put there again.
 */
bool ck_stream_holds(uint64_t address);
/* Cuts the standard output back to where a run began that is started again. */
void ck_streams_restart_output(off_t start);
/* Where the standard output begins. */
off_t ck_streams_output_start(void);
/* Whether a section of a file can be put back as far as that is known before files are undone:
 * handles are the program's, the standard input is as long as it was. */
bool ck_streams_check(const void *data, size_t size, const char **why);
/* And whether files are as long as they were. Changes nothing. */
bool ck_streams_check_files(const void *data, size_t size, const char **why);
/* After ck_streams_check and after memory was restored: all of them, or first those that the
 * program was given, and when its descriptors are there again, the others. */
bool ck_streams_put(const void *data, size_t size, const char **why);
bool ck_streams_put_given(const void *data, size_t size, const char **why);
bool ck_streams_put_opened(const void *data, size_t size, const char **why);

#pragma GCC visibility push(default)
lathe_ckpt_file *lathe_ckpt_fopen(const char *path, const char *mode);
lathe_ckpt_file *lathe_ckpt_fopen64(const char *path, const char *mode);
lathe_ckpt_file *lathe_ckpt_freopen(const char *path, const char *mode, lathe_ckpt_file *file);
lathe_ckpt_file *lathe_ckpt_freopen64(const char *path, const char *mode, lathe_ckpt_file *file);
lathe_ckpt_file *lathe_ckpt_fdopen(int file, const char *mode);
lathe_ckpt_file *lathe_ckpt_tmpfile(void);
lathe_ckpt_file *lathe_ckpt_tmpfile64(void);
lathe_ckpt_file *lathe_ckpt_open_memstream(char **where, size_t *size);
int lathe_ckpt_fseek(lathe_ckpt_file *file, long offset, int whence);
int lathe_ckpt_fseeko(lathe_ckpt_file *file, off_t offset, int whence);
int lathe_ckpt_fseeko64(lathe_ckpt_file *file, off_t offset, int whence);
void lathe_ckpt_rewind(lathe_ckpt_file *file);
int lathe_ckpt_fsetpos(lathe_ckpt_file *file, const fpos_t *to);
int lathe_ckpt_fsetpos64(lathe_ckpt_file *file, const fpos_t *to);
void lathe_ckpt_setbuffer(lathe_ckpt_file *file, char *buffer, size_t size);
void lathe_ckpt_setlinebuf(lathe_ckpt_file *file);
int lathe_ckpt_fclose(lathe_ckpt_file *file);
int lathe_ckpt_fflush(lathe_ckpt_file *file);
int lathe_ckpt_fflush_unlocked(lathe_ckpt_file *file);
int lathe_ckpt_setvbuf(lathe_ckpt_file *file, char *buffer, int mode, size_t size);
void lathe_ckpt_setbuf(lathe_ckpt_file *file, char *buffer);
ssize_t lathe_ckpt_getdelim(char **line, size_t *size, int delimiter, lathe_ckpt_file *file);
ssize_t lathe_ckpt_getline(char **line, size_t *size, lathe_ckpt_file *file);
#pragma GCC visibility pop
