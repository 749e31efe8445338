/* Streams in a checkpoint. */
#include "streams_table.h"

#include "descriptors.h"
#include "memory_stream.h"
#include "notes.h"
#include "rt_arena.h"
#include "rt_io.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OUTPUT_MAX = 1 << 20 };

/* Whether libc's own stream, which printf and getchar use, can read or write it. */
static bool is_as_given(const ck_stream *s) {
    return !s->mode[1] && (s->mode[0] == 'r') == (s == &ck_given[0]);
}

/* Saving */

/* A descriptor of the shell may be open for writing only, so the file is opened anew. */
static bool read_range(int descriptor, off_t from, uint32_t size, char *out) {
    int file = ck_open_again(descriptor);
    bool done = file >= 0 && ck_read_at(file, out, size, from) == (ssize_t)size;
    ck_close(&ck_io_system, file);
    return done;
}

static uint32_t wanted_content(const ck_stream *s, const ck_stream_record *r) {
    if (!(r->flags & CK_STREAM_REGULAR))
        return 0;
    if (s->path)
        return r->size <= CK_UPDATE_MAX && (s->mode[1] || r->flags & CK_STREAM_NAMELESS)
                   ? (uint32_t)r->size
                   : 0;
    uint64_t written = s->mode[0] == 'w' && r->offset > r->start ? r->offset - r->start : 0;
    return written <= OUTPUT_MAX ? (uint32_t)written : OUTPUT_MAX;
}

static bool is_written(const ck_stream *s) {
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
static bool keeps_pending(const ck_stream *s) {
    return s->path && s->mode[0] != 'r' && !s->mode[1];
}

static size_t pending(const ck_stream *s, const FILE *file) {
    bool some = keeps_pending(s) && file->_IO_write_ptr > file->_IO_write_base;
    return some ? (size_t)(file->_IO_write_ptr - file->_IO_write_base) : 0;
}

/* Where something was pushed back, the stream is being read: there is nothing to flush, and what
 * was pushed back would be dropped. */
static bool flush(const ck_stream *s, FILE *file, const ck_stream_record *r) {
    if (!is_written(s))
        return true;
    if (!r->pushed_count && !keeps_pending(s) && fflush(file))
        return false;
    return !(r->flags & CK_STREAM_REGULAR) || !fdatasync(fileno(file));
}

/* What no call of the C library could bring back. */
static bool can_come_back(const ck_stream *s, FILE *file, const struct stat *info,
                          const char **why) {
    if (s->path && ferror(file))
        return ck_fail(why, "an open file has had an error");
    if (s->unknown || (s->path && ck_stream_is_given(s) && !is_as_given(s)))
        return ck_fail(why, "a standard stream was opened again in another mode");
    if (pushed_back(file) > CK_STREAM_PUSHED_MAX)
        return ck_fail(why, "too many bytes were pushed back to be read again");
    if (s->adopted && S_ISFIFO(info->st_mode) && pushed_back(file))
        return ck_fail(why, "bytes were pushed back into a pipe");
    if (S_ISREG(info->st_mode) && (s->path || s == &ck_given[0]) && ftello(file) < 0 &&
        !pushed_back(file))
        return ck_fail(why, "the position in an open file is not known");
    return true;
}

/* Input that cannot be gone back to, of which something was read, and not all. */
static bool is_half_read(const ck_stream *s, FILE *file, bool regular) {
    return s == &ck_given[0] && !s->path && !regular && file->_IO_read_base && !feof(file);
}

/* The descriptor that the record is about: of a standard stream, the one that was given, wherever
 * it is now; of standard input, the one that is read. */
static int described(const ck_stream *s, FILE *file) {
    if (s->path || !ck_stream_is_given(s) || s == &ck_given[0])
        return fileno(file);
    return ck_fd_of_given((int)(s - ck_given));
}

static bool is_replaced(const ck_stream *s) {
    int number = (int)(s - ck_given);
    return ck_stream_is_given(s) && !s->path && ck_fd_of_given(number) != number;
}

static uint32_t flags_of(const ck_stream *s, FILE *file, bool regular, bool nameless) {
    return (regular ? CK_STREAM_REGULAR : 0u) | (feof(file) ? CK_STREAM_AT_END : 0u) |
           (is_half_read(s, file, regular) ? CK_STREAM_HALF_READ : 0u) |
           (s->adopted ? CK_STREAM_ADOPTED : 0u) | (s->borrowed ? CK_STREAM_BORROWED : 0u) |
           (is_replaced(s) ? CK_STREAM_REPLACED : 0u) | (nameless ? CK_STREAM_NAMELESS : 0u);
}

/* What is written on a descriptor that others write through, too, is theirs to place. */
static bool is_placed(const ck_stream *s) {
    return !s->borrowed || !is_written(s);
}

static bool fill_record(const ck_stream *s, FILE *file, ck_stream_record *r, const char **why) {
    struct stat info;
    off_t offset = ftello(file);
    int number = described(s, file);
    if (number < 0)
        memset(&info, 0, sizeof info);
    else if (fstat(number, &info))
        return ck_fail(why, strerror(errno));
    if (!can_come_back(s, file, &info, why))
        return false;
    /* The runtime's own messages go to stderr, which is therefore never cut. */
    bool regular = S_ISREG(info.st_mode) && (offset >= 0 || pushed_back(file)) && is_placed(s) &&
                   (s->path || s != &ck_given[2]);
    bool nameless = regular && s->path && !info.st_nlink && !s->adopted;
    *r = (ck_stream_record){.handle = (uint64_t)(uintptr_t)s->handle,
                            .start = (uint64_t)s->start,
                            .buffering = (uint32_t)s->buffering,
                            .descriptor = (uint32_t)fileno(file),
                            .mode_bits = info.st_mode & 07777,
                            .flags = flags_of(s, file, regular, nameless)};
    memcpy(r->mode, s->mode, sizeof r->mode);
    if (regular)
        fill_position(file, offset, r);
    if (!flush(s, file, r) || (number >= 0 && fstat(number, &info)))
        return ck_fail(why, strerror(errno));
    r->size = regular ? (uint64_t)info.st_size : 0;
    if (regular && (keeps_pending(s) || (!s->path && is_written(s))))
        r->offset = (uint64_t)ck_output_position(number);
    if (nameless && r->size > CK_UPDATE_MAX)
        return ck_fail(why, "an open file without a name is too large");
    r->content_size = wanted_content(s, r);
    r->pending_size = (uint32_t)pending(s, file);
    r->buffer_size = s->buffer_size;
    return true;
}

/* Where it is now, if it was renamed since it was opened. */
static const char *present_path(const ck_stream *s, const ck_stream_record *r,
                                char room[PATH_MAX]) {
    struct stat info, other;
    int number = (int)r->descriptor;
    if (!s->path || !(r->flags & CK_STREAM_REGULAR) ||
        r->flags & (CK_STREAM_NAMELESS | CK_STREAM_ADOPTED) || fstat(number, &info) ||
        (!stat(s->path, &other) && other.st_dev == info.st_dev && other.st_ino == info.st_ino) ||
        !ck_path_of(number, room))
        return s->path;
    return room;
}

/* What is written has to be in the program's memory before that is saved. */
static bool take_memory(const ck_stream *s, ck_buffer *out, const char **why) {
    ck_stream_record r = {.handle = (uint64_t)(uintptr_t)s->handle,
                          .mode = "w",
                          .flags = CK_STREAM_MEMORY,
                          .path_size = 1,
                          .buffering = (uint32_t)s->buffering,
                          .buffer_size = s->buffer_size,
                          .memory = (uint64_t)(uintptr_t)s->memory};
    if (fflush(s->handle->stream))
        return ck_fail(why, strerror(errno));
    ck_buffer_add(out, &r, sizeof r);
    ck_buffer_grow(out, 8);
    return !out->failed || ck_fail(why, strerror(ENOMEM));
}

static bool take_stream(const ck_stream *s, ck_buffer *out, const char **why) {
    FILE *file = s->handle->stream;
    char room[PATH_MAX];
    ck_stream_record r;
    if (!file)
        return true;
    if (s->memory)
        return take_memory(s, out, why);
    if (!fill_record(s, file, &r, why))
        return false;
    const char *path = present_path(s, &r, room);
    size_t at = out->size;
    r.path_size = path ? (uint32_t)strlen(path) + 1 : 0;
    ck_buffer_add(out, &r, sizeof r);
    if (path)
        ck_buffer_add(out, path, r.path_size);
    char *content = ck_buffer_grow(out, r.content_size);
    ck_buffer_add(out, file->_IO_write_base, r.pending_size);
    ck_buffer_grow(out, -(r.path_size + r.content_size + r.pending_size) % 8);
    if (out->failed || !content)
        return ck_fail(why, strerror(ENOMEM));
    off_t from = s->path ? 0 : (off_t)(r.offset - r.content_size);
    content = out->data + at + sizeof r + r.path_size;
    if (!r.content_size || read_range(described(s, file), from, r.content_size, content))
        return true;
    if (s->path)
        return ck_fail(why, "a file that is open for reading and writing cannot be read");
    /* Output that cannot be read back is only not repeated if the file is cut short meanwhile. */
    out->size = at + sizeof r;
    r.content_size = 0;
    memcpy(out->data + at, &r, sizeof r);
    return true;
}

/* Bytes that are in the buffer of a stream, and so no more in the pipe. */
const char *ck_streams_unread(int file, size_t *size) {
    const ck_stream *s = ck_fd_of_given(0) != 0 && file == 0 ? &ck_given[0] : ck_open_streams;
    while (s && !ck_stream_is_given(s) &&
           (!s->adopted || !s->handle->stream || fileno(s->handle->stream) != file))
        s = s->next;
    const FILE *stream = s ? s->handle->stream : NULL;
    *size = stream ? (size_t)(stream->_IO_read_end - stream->_IO_read_ptr) : 0;
    return *size ? stream->_IO_read_ptr : NULL;
}

/* What was written to the output that the program was given, as a record; empty if it still has it,
 * or it is no file. */
static ck_buffer past;

void ck_streams_leave_output(int file) {
    struct stat info;
    off_t end = ck_output_position(file);
    const ck_stream *s = &ck_given[1];
    if (past.size || fstat(file, &info) || !S_ISREG(info.st_mode) || end < s->start)
        return;
    uint64_t written = (uint64_t)(end - s->start);
    ck_stream_record r = {.handle = (uint64_t)(uintptr_t)s->handle,
                          .mode = "w",
                          .flags = CK_STREAM_REGULAR | CK_STREAM_PAST,
                          .start = (uint64_t)s->start,
                          .offset = (uint64_t)end,
                          .size = (uint64_t)info.st_size,
                          .content_size = written <= OUTPUT_MAX ? (uint32_t)written : 0};
    ck_buffer_add(&past, &r, sizeof r);
    char *content = ck_buffer_grow(&past, (r.content_size + 7) & ~7u);
    if (content && !read_range(file, end - r.content_size, r.content_size, content))
        past.size = 0;
}

bool ck_streams_take(ck_buffer *out, const char **why) {
    if (past.size)
        ck_buffer_add(out, past.data, past.size);
    for (unsigned i = 0; i < 3; i++)
        if (!take_stream(&ck_given[i], out, why))
            return false;
    for (const ck_stream *s = ck_open_streams; s; s = s->next)
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
           r->buffer_size <= CK_UPDATE_MAX && r->offset <= INT64_MAX && r->size <= INT64_MAX &&
           r->start <= INT64_MAX && r->descriptor <= INT32_MAX &&
           (!e->path || !e->path[r->path_size - 1]);
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
    return e->path || !(e->head.flags & CK_STREAM_REGULAR) || e->head.flags & CK_STREAM_REPLACED ||
           e->head.handle != (uintptr_t)&lathe_ckpt_stdin || check_input(&e->head) ||
           ck_fail(why, "the standard input is not the file it was");
}

static bool check_file(const ck_stream_entry *e, const char **why) {
    struct stat info;
    const ck_stream_record *r = &e->head;
    if (!(r->flags & CK_STREAM_REGULAR) || !e->path ||
        r->flags & (CK_STREAM_NAMELESS | CK_STREAM_ADOPTED))
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

static int open_path(const ck_stream_entry *e) {
    static const struct {
        char mode[3];
        int flags;
    } table[] = {{"r", O_RDONLY},
                 {"r+", O_RDWR},
                 {"w", O_WRONLY},
                 {"w+", O_RDWR},
                 {"a", O_WRONLY | O_APPEND},
                 {"a+", O_RDWR | O_APPEND}};
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (!strcmp(table[i].mode, e->head.mode))
            return open(e->path, table[i].flags | O_CLOEXEC);
    errno = EINVAL;
    return -1;
}

static int open_nameless(const ck_stream_entry *e) {
    int file = ck_nameless(e->content, e->head.content_size);
    if (file >= 0)
        fchmod(file, (mode_t)e->head.mode_bits);
    return file;
}

/* Under the number that it had, which the program may know. */
static int under_number(int file, int number) {
    if (file < 0 || file == number || number <= 2)
        return file;
    int moved = dup2(file, number);
    close(file);
    return moved;
}

static FILE *reopen(const ck_stream_entry *e) {
    const ck_stream_record *r = &e->head;
    if (r->flags & CK_STREAM_MEMORY) {
        errno = EINVAL;
        return ck_memory_is_sound(r->memory) ? ck_memory_open((void *)(uintptr_t)r->memory) : NULL;
    }
    if (r->flags & CK_STREAM_ADOPTED)
        return fdopen((int)r->descriptor, r->mode);
    int file = under_number(r->flags & CK_STREAM_NAMELESS ? open_nameless(e) : open_path(e),
                            (int)r->descriptor);
    FILE *result = file < 0 ? NULL : fdopen(file, r->mode);
    if (file >= 0 && !result)
        close(file);
    return result;
}

static bool cut_back(const ck_stream_entry *e, int file) {
    const ck_stream_record *r = &e->head;
    if (!(r->flags & CK_STREAM_REGULAR) || r->flags & CK_STREAM_NAMELESS ||
        (r->mode[0] == 'r' && !r->mode[1]))
        return true;
    if (r->mode[1] == '+' && !ck_write_at(file, e->content, r->content_size, 0))
        return false;
    return !ftruncate(file, (off_t)r->size);
}

/* A stream with an empty buffer goes on where its descriptor is, which the program may ask for. */
static bool go_to(FILE *file, off_t offset) {
    if (file->_IO_read_base || file->_IO_write_base)
        return !fseeko(file, offset, SEEK_SET);
    return lseek(fileno(file), offset, SEEK_SET) >= 0;
}

static void put_position(const ck_stream_entry *e, FILE *file) {
    const ck_stream_record *r = &e->head;
    if (!(r->flags & CK_STREAM_REGULAR) || !go_to(file, (off_t)r->offset))
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
    ck_stream *s = ck_stream_find(handle);
    FILE *file = reopen(e);
    if (!file || !cut_back(e, fileno(file))) {
        if (file)
            fclose(file);
        return ck_fail(why, strerror(errno));
    }
    if (s ? !ck_stream_rename(s, e->path, e->head.mode)
          : !(s = ck_stream_remember(handle, e->path, e->head.mode)))
        return ck_fail(why, strerror(ENOMEM));
    if (ck_stream_is_given(s) && !(file = as_given(handle->stream, file)))
        return ck_fail(why, strerror(errno));
    handle->stream = file;
    if (!(e->head.flags & (CK_STREAM_ADOPTED | CK_STREAM_MEMORY)))
        ck_fd_add_stream(fileno(file));
    s->adopted = e->head.flags & CK_STREAM_ADOPTED;
    s->borrowed = e->head.flags & CK_STREAM_BORROWED;
    s->memory = (void *)(uintptr_t)e->head.memory;
    if (e->head.buffering)
        ck_stream_set_buffer(s, file, (int)e->head.buffering - 1, e->head.buffer_size);
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
    bool same = now && read_range(file, from, r->content_size, now) &&
                !memcmp(now, e->content, r->content_size);
    free(now);
    return same;
}

/* The shell may have opened the same file again, emptied it (>), or given another one. Nothing is
 * cut off that others may have written, unless it is kept elsewhere. */
static bool put_output(const ck_stream_entry *e, ck_stream *s, int file) {
    const ck_stream_record *r = &e->head;
    struct stat info;
    if (fstat(file, &info) || !S_ISREG(info.st_mode))
        return true;
    off_t at = lseek(file, 0, SEEK_END);
    s->start = (off_t)r->start;
    if (has_our_output(e, file, (uint64_t)info.st_size)) {
        bool may_cut = !ck_hooks.cutting || ck_hooks.cutting(file, (off_t)r->offset);
        return !may_cut ||
               (!ftruncate(file, (off_t)r->offset) && lseek(file, (off_t)r->offset, SEEK_SET) >= 0);
    }
    s->start = at;
    if (r->offset > r->start && r->content_size < r->offset - r->start) {
        if (ck_hooks.incomplete)
            ck_hooks.incomplete();
        return true;
    }
    return ck_write_at(file, e->content, r->content_size, at) &&
           lseek(file, at + r->content_size, SEEK_SET) >= 0;
}

/* Only where the next byte would go to the end: nothing of others is written over. */
void ck_streams_restart_output(off_t start) {
    struct stat info;
    off_t at = ck_output_position(STDOUT_FILENO);
    if (fstat(STDOUT_FILENO, &info) || at != info.st_size || at <= start)
        return;
    if ((!ck_hooks.cutting || ck_hooks.cutting(STDOUT_FILENO, start)) &&
        !ftruncate(STDOUT_FILENO, start) && lseek(STDOUT_FILENO, start, SEEK_SET) >= 0)
        ck_given[1].start = start;
}

static bool put_given(const ck_stream_entry *e, const char **why) {
    lathe_ckpt_file *handle = (lathe_ckpt_file *)(uintptr_t)e->head.handle;
    ck_stream *s = ck_stream_find(handle);
    if (e->head.flags & CK_STREAM_PAST) {
        past.size = 0;
        ck_buffer_add(&past, &e->head, sizeof e->head);
        char *content = ck_buffer_grow(&past, (e->head.content_size + 7) & ~7u);
        if (content)
            memcpy(content, e->content, e->head.content_size);
        return put_output(e, s, STDOUT_FILENO) || ck_fail(why, strerror(errno));
    }
    if (e->head.buffering)
        ck_stream_set_buffer(s, handle->stream, (int)e->head.buffering - 1, e->head.buffer_size);
    if (e->head.flags & CK_STREAM_HALF_READ && ck_hooks.half_read)
        ck_hooks.half_read();
    if (!(e->head.flags & CK_STREAM_REGULAR))
        return true;
    if (handle == &lathe_ckpt_stdin) {
        if (!(e->head.flags & CK_STREAM_REPLACED))
            put_position(e, handle->stream);
    } else {
        __fpurge(handle->stream); /* what constructors printed is in the file */
        if (!put_output(e, s, fileno(handle->stream)))
            return ck_fail(why, strerror(errno));
    }
    return true;
}

bool ck_streams_put_given(const void *data, size_t size, const char **why) {
    const char *at = data, *end = at + size;
    for (ck_stream_entry e; ck_stream_next(&at, end, &e);)
        if (!e.path && !put_given(&e, why))
            return false;
    return true;
}

bool ck_streams_put_opened(const void *data, size_t size, const char **why) {
    const char *at = data, *end = at + size;
    for (ck_stream_entry e; ck_stream_next(&at, end, &e);) {
        bool input = e.head.handle == (uintptr_t)&lathe_ckpt_stdin;
        if (e.path && !put_opened(&e, why))
            return false;
        if (!e.path && input && e.head.flags & CK_STREAM_REPLACED)
            put_position(&e, lathe_ckpt_stdin.stream);
    }
    return true;
}

bool ck_streams_put(const void *data, size_t size, const char **why) {
    return ck_streams_put_given(data, size, why) && ck_streams_put_opened(data, size, why);
}
