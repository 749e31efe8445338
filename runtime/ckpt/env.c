#include "env.h"

#include "rt_arena.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

/* One string of the environment is no longer than this on Linux (MAX_ARG_STRLEN), so that the value
 * of any process fits. */
enum { ROOM = 1 << 17, LONGEST_NAME = 1 << 12 };

typedef struct asked {
    struct asked *next; /* asked for before this one */
    uint64_t number;    /* of the slot */
    char name[];
} asked;

static asked *newest;

uint64_t ck_env_asked(void) {
    return (uint64_t)(uintptr_t)newest;
}

static char *place(const asked *a) {
    return ck_arena_apart() + a->number * ROOM;
}

static const asked *find(const char *name) {
    const asked *a = newest;
    while (a && strcmp(a->name, name))
        a = a->next;
    return a;
}

static const asked *add(const char *name) {
    uint64_t number = newest ? newest->number + 1 : 0;
    size_t size = strlen(name) + 1;
    if (size > LONGEST_NAME || number >= ck_arena_apart_size() / ROOM)
        return NULL;
    asked *a = ck_arena_keep(sizeof *a + size);
    if (!a)
        return NULL;
    *a = (asked){newest, number};
    memcpy(a->name, name, size);
    return newest = a;
}

static void fill(const asked *a, const char *value) {
    size_t length = value ? strlen(value) : 0;
    if (length >= ROOM)
        length = ROOM - 1;
    if (length)
        memmove(place(a), value, length);
    place(a)[length] = 0;
}

char *lathe_ckpt_getenv(const char *name) {
    char *value = getenv(name);
    if (!value || !ck_arena_base())
        return value;
    const asked *a = find(name);
    if (!a)
        a = add(name);
    if (!a)
        return NULL;
    if (strcmp(place(a), value))
        fill(a, value);
    return place(a);
}

char *lathe_ckpt_secure_getenv(const char *name) {
    return getauxval(AT_SECURE) ? NULL : lathe_ckpt_getenv(name);
}

static bool is_sound(const asked *a) {
    uint64_t address = (uint64_t)(uintptr_t)a;
    if (address % 16 || !ck_arena_holds(address, sizeof *a + LONGEST_NAME) ||
        strnlen(a->name, LONGEST_NAME) == LONGEST_NAME || a->number >= ck_arena_apart_size() / ROOM)
        return false;
    return a->next ? a->number > 0 : a->number == 0;
}

/* Numbers descend, so that a damaged list ends. */
bool ck_env_put(uint64_t address) {
    const asked *first = (const asked *)(uintptr_t)address;
    for (const asked *a = first, *last = NULL; a; last = a, a = a->next) {
        if (!is_sound(a) || (last && a->number != last->number - 1))
            return false;
        fill(a, getenv(a->name));
    }
    newest = (asked *)(uintptr_t)address;
    return true;
}
