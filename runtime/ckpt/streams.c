/* The program's calls that open, place and close streams. */
#include "streams_table.h"

#include "alloc.h"
#include "descriptors.h"
#include "memory_stream.h"
#include "notes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

lathe_ckpt_file lathe_ckpt_stdin, lathe_ckpt_stdout, lathe_ckpt_stderr;

ck_stream ck_given[3];
ck_stream *ck_open_streams;
ck_stream_hooks ck_hooks;

/* Where the next byte goes. A descriptor that appends has no position of its own before that. */
off_t ck_output_position(int file) {
    struct stat info;
    int flags = fcntl(file, F_GETFL);
    if (flags >= 0 && flags & O_APPEND && !fstat(file, &info))
        return info.st_size;
    off_t at = lseek(file, 0, SEEK_CUR);
    return at < 0 ? 0 : at;
}

void ck_streams_start(const ck_stream_hooks *with) {
    ck_hooks = *with;
    FILE *files[3] = {stdin, stdout, stderr};
    lathe_ckpt_file *handles[3] = {&lathe_ckpt_stdin, &lathe_ckpt_stdout, &lathe_ckpt_stderr};
    static const char *const modes[3] = {"r", "w", "w"};
    for (unsigned i = 0; i < 3; i++) {
        *handles[i] = (lathe_ckpt_file){.stream = files[i]};
        ck_given[i] = (ck_stream){.handle = handles[i]};
        memcpy(ck_given[i].mode, modes[i], 2);
        ck_given[i].start = ck_output_position((int)i);
    }
}

off_t ck_streams_output_start(void) {
    return ck_given[1].start;
}

ck_stream *ck_stream_find(const lathe_ckpt_file *handle) {
    for (unsigned i = 0; i < 3; i++)
        if (ck_given[i].handle == handle)
            return &ck_given[i];
    ck_stream *s = ck_open_streams;
    while (s && s->handle != handle)
        s = s->next;
    return s;
}

bool ck_stream_is_given(const ck_stream *s) {
    return s >= ck_given && s < ck_given + 3;
}

/* libc flushes the three at exit, so their buffers stay. */
static void forget(ck_stream *s) {
    free(s->path);
    s->path = NULL;
    if (ck_stream_is_given(s))
        return;
    free(s->buffer);
    lathe_ckpt_free(s->memory);
    for (ck_stream **at = &ck_open_streams; *at; at = &(*at)->next)
        if (*at == s) {
            *at = s->next;
            free(s);
            return;
        }
}

/* Only what decides how a file is opened again. */
static void set_mode(ck_stream *s, const char *mode) {
    bool update = strchr(mode, '+') != NULL;
    s->mode[0] = mode[0];
    s->mode[1] = update ? '+' : 0;
    s->mode[2] = 0;
    s->buffering = 0;
    s->buffer_size = 0;
}

ck_stream *ck_stream_remember(lathe_ckpt_file *handle, const char *path, const char *mode) {
    ck_stream *s = calloc(1, sizeof *s);
    char *copy = strdup(path);
    if (!s || !copy) {
        free(s);
        free(copy);
        return NULL;
    }
    *s = (ck_stream){.handle = handle, .path = copy};
    set_mode(s, mode);
    ck_stream **last = &ck_open_streams;
    while (*last)
        last = &(*last)->next;
    return *last = s;
}

/* The program's calls */

/* Reports the change before the file is opened; whether there is none yet. */
static bool is_changed(const char *path, const char *mode) {
    bool changes = mode[0] == 'w' || mode[0] == 'a' || strchr(mode, '+');
    return changes && path && ck_hooks.changing && ck_hooks.changing(path, mode);
}

/* take: handle and file, which may be NULL. The stream, or NULL with neither left open. */
static ck_stream *hand_out(lathe_ckpt_file *handle, FILE *file, const char *path,
                           const char *mode) {
    ck_stream *s = file ? ck_stream_remember(handle, path, mode) : NULL;
    if (s) {
        *handle = (lathe_ckpt_file){.stream = file};
        return s;
    }
    int failed = errno;
    if (file)
        fclose(file);
    lathe_ckpt_free(handle);
    errno = failed;
    return NULL;
}

lathe_ckpt_file *lathe_ckpt_fopen(const char *path, const char *mode) {
    lathe_ckpt_file *handle = lathe_ckpt_malloc(sizeof *handle);
    bool absent = handle && is_changed(path, mode);
    FILE *file = handle ? fopen(path, mode) : NULL;
    if (file && absent && ck_hooks.created)
        ck_hooks.created(fileno(file));
    if (file)
        ck_fd_add_stream(fileno(file));
    return hand_out(handle, file, path, mode) ? handle : NULL;
}

__attribute__((alias("lathe_ckpt_fopen"))) lathe_ckpt_file *lathe_ckpt_fopen64(const char *path,
                                                                               const char *mode);

/* On a descriptor of the program. Where that is one that it was given, what was written there is
 * cut back with it. */
lathe_ckpt_file *lathe_ckpt_fdopen(int file, const char *mode) {
    const char *path = NULL;
    bool own = ck_fd_is_own(file, &path);
    ck_fd_use(file);
    lathe_ckpt_file *handle = lathe_ckpt_malloc(sizeof *handle);
    FILE *stream = handle ? fdopen(file, mode) : NULL;
    if (!stream) {
        lathe_ckpt_free(handle);
        return NULL;
    }
    ck_stream *s = ck_stream_remember(handle, path ? path : "", mode);
    if (!s) {
        lathe_ckpt_free(handle); /* the descriptor stays open, as the call promises */
        return NULL;
    }
    s->adopted = true;
    s->borrowed = !own;
    *handle = (lathe_ckpt_file){.stream = stream};
    return handle;
}

/* Its contents are saved with it, as those of all files without a name. */
lathe_ckpt_file *lathe_ckpt_tmpfile(void) {
    lathe_ckpt_file *handle = lathe_ckpt_malloc(sizeof *handle);
    FILE *file = handle ? tmpfile() : NULL;
    if (file)
        ck_fd_add_stream(fileno(file));
    return hand_out(handle, file, "", "w+") ? handle : NULL;
}

__attribute__((alias("lathe_ckpt_tmpfile"))) lathe_ckpt_file *lathe_ckpt_tmpfile64(void);

lathe_ckpt_file *lathe_ckpt_open_memstream(char **where, size_t *size) {
    lathe_ckpt_file *handle = lathe_ckpt_malloc(sizeof *handle);
    ck_memory *memory = handle ? ck_memory_make(where, size) : NULL;
    FILE *file = memory ? ck_memory_open(memory) : NULL;
    ck_stream *s = hand_out(handle, file, "", "w");
    if (s)
        s->memory = memory;
    return s ? handle : NULL;
}

bool ck_stream_rename(ck_stream *s, const char *path, const char *mode) {
    char *copy = path ? strdup(path) : NULL;
    if (path && !copy)
        return false;
    if (path) {
        free(s->path);
        s->path = copy;
    }
    set_mode(s, mode);
    return true;
}

lathe_ckpt_file *lathe_ckpt_freopen(const char *path, const char *mode, lathe_ckpt_file *handle) {
    ck_stream *s = ck_stream_find(handle);
    /* Flushed first: what is in the buffer may belong to the file that is noted now. */
    fflush(handle->stream);
    ck_fd_leave(fileno(handle->stream));
    bool absent = is_changed(path, mode);
    FILE *file = freopen(path, mode, handle->stream);
    handle->stream = file;
    if (file && absent && ck_hooks.created)
        ck_hooks.created(fileno(file));
    if (file)
        ck_fd_add_stream(fileno(file));
    if (file && s && ck_stream_rename(s, path, mode)) {
        s->unknown |= !path;
        return handle;
    }
    if (s)
        forget(s);
    return NULL;
}

__attribute__((alias("lathe_ckpt_freopen"))) lathe_ckpt_file *
lathe_ckpt_freopen64(const char *path, const char *mode, lathe_ckpt_file *handle);

int lathe_ckpt_fclose(lathe_ckpt_file *handle) {
    ck_stream *s = ck_stream_find(handle);
    int file = fileno(handle->stream), result = fclose(handle->stream), error = errno;
    handle->stream = NULL;
    if (file >= 0)
        ck_fd_remove(file);
    errno = error;
    if (s && !ck_stream_is_given(s))
        lathe_ckpt_free(handle);
    if (s)
        forget(s);
    return result;
}

int lathe_ckpt_fflush(lathe_ckpt_file *handle) {
    return fflush(handle ? handle->stream : NULL);
}

__attribute__((alias("lathe_ckpt_fflush"))) int lathe_ckpt_fflush_unlocked(lathe_ckpt_file *handle);

/* ---- positions ---- */

/* A stream that is written from somewhere before the end of its file writes over what is there,
 * which no checkpoint holds. */
void ck_stream_note(const ck_stream *s) {
    FILE *file = s->handle->stream;
    struct stat info;
    bool writes = s->mode[0] == 'w' || s->mode[1];
    if (!ck_notes_active || !file || !s->path || !writes || s->mode[0] == 'a' || s->memory ||
        s->borrowed || fstat(fileno(file), &info) || !S_ISREG(info.st_mode))
        return;
    off_t at = lseek(fileno(file), 0, SEEK_CUR), logical = ftello(file);
    if (s->mode[1] && logical < at)
        at = logical;
    if (at >= 0 && at < info.st_size)
        ck_notes_resizing(ck_notes_active, fileno(file), at);
}

static int moved(const lathe_ckpt_file *handle, int result) {
    int error = errno;
    const ck_stream *s = ck_stream_find(handle);
    if (s)
        ck_stream_note(s);
    errno = error;
    return result;
}

int lathe_ckpt_fseek(lathe_ckpt_file *handle, long offset, int whence) {
    return moved(handle, fseek(handle->stream, offset, whence));
}

int lathe_ckpt_fseeko(lathe_ckpt_file *handle, off_t offset, int whence) {
    return moved(handle, fseeko(handle->stream, offset, whence));
}

__attribute__((alias("lathe_ckpt_fseeko"))) int lathe_ckpt_fseeko64(lathe_ckpt_file *handle,
                                                                    off_t offset, int whence);

void lathe_ckpt_rewind(lathe_ckpt_file *handle) {
    rewind(handle->stream);
    moved(handle, 0);
}

int lathe_ckpt_fsetpos(lathe_ckpt_file *handle, const fpos_t *to) {
    return moved(handle, fsetpos(handle->stream, to));
}

__attribute__((alias("lathe_ckpt_fsetpos"))) int lathe_ckpt_fsetpos64(lathe_ckpt_file *handle,
                                                                      const fpos_t *to);

bool ck_stream_holds(uint64_t address) {
    for (const ck_stream *s = ck_open_streams; s; s = s->next)
        if ((uint64_t)(uintptr_t)&s->handle->stream == address)
            return true;
    return false;
}

void ck_streams_note(void) {
    for (const ck_stream *s = ck_open_streams; s; s = s->next)
        ck_stream_note(s);
}

/* ---- buffers ---- */

/* Not the program's: libc holds addresses of it and writes to it,
 * which a restart would know nothing of. */
int ck_stream_set_buffer(ck_stream *s, FILE *file, int mode, size_t size) {
    char *buffer = size && mode != _IONBF ? malloc(size) : NULL;
    int result = setvbuf(file, buffer, mode, size);
    if (result || !s) {
        free(buffer);
        return result;
    }
    char *old = s->buffer;
    s->buffering = mode + 1;
    s->buffer = buffer;
    s->buffer_size = buffer ? (uint32_t)size : 0;
    if (!ck_stream_is_given(s))
        free(old);
    return 0;
}

int lathe_ckpt_setvbuf(lathe_ckpt_file *handle, char *buffer, int mode, size_t size) {
    size_t most = size < CK_UPDATE_MAX ? size : CK_UPDATE_MAX;
    return ck_stream_set_buffer(ck_stream_find(handle), handle->stream, mode, buffer ? most : 0);
}

void lathe_ckpt_setbuf(lathe_ckpt_file *handle, char *buffer) {
    lathe_ckpt_setvbuf(handle, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}

void lathe_ckpt_setbuffer(lathe_ckpt_file *handle, char *buffer, size_t size) {
    lathe_ckpt_setvbuf(handle, buffer, buffer ? _IOFBF : _IONBF, size);
}

void lathe_ckpt_setlinebuf(lathe_ckpt_file *handle) {
    lathe_ckpt_setvbuf(handle, NULL, _IOLBF, 0);
}
