#include "memory_stream.h"

#include "alloc.h"
#include "rt_arena.h"

#include <errno.h>
#include <string.h>

static bool reserve(ck_memory *m, size_t length) {
    if (length < m->room)
        return true;
    size_t room = length + length / 2 + 64;
    char *bigger = room > length ? lathe_ckpt_realloc(m->text, room) : NULL;
    if (!bigger)
        return false;
    memset(bigger + m->room, 0, room - m->room);
    m->text = bigger;
    m->room = room;
    return true;
}

/* As POSIX has it: the lesser of length and position, and a zero after it. */
static void publish(ck_memory *m) {
    *m->where = m->text;
    *m->size = m->at < m->length ? m->at : m->length;
}

ck_memory *ck_memory_make(char **where, size_t *size) {
    ck_memory *m = lathe_ckpt_calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->where = where;
    m->size = size;
    if (!reserve(m, 0)) {
        lathe_ckpt_free(m);
        return NULL;
    }
    publish(m);
    return m;
}

static ssize_t put(void *user, const char *data, size_t size) {
    ck_memory *m = user;
    if (m->at > SIZE_MAX / 4 || size > SIZE_MAX / 4 || !reserve(m, m->at + size)) {
        errno = ENOMEM;
        return 0;
    }
    memcpy(m->text + m->at, data, size);
    m->at += size;
    if (m->at > m->length) {
        m->length = m->at;
        m->text[m->length] = 0;
    }
    publish(m);
    return (ssize_t)size;
}

static int seek(void *user, off64_t *offset, int whence) {
    ck_memory *m = user;
    off64_t from = whence == SEEK_SET ? 0 : (off64_t)(whence == SEEK_CUR ? m->at : m->length);
    if (*offset < -from || !reserve(m, (size_t)(from + *offset))) {
        errno = EINVAL;
        return -1;
    }
    *offset = from + *offset;
    m->at = (size_t)*offset;
    publish(m);
    return 0;
}

static int finish(void *user) {
    publish(user);
    return 0;
}

FILE *ck_memory_open(ck_memory *memory) {
    return fopencookie(memory, "w", (cookie_io_functions_t){NULL, put, seek, finish});
}

bool ck_memory_is_sound(uint64_t address) {
    const ck_memory *m = (const ck_memory *)(uintptr_t)address;
    return address % 16 == 0 && ck_arena_holds(address, sizeof *m) && m->length < m->room &&
           m->at < m->room && ck_arena_holds((uint64_t)(uintptr_t)m->text, m->room);
}
