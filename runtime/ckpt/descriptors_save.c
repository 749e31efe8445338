/* Descriptors in a checkpoint. */
#include "descriptors_table.h"

#include "notes.h"
#include "rt_io.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CONTENT_MAX = 64 << 20, OUT_OF_THE_WAY = 512 };

/* ---- saving ---- */

/* A sentence part that names the descriptor, for as long as it takes to say it. */
static bool fail_at(const char **why, size_t number, const char *reason) {
    static char text[PATH_MAX + 128];
    const char *path = ck_fds[number].path;
    snprintf(text, sizeof text, "file descriptor %zu%s%s%s %s", number, path ? " (" : "",
             path ? path : "", path ? ")" : "", reason);
    return ck_fail(why, text);
}

/* What it was opened by, if that still leads there, so that a directory may be moved. */
static bool present_path(int file, const char *opened, const struct stat *info,
                         char out[PATH_MAX]) {
    struct stat other;
    if (opened && strlen(opened) < PATH_MAX && !stat(opened, &other) &&
        other.st_dev == info->st_dev && other.st_ino == info->st_ino) {
        memcpy(out, opened, strlen(opened) + 1);
        return true;
    }
    return ck_path_of(file, out) && !stat(out, &other) && other.st_dev == info->st_dev &&
           other.st_ino == info->st_ino;
}

static void add_padding(ck_buffer *out, size_t size) {
    ck_buffer_grow(out, -size % 8);
}

/* The record is written last: what comes after it decides on its sizes. */
static void add_record(ck_buffer *out, const ck_descriptor_record *r, const void *path,
                       const void *content) {
    ck_buffer_add(out, r, sizeof *r);
    ck_buffer_add(out, path, r->path_size);
    ck_buffer_add(out, content, r->content_size);
    add_padding(out, r->path_size + r->content_size);
}

static bool add_path(ck_buffer *out, ck_descriptor_record *r, const struct stat *info,
                     const char **why) {
    char path[PATH_MAX], *content = NULL;
    int file = (int)r->number;
    bool regular = S_ISREG(info->st_mode), done = true;
    if (S_ISFIFO(info->st_mode) || S_ISSOCK(info->st_mode))
        return fail_at(why, r->number, "is a pipe of others, or a socket");
    off_t at =
        regular || S_ISBLK(info->st_mode) || S_ISDIR(info->st_mode) ? lseek(file, 0, SEEK_CUR) : 0;
    r->offset = at > 0 ? (uint64_t)at : 0;
    if (regular && (r->flags & O_ACCMODE) != O_RDONLY && fdatasync(file))
        return fail_at(why, r->number, strerror(errno));
    if (regular)
        r->about = (uint64_t)info->st_size;
    if (present_path(file, ck_fds[file].path, info, path)) {
        r->path_size = (uint32_t)strlen(path) + 1;
    } else if (regular && info->st_size <= CONTENT_MAX) {
        int again = ck_open_again(file);
        r->content_size = (uint32_t)info->st_size;
        content = malloc(r->content_size + 1u);
        done = content && again >= 0 &&
               ck_read_at(again, content, r->content_size, 0) == (ssize_t)r->content_size;
        ck_close(&ck_io_system, again);
    } else {
        done = false;
    }
    if (done)
        add_record(out, r, path, content);
    free(content);
    return done || fail_at(why, r->number, "has no name any more, and cannot be kept");
}

/* All that is in a pipe, which stays there; NULL on failure. */
static char *peek(int file, size_t size) {
    int copy[2], room = fcntl(file, F_GETPIPE_SZ);
    char *data = malloc(size + 1);
    if (!data || !size)
        return data;
    bool done = false;
    if (!pipe2(copy, O_CLOEXEC | O_NONBLOCK)) {
        done = fcntl(copy[1], F_SETPIPE_SZ, room) >= 0 &&
               tee(file, copy[1], size, SPLICE_F_NONBLOCK) == (ssize_t)size &&
               ck_read_all(&ck_io_system, copy[0], data, size);
        close(copy[0]);
        close(copy[1]);
    }
    if (!done)
        free(data);
    return done ? data : NULL;
}

static bool add_pipe(ck_buffer *out, ck_descriptor_record *r, const struct stat *info,
                     const char **why, const char *(*unread)(int file, size_t *size)) {
    int inside = 0;
    size_t before = 0;
    r->about = info->st_ino;
    if ((r->flags & O_ACCMODE) != O_RDONLY || r->same_as != r->number) {
        add_record(out, r, NULL, NULL);
        return true;
    }
    const char *text = unread ? unread((int)r->number, &before) : NULL;
    char *rest =
        ioctl((int)r->number, FIONREAD, &inside) ? NULL : peek((int)r->number, (size_t)inside);
    char *all = rest ? malloc(before + (size_t)inside + 1) : NULL;
    if (all) {
        memcpy(all, text ? text : "", before);
        memcpy(all + before, rest, (size_t)inside);
        r->content_size = (uint32_t)before + (uint32_t)inside;
        add_record(out, r, NULL, all);
    }
    free(rest);
    free(all);
    return all || fail_at(why, r->number, "is a pipe that cannot be looked into");
}

static uint32_t first_with(uint64_t id, size_t number) {
    for (size_t i = 0; i < ck_fd_count; i++)
        if (ck_fds[i].id == id && ck_fds[i].stream)
            return (uint32_t)i;
    for (size_t i = 0; i < number; i++)
        if (ck_fds[i].id == id && ck_fds[i].kind != CK_FD_NONE && ck_fds[i].kind != CK_FD_GONE)
            return (uint32_t)i;
    return (uint32_t)number;
}

/* A stream that was opened by path has its own descriptor again before the others of it. */
static uint32_t shared_with(size_t number) {
    const ck_slot_fd *s = &ck_fds[number];
    return s->id && s->kind != CK_FD_GIVEN ? first_with(s->id, number) : (uint32_t)number;
}

static bool take(ck_buffer *out, size_t number, const char **why,
                 const char *(*unread)(int file, size_t *size)) {
    const ck_slot_fd *s = &ck_fds[number];
    struct stat info;
    ck_descriptor_record r = {.number = (uint32_t)number,
                              .kind = s->kind,
                              .same_as = s->kind == CK_FD_GIVEN ? s->given : shared_with(number)};
    if (s->kind == CK_FD_GONE) {
        add_record(out, &r, NULL, NULL);
        return true;
    }
    int flags = fcntl((int)number, F_GETFL), own = fcntl((int)number, F_GETFD);
    if (flags < 0 || own < 0 || fstat((int)number, &info))
        return fail_at(why, number, strerror(errno));
    r.flags = (uint32_t)flags;
    r.own_flags = (uint32_t)own;
    r.mode = info.st_mode & 07777;
    if (s->kind == CK_FD_PATH && r.same_as == number)
        return add_path(out, &r, &info, why);
    if (s->kind == CK_FD_PIPE)
        return add_pipe(out, &r, &info, why, unread);
    add_record(out, &r, NULL, NULL);
    return true;
}

/* Only of what was read or written: it may be nothing of the program's. */
static bool take_found(ck_buffer *out, size_t number) {
    struct stat info;
    off_t at = lseek((int)number, 0, SEEK_CUR);
    ck_descriptor_record r = {.number = (uint32_t)number,
                              .kind = CK_FD_FOUND,
                              .same_as = (uint32_t)number,
                              .offset = (uint64_t)at};
    if (at < 0 || !ck_fds[number].used || fstat((int)number, &info))
        return true;
    r.about = info.st_ino;
    add_record(out, &r, NULL, NULL);
    return true;
}

bool ck_descriptors_take(ck_buffer *out, const char **why,
                         const char *(*unread)(int file, size_t *size)) {
    for (size_t i = 0; i < ck_fd_count; i++)
        if (ck_fds[i].found ? !take_found(out, i)
                            : ck_fds[i].kind != CK_FD_NONE && !take(out, i, why, unread))
            return false;
    return !out->failed || ck_fail(why, strerror(ENOMEM));
}

/* ---- restoring ---- */

typedef struct entry {
    ck_descriptor_record head;
    const char *path, *content;
} entry;

static bool next_entry(const char **at, const char *end, entry *out) {
    size_t left = (size_t)(end - *at);
    if (left < sizeof out->head)
        return false;
    memcpy(&out->head, *at, sizeof out->head);
    left -= sizeof out->head;
    uint64_t size = (uint64_t)out->head.path_size + out->head.content_size;
    uint64_t padded = (size + 7) & ~UINT64_C(7);
    if (padded > left)
        return false;
    const char *path = *at + sizeof out->head;
    out->path = out->head.path_size ? path : NULL;
    out->content = path + out->head.path_size;
    *at = path + padded;
    return true;
}

static bool is_well_formed(const entry *e) {
    const ck_descriptor_record *r = &e->head;
    return r->number < CK_NUMBER_MAX && r->same_as < CK_NUMBER_MAX && r->kind > CK_FD_NONE &&
           r->kind < CK_FD_KIND_END && r->offset <= INT64_MAX &&
           (r->kind != CK_FD_GIVEN || r->same_as <= 2) &&
           (!e->path || (!e->path[r->path_size - 1] && r->kind == CK_FD_PATH));
}

bool ck_descriptors_check(const void *data, size_t size, const char **why) {
    const char *at = data, *end = at + size;
    for (entry e; next_entry(&at, end, &e);) {
        struct stat info;
        if (!is_well_formed(&e))
            return ck_fail(why, "the descriptors section is damaged");
        if (e.path && stat(e.path, &info))
            return ck_fail(why, "a file that was open is gone");
        if (e.path && S_ISREG(info.st_mode) && (uint64_t)info.st_size < e.head.about)
            return ck_fail(why, "a file that was open is shorter than it was");
        if (e.head.kind == CK_FD_FOUND &&
            (fstat((int)e.head.number, &info) || info.st_ino != e.head.about ||
             (uint64_t)info.st_size < e.head.offset))
            return ck_fail(why, "a file descriptor that it was given is not the file it was");
    }
    return at == end || ck_fail(why, "the descriptors section is damaged");
}

int ck_nameless(const char *content, size_t size) {
    const char *folder = getenv("TMPDIR");
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/lathe-ckpt-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkstemp(path);
    if (file < 0)
        return -1;
    unlink(path);
    if (ck_write_at(file, content, size, 0))
        return file;
    ck_close(&ck_io_system, file);
    return -1;
}

enum {
    AGAIN = O_ACCMODE | O_APPEND | O_NONBLOCK | O_DSYNC | O_SYNC | O_DIRECTORY | O_NOATIME |
            O_PATH | O_DIRECT
};

/* A program may have made a file that it may not open any more. */
static int open_path_again(const char *path, int flags) {
    struct stat info;
    int file = open(path, flags | O_CLOEXEC);
    if (file >= 0 || errno != EACCES || stat(path, &info) || info.st_uid != geteuid() ||
        chmod(path, info.st_mode | S_IRUSR | S_IWUSR))
        return file;
    file = open(path, flags | O_CLOEXEC);
    chmod(path, info.st_mode & 07777);
    return file;
}

static int reopen(const entry *e) {
    int flags = (int)e->head.flags & AGAIN, file;
    if (e->path) {
        file = open_path_again(e->path, flags);
    } else {
        file = ck_nameless(e->content, e->head.content_size);
        if (file >= 0)
            fchmod(file, (mode_t)e->head.mode);
        if (file >= 0 && flags & O_APPEND)
            fcntl(file, F_SETFL, flags & O_APPEND);
    }
    if (file >= 0 && e->head.offset)
        lseek(file, (off_t)e->head.offset, SEEK_SET);
    return file;
}

/* take: file; under its number, with what the table says of it. */
static bool install(const entry *e, int file, bool take_it) {
    const ck_descriptor_record *r = &e->head;
    int to = (int)r->number;
    bool done = file >= 0 && (file == to || dup2(file, to) >= 0);
    if (take_it && file >= 0 && file != to)
        close(file);
    if (!done)
        return false;
    fcntl(to, F_SETFD, (int)r->own_flags);
    ck_slot_fd *s = ck_fd_renew(to);
    if (!s)
        return false;
    s->kind = r->kind;
    s->path = e->path ? strdup(e->path) : NULL;
    if (r->kind == CK_FD_GIVEN)
        s->given = r->same_as;
    else if (r->same_as != r->number && r->same_as < ck_fd_count)
        s->id = ck_fds[r->same_as].id;
    return true;
}

/* One end of a pipe that was not seen yet brings both. */
static bool put_pipe(const entry *e, const char *data, const char *end) {
    int files[2];
    if (pipe2(files, O_CLOEXEC) < 0)
        return false;
    /* Higher than any number that one of its ends is to have. */
    int high[2] = {fcntl(files[0], F_DUPFD_CLOEXEC, OUT_OF_THE_WAY),
                   fcntl(files[1], F_DUPFD_CLOEXEC, OUT_OF_THE_WAY)};
    close(files[0]);
    close(files[1]);
    bool done = high[0] >= 0 && high[1] >= 0;
    for (entry other; done && next_entry(&data, end, &other);) {
        const ck_descriptor_record *r = &other.head;
        bool reads = (r->flags & O_ACCMODE) == O_RDONLY;
        if (r->kind != CK_FD_PIPE || r->about != e->head.about || r->same_as != r->number)
            continue;
        size_t size = r->content_size;
        if (size > 65536)
            done = fcntl(high[1], F_SETPIPE_SZ, (int)size) >= 0;
        done = done && (!size || ck_write_all(&ck_io_system, high[1], other.content, size)) &&
               install(&other, high[reads ? 0 : 1], false) &&
               fcntl((int)r->number, F_SETFL, (int)r->flags & AGAIN) >= 0;
    }
    ck_close(&ck_io_system, high[0]);
    ck_close(&ck_io_system, high[1]);
    return done;
}

static bool is_first_end(const entry *e, const char *data, const char *end) {
    entry other;
    while (next_entry(&data, end, &other) && other.head.number != e->head.number)
        if (other.head.kind == CK_FD_PIPE && other.head.about == e->head.about)
            return false;
    return true;
}

static bool put(const entry *e, const char *data, const char *end) {
    const ck_descriptor_record *r = &e->head;
    if (r->kind == CK_FD_GONE) {
        close((int)r->number);
        ck_fd_remove((int)r->number);
        return true;
    }
    if (r->kind == CK_FD_FOUND)
        return lseek((int)r->number, (off_t)r->offset, SEEK_SET) >= 0;
    if (r->same_as != r->number || r->kind == CK_FD_STREAM)
        return true;
    if (r->kind == CK_FD_PATH)
        return install(e, reopen(e), true);
    return !is_first_end(e, data, end) || put_pipe(e, data, end);
}

/* Of the standard ones as the process has them, before one is replaced by something else. */
static bool put_given(const entry *e, const int given[3]) {
    return given[e->head.same_as] >= 0 && install(e, given[e->head.same_as], false);
}

bool ck_descriptors_put(const void *data, size_t size, const char **why) {
    const char *start = data, *end = start + size, *at = start;
    int given[3];
    bool done = true;
    for (int i = 0; i < 3; i++)
        given[i] = size ? fcntl(i, F_DUPFD_CLOEXEC, OUT_OF_THE_WAY) : -1;
    for (entry e; done && next_entry(&at, end, &e);)
        done = e.head.kind == CK_FD_GIVEN ? put_given(&e, given) : put(&e, start, end);
    for (int i = 0; i < 3; i++)
        ck_close(&ck_io_system, given[i]);
    return done || ck_fail(why, strerror(errno));
}

bool ck_descriptors_put_duplicates(const void *data, size_t size, const char **why) {
    const char *at = data, *end = at + size;
    bool done = true;
    for (entry e; done && next_entry(&at, end, &e);)
        if (e.head.same_as != e.head.number && e.head.kind != CK_FD_GIVEN &&
            e.head.kind != CK_FD_GONE)
            done = install(&e, (int)e.head.same_as, false);
    return done || ck_fail(why, strerror(errno));
}
