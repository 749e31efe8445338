#include "streams.h"

#include "alloc.h"
#include "rt_arena.h"
#include "rt_io.h"
#include "streams_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Contents of larger files are not put into a checkpoint. */
enum { UPDATE_MAX = 64 << 20, OUTPUT_MAX = 1 << 20 };

/* An open stream; path is NULL for those that the program was given. */
typedef struct stream {
    struct stream *next;
    lathe_ckpt_file *handle;
    char *path;
    char mode[CK_STREAM_MODE_SIZE];
    int buffering; /* a mode of setvbuf + 1; 0: never set */
    char *buffer;  /* in place of the one that the program gave */
    uint32_t buffer_size;
    off_t start;  /* where the program's output began */
    bool unknown; /* how to open the file again is not known */
} stream;

lathe_ckpt_file lathe_ckpt_stdin, lathe_ckpt_stdout, lathe_ckpt_stderr;

static stream given[3];
static stream *opened;
static ck_stream_hooks hooks;

/* Where the next byte goes. A descriptor that appends has no position of its own before that. */
static off_t output_position(int file) {
    struct stat info;
    int flags = fcntl(file, F_GETFL);
    if (flags >= 0 && flags & O_APPEND && !fstat(file, &info))
        return info.st_size;
    off_t at = lseek(file, 0, SEEK_CUR);
    return at < 0 ? 0 : at;
}

void ck_streams_start(const ck_stream_hooks *with) {
    hooks = *with;
    FILE *files[3] = {stdin, stdout, stderr};
    lathe_ckpt_file *handles[3] = {&lathe_ckpt_stdin, &lathe_ckpt_stdout, &lathe_ckpt_stderr};
    static const char *const modes[3] = {"r", "w", "w"};
    for (unsigned i = 0; i < 3; i++) {
        *handles[i] = (lathe_ckpt_file){.stream = files[i]};
        given[i] = (stream){.handle = handles[i]};
        memcpy(given[i].mode, modes[i], 2);
        given[i].start = output_position((int)i);
    }
}

off_t ck_streams_output_start(void) {
    return given[1].start;
}

static stream *find(const lathe_ckpt_file *handle) {
    for (unsigned i = 0; i < 3; i++)
        if (given[i].handle == handle)
            return &given[i];
    stream *s = opened;
    while (s && s->handle != handle)
        s = s->next;
    return s;
}

/* Whether libc's own stream, which printf and getchar use, can read or write it. */
static bool is_as_given(const stream *s) {
    return !s->mode[1] && (s->mode[0] == 'r') == (s == &given[0]);
}

static bool is_given(const stream *s) {
    return s >= given && s < given + 3;
}

/* libc flushes the three at exit, so their buffers stay. */
static void forget(stream *s) {
    free(s->path);
    s->path = NULL;
    if (is_given(s))
        return;
    free(s->buffer);
    for (stream **at = &opened; *at; at = &(*at)->next)
        if (*at == s) {
            *at = s->next;
            free(s);
            return;
        }
}

/* Only what decides how a file is opened again. */
static void set_mode(stream *s, const char *mode) {
    bool update = strchr(mode, '+') != NULL;
    s->mode[0] = mode[0];
    s->mode[1] = update ? '+' : 0;
    s->mode[2] = 0;
    s->buffering = 0;
    s->buffer_size = 0;
}

static stream *remember(lathe_ckpt_file *handle, const char *path, const char *mode) {
    stream *s = calloc(1, sizeof *s);
    char *copy = strdup(path);
    if (!s || !copy) {
        free(s);
        free(copy);
        return NULL;
    }
    *s = (stream){.handle = handle, .path = copy, .next = opened};
    set_mode(s, mode);
    return opened = s;
}

/* The program's calls */

/* Reports the change before the file is opened; whether there is none yet. */
static bool is_changed(const char *path, const char *mode) {
    bool changes = mode[0] == 'w' || mode[0] == 'a' || strchr(mode, '+');
    return changes && path && hooks.changing && hooks.changing(path, mode);
}

lathe_ckpt_file *lathe_ckpt_fopen(const char *path, const char *mode) {
    lathe_ckpt_file *handle = lathe_ckpt_malloc(sizeof *handle);
    bool absent = handle && is_changed(path, mode);
    FILE *file = handle ? fopen(path, mode) : NULL;
    if (file && absent && hooks.created)
        hooks.created(fileno(file));
    if (file && remember(handle, path, mode)) {
        *handle = (lathe_ckpt_file){.stream = file};
        return handle;
    }
    int failed = errno;
    if (file)
        fclose(file);
    lathe_ckpt_free(handle);
    errno = failed;
    return NULL;
}

lathe_ckpt_file *lathe_ckpt_fopen64(const char *path, const char *mode) {
    return lathe_ckpt_fopen(path, mode);
}

static bool rename_stream(stream *s, const char *path, const char *mode) {
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
    stream *s = find(handle);
    /* Flushed first: what is in the buffer may belong to the file that is noted now. */
    fflush(handle->stream);
    bool absent = is_changed(path, mode);
    FILE *file = freopen(path, mode, handle->stream);
    handle->stream = file;
    if (file && absent && hooks.created)
        hooks.created(fileno(file));
    if (file && s && rename_stream(s, path, mode)) {
        s->unknown |= !path;
        return handle;
    }
    if (s)
        forget(s);
    return NULL;
}

lathe_ckpt_file *lathe_ckpt_freopen64(const char *path, const char *mode, lathe_ckpt_file *handle) {
    return lathe_ckpt_freopen(path, mode, handle);
}

int lathe_ckpt_fclose(lathe_ckpt_file *handle) {
    stream *s = find(handle);
    int result = fclose(handle->stream);
    handle->stream = NULL;
    if (s && !is_given(s))
        lathe_ckpt_free(handle);
    if (s)
        forget(s);
    return result;
}

int lathe_ckpt_fflush(lathe_ckpt_file *handle) {
    return fflush(handle ? handle->stream : NULL);
}

/* Gives libc a buffer of that size. Not the program's: libc holds addresses of it and writes to it,
 * which a restart would know nothing of. */
static int set_buffer(stream *s, FILE *file, int mode, size_t size) {
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
    if (!is_given(s))
        free(old);
    return 0;
}

int lathe_ckpt_setvbuf(lathe_ckpt_file *handle, char *buffer, int mode, size_t size) {
    size_t most = size < UPDATE_MAX ? size : UPDATE_MAX;
    return set_buffer(find(handle), handle->stream, mode, buffer ? most : 0);
}

void lathe_ckpt_setbuf(lathe_ckpt_file *handle, char *buffer) {
    lathe_ckpt_setvbuf(handle, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}

/* Saving */

/* A descriptor of the shell may be open for writing only, so the file is opened anew. */
static bool read_range(int descriptor, const char *path, off_t from, uint32_t size, char *out) {
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : ck_open_again(descriptor);
    bool done = file >= 0 && ck_read_at(file, out, size, from) == (ssize_t)size;
    ck_close(&ck_io_system, file);
    return done;
}

static uint32_t wanted_content(const stream *s, const ck_stream_record *r) {
    if (!(r->flags & CK_STREAM_REGULAR))
        return 0;
    if (s->path)
        return s->mode[1] == '+' ? (uint32_t)r->size : 0;
    uint64_t written = s->mode[0] == 'w' && r->offset > r->start ? r->offset - r->start : 0;
    return written <= OUTPUT_MAX ? (uint32_t)written : OUTPUT_MAX;
}

static bool is_written(const stream *s) {
    return s->mode[0] != 'r' || s->mode[1];
}

/* glibc reads what was pushed back from an area of its own, as long as this flag is set. No call
 * shows it, and the position does not either: the same one may be reached without. */
enum { IN_BACKUP = 0x100 };

static size_t pushed_back(const FILE *file) {
    return file->_flags & IN_BACKUP ? (size_t)(file->_IO_read_end - file->_IO_read_ptr) : 0;
}

/* The position as if nothing had been pushed back; the other area is what is left to read. */
static off_t position_below(FILE *file) {
    off_t at = lseek(fileno(file), 0, SEEK_CUR);
    return at - (file->_IO_save_end - file->_IO_save_base);
}

static void fill_position(FILE *file, off_t offset, ck_stream_record *r) {
    r->offset = (uint64_t)offset;
    r->pushed_count = (uint32_t)pushed_back(file);
    if (!r->pushed_count)
        return;
    r->offset = (uint64_t)position_below(file);
    memcpy(r->pushed, file->_IO_read_ptr, r->pushed_count);
}

/* The byte to be read first is pushed back last. */
static void push_back(FILE *file, const ck_stream_record *r) {
    for (unsigned i = r->pushed_count; i-- > 0;)
        ungetc(r->pushed[i], file);
}

/* Streams opened by name that are only written keep what they have not written yet. */
static bool keeps_pending(const stream *s) {
    return s->path && s->mode[0] != 'r' && !s->mode[1];
}

static size_t pending(const stream *s, const FILE *file) {
    bool some = keeps_pending(s) && file->_IO_write_ptr > file->_IO_write_base;
    return some ? (size_t)(file->_IO_write_ptr - file->_IO_write_base) : 0;
}

/* Where something was pushed back, the stream is being read: there is nothing to flush, and what
 * was pushed back would be dropped. */
static bool flush(const stream *s, FILE *file, const ck_stream_record *r) {
    if (!is_written(s))
        return true;
    if (!r->pushed_count && !keeps_pending(s) && fflush(file))
        return false;
    return !(r->flags & CK_STREAM_REGULAR) || !fdatasync(fileno(file));
}

/* What no call of the C library could bring back. */
static bool can_come_back(const stream *s, FILE *file, const struct stat *info, const char **why) {
    if (s->path && ferror(file))
        return ck_fail(why, "an open file has had an error");
    if (s->unknown || (s->path && is_given(s) && !is_as_given(s)))
        return ck_fail(why, "a standard stream was opened again in another mode");
    if (pushed_back(file) > CK_STREAM_PUSHED_MAX)
        return ck_fail(why, "too many bytes were pushed back to be read again");
    if (S_ISREG(info->st_mode) && (s->path || s == &given[0]) && ftello(file) < 0 &&
        !pushed_back(file))
        return ck_fail(why, "the position in an open file is not known");
    return true;
}

/* Input that cannot be gone back to, of which something was read, and not all. */
static bool is_half_read(const stream *s, FILE *file, bool regular) {
    return s == &given[0] && !s->path && !regular && file->_IO_read_base && !feof(file);
}

static bool fill_record(const stream *s, FILE *file, ck_stream_record *r, const char **why) {
    struct stat info;
    off_t offset = ftello(file);
    if (fstat(fileno(file), &info))
        return ck_fail(why, strerror(errno));
    if (!can_come_back(s, file, &info, why))
        return false;
    /* The runtime's own messages go to stderr, which is therefore never cut. */
    bool regular =
        S_ISREG(info.st_mode) && (offset >= 0 || pushed_back(file)) && (s->path || s != &given[2]);
    *r = (ck_stream_record){.handle = (uint64_t)(uintptr_t)s->handle,
                            .start = (uint64_t)s->start,
                            .path_size = s->path ? (uint32_t)strlen(s->path) + 1 : 0,
                            .buffering = (uint32_t)s->buffering,
                            .flags = (regular ? CK_STREAM_REGULAR : 0u) |
                                     (feof(file) ? CK_STREAM_AT_END : 0u) |
                                     (is_half_read(s, file, regular) ? CK_STREAM_HALF_READ : 0u)};
    memcpy(r->mode, s->mode, sizeof r->mode);
    if (regular)
        fill_position(file, offset, r);
    if (!flush(s, file, r) || fstat(fileno(file), &info))
        return ck_fail(why, strerror(errno));
    r->size = regular ? (uint64_t)info.st_size : 0;
    if (regular && (keeps_pending(s) || (!s->path && is_written(s))))
        r->offset = (uint64_t)output_position(fileno(file));
    if (s->path && s->mode[1] == '+' && r->size > UPDATE_MAX)
        return ck_fail(why, "a file that is open for reading and writing is too large");
    r->content_size = wanted_content(s, r);
    r->pending_size = (uint32_t)pending(s, file);
    r->buffer_size = s->buffer_size;
    return true;
}

static bool take_stream(const stream *s, ck_buffer *out, const char **why) {
    FILE *file = s->handle->stream;
    ck_stream_record r;
    if (!file)
        return true;
    if (!fill_record(s, file, &r, why))
        return false;
    size_t at = out->size;
    ck_buffer_add(out, &r, sizeof r);
    if (s->path)
        ck_buffer_add(out, s->path, r.path_size);
    char *content = ck_buffer_grow(out, r.content_size);
    ck_buffer_add(out, file->_IO_write_base, r.pending_size);
    ck_buffer_grow(out, -(r.path_size + r.content_size + r.pending_size) % 8);
    if (out->failed || !content)
        return ck_fail(why, strerror(ENOMEM));
    off_t from = s->path ? 0 : (off_t)(r.offset - r.content_size);
    content = out->data + at + sizeof r + r.path_size;
    if (!r.content_size || read_range(fileno(file), s->path, from, r.content_size, content))
        return true;
    if (s->path)
        return ck_fail(why, "a file that is open for reading and writing cannot be read");
    /* Output that cannot be read back is only not repeated if the file is cut short meanwhile. */
    out->size = at + sizeof r;
    r.content_size = 0;
    memcpy(out->data + at, &r, sizeof r);
    return true;
}

bool ck_streams_take(ck_buffer *out, const char **why) {
    for (unsigned i = 0; i < 3; i++)
        if (!take_stream(&given[i], out, why))
            return false;
    for (const stream *s = opened; s; s = s->next)
        if (!take_stream(s, out, why))
            return false;
    return true;
}

/* Restoring */

static bool is_std(uint64_t handle) {
    return handle == (uintptr_t)&lathe_ckpt_stdin || handle == (uintptr_t)&lathe_ckpt_stdout ||
           handle == (uintptr_t)&lathe_ckpt_stderr;
}

static bool is_well_formed(const ck_stream_entry *e) {
    const ck_stream_record *r = &e->head;
    bool in_arena = ck_arena_holds(r->handle, sizeof(lathe_ckpt_file)) && r->handle % 16 == 0;
    return (is_std(r->handle) || (in_arena && e->path)) && memchr("rwa", r->mode[0], 3) &&
           (!r->mode[1] || (r->mode[1] == '+' && !r->mode[2])) &&
           r->pushed_count <= CK_STREAM_PUSHED_MAX && r->buffering <= 3 &&
           r->buffer_size <= UPDATE_MAX && r->offset <= INT64_MAX && r->size <= INT64_MAX &&
           r->start <= INT64_MAX && (!e->path || !e->path[r->path_size - 1]);
}

/* Nothing was read yet, or nothing was left to be read, or the rest can be read now. */
static bool check_input(const ck_stream_record *r) {
    struct stat info;
    if (r->offset == 0 || r->offset >= r->size)
        return true;
    return !fstat(STDIN_FILENO, &info) && S_ISREG(info.st_mode) &&
           (uint64_t)info.st_size >= r->offset;
}

static bool check_given(const ck_stream_entry *e, const char **why) {
    return e->path || !(e->head.flags & CK_STREAM_REGULAR) ||
           e->head.handle != (uintptr_t)&lathe_ckpt_stdin || check_input(&e->head) ||
           ck_fail(why, "the standard input is not the file it was");
}

static bool check_file(const ck_stream_entry *e, const char **why) {
    struct stat info;
    const ck_stream_record *r = &e->head;
    if (!(r->flags & CK_STREAM_REGULAR) || !e->path)
        return true;
    if (stat(e->path, &info) || !S_ISREG(info.st_mode))
        return ck_fail(why, "a file that was open is gone");
    uint64_t need = r->mode[0] == 'r' ? r->offset : r->size;
    if (r->mode[1] != '+' && (uint64_t)info.st_size < need)
        return ck_fail(why, "a file that was open is shorter than it was");
    return true;
}

bool ck_streams_check(const void *data, size_t size, const char **why) {
    const char *at = data, *end = at + size;
    for (ck_stream_entry e; ck_stream_next(&at, end, &e);)
        if (!is_well_formed(&e))
            return ck_fail(why, "the streams section is damaged");
        else if (!check_given(&e, why))
            return false;
    return at == end || ck_fail(why, "the streams section is damaged");
}

bool ck_streams_check_files(const void *data, size_t size, const char **why) {
    const char *at = data, *end = at + size;
    for (ck_stream_entry e; ck_stream_next(&at, end, &e);)
        if (!check_file(&e, why))
            return false;
    return true;
}

static FILE *reopen(const ck_stream_entry *e) {
    static const struct {
        char mode[3];
        int flags;
    } table[] = {{"r", O_RDONLY},
                 {"r+", O_RDWR},
                 {"w", O_WRONLY},
                 {"w+", O_RDWR},
                 {"a", O_WRONLY | O_APPEND},
                 {"a+", O_RDWR | O_APPEND}};
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].mode, e->head.mode))
            continue;
        int file = open(e->path, table[i].flags | O_CLOEXEC);
        FILE *result = file < 0 ? NULL : fdopen(file, e->head.mode);
        if (file >= 0 && !result)
            close(file);
        return result;
    }
    return NULL;
}

static bool cut_back(const ck_stream_entry *e, int file) {
    const ck_stream_record *r = &e->head;
    if (!(r->flags & CK_STREAM_REGULAR) || (r->mode[0] == 'r' && !r->mode[1]))
        return true;
    if (r->mode[1] == '+' && !ck_write_at(file, e->content, r->content_size, 0))
        return false;
    return !ftruncate(file, (off_t)r->size);
}

static void put_position(const ck_stream_entry *e, FILE *file) {
    const ck_stream_record *r = &e->head;
    if (!(r->flags & CK_STREAM_REGULAR) || fseeko(file, (off_t)r->offset, SEEK_SET))
        return;
    if (r->flags & CK_STREAM_AT_END) {
        int byte = getc(file);
        if (byte != EOF)
            ungetc(byte, file);
    }
    push_back(file, r);
}

/* Byte by byte, since a block of the buffer's size would go straight to the file. */
static void put_pending(const ck_stream_entry *e, FILE *file) {
    for (uint32_t i = 0; i < e->head.pending_size; i++)
        putc_unlocked(e->pending[i], file);
}

/* Calls that name no stream, such as printf, use libc's own, so that becomes the file. */
static FILE *as_given(FILE *own, FILE *file) {
    __fpurge(own);
    bool done = dup2(fileno(file), fileno(own)) >= 0;
    fclose(file);
    return done ? own : NULL;
}

static bool put_opened(const ck_stream_entry *e, const char **why) {
    lathe_ckpt_file *handle = (lathe_ckpt_file *)(uintptr_t)e->head.handle;
    stream *s = find(handle);
    FILE *file = reopen(e);
    if (!file || !cut_back(e, fileno(file))) {
        if (file)
            fclose(file);
        return ck_fail(why, strerror(errno));
    }
    if (s ? !rename_stream(s, e->path, e->head.mode)
          : !(s = remember(handle, e->path, e->head.mode)))
        return ck_fail(why, strerror(ENOMEM));
    if (is_given(s) && !(file = as_given(handle->stream, file)))
        return ck_fail(why, strerror(errno));
    handle->stream = file;
    if (e->head.buffering)
        set_buffer(s, file, (int)e->head.buffering - 1, e->head.buffer_size);
    put_position(e, file);
    put_pending(e, file);
    return true;
}

/* Whether the file still ends, at the offset of the commit, with what the program had written. */
static bool has_our_output(const ck_stream_entry *e, int file, uint64_t size) {
    const ck_stream_record *r = &e->head;
    if (size < r->offset || r->content_size > r->offset)
        return false;
    char *now = malloc(r->content_size + 1);
    off_t from = (off_t)(r->offset - r->content_size);
    bool same = now && read_range(file, NULL, from, r->content_size, now) &&
                !memcmp(now, e->content, r->content_size);
    free(now);
    return same;
}

/* The shell may have opened the same file again, emptied it (>), or given another one. Nothing is
 * cut off that others may have written, unless it is kept elsewhere. */
static bool put_output(const ck_stream_entry *e, stream *s, int file) {
    const ck_stream_record *r = &e->head;
    struct stat info;
    if (fstat(file, &info) || !S_ISREG(info.st_mode))
        return true;
    off_t at = lseek(file, 0, SEEK_END);
    s->start = (off_t)r->start;
    if (has_our_output(e, file, (uint64_t)info.st_size)) {
        bool may_cut = !hooks.cutting || hooks.cutting(file, (off_t)r->offset);
        return !may_cut ||
               (!ftruncate(file, (off_t)r->offset) && lseek(file, (off_t)r->offset, SEEK_SET) >= 0);
    }
    s->start = at;
    if (r->offset > r->start && r->content_size < r->offset - r->start) {
        if (hooks.incomplete)
            hooks.incomplete();
        return true;
    }
    return ck_write_at(file, e->content, r->content_size, at) &&
           lseek(file, at + r->content_size, SEEK_SET) >= 0;
}

/* Only where the next byte would go to the end: nothing of others is written over. */
void ck_streams_restart_output(off_t start) {
    struct stat info;
    off_t at = output_position(STDOUT_FILENO);
    if (fstat(STDOUT_FILENO, &info) || at != info.st_size || at <= start)
        return;
    if ((!hooks.cutting || hooks.cutting(STDOUT_FILENO, start)) &&
        !ftruncate(STDOUT_FILENO, start) && lseek(STDOUT_FILENO, start, SEEK_SET) >= 0)
        given[1].start = start;
}

static bool put_given(const ck_stream_entry *e, const char **why) {
    lathe_ckpt_file *handle = (lathe_ckpt_file *)(uintptr_t)e->head.handle;
    stream *s = find(handle);
    if (e->head.buffering)
        set_buffer(s, handle->stream, (int)e->head.buffering - 1, e->head.buffer_size);
    if (e->head.flags & CK_STREAM_HALF_READ && hooks.half_read)
        hooks.half_read();
    if (!(e->head.flags & CK_STREAM_REGULAR))
        return true;
    if (handle == &lathe_ckpt_stdin)
        put_position(e, handle->stream);
    else {
        __fpurge(handle->stream); /* what constructors printed is in the file */
        if (!put_output(e, s, fileno(handle->stream)))
            return ck_fail(why, strerror(errno));
    }
    return true;
}

bool ck_streams_put(const void *data, size_t size, const char **why) {
    const char *at = data, *end = at + size;
    for (ck_stream_entry e; ck_stream_next(&at, end, &e);)
        if (!(e.path ? put_opened(&e, why) : put_given(&e, why)))
            return false;
    return true;
}
