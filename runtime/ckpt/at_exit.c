#include "at_exit.h"

#include "alloc.h"

#include <stdlib.h>

typedef enum kind { PLAIN, WITH_STATUS, WITH_ARGUMENT } kind;

typedef struct entry {
    kind kind;
    union {
        void (*plain)(void);
        void (*with_status)(int status, void *argument);
        void (*with_argument)(void *argument);
    } call;
    void *argument;
} entry;

/* The entries are memory of the program's, as if it had allocated them. */
static struct {
    entry *at;
    size_t count, room;
} list;

static bool begun;

ck_range ck_exits_range(void) {
    return (ck_range){(uint64_t)(uintptr_t)&list, sizeof list};
}

bool ck_exits_begun(void) {
    return begun;
}

static void call(const entry *e, int status) {
    if (e->kind == PLAIN)
        e->call.plain();
    else if (e->kind == WITH_STATUS)
        e->call.with_status(status, e->argument);
    else
        e->call.with_argument(e->argument);
}

/* What is called may register more. */
static void go_through(int status, void *nothing) {
    (void)nothing;
    begun = true;
    while (list.count) {
        entry e = list.at[--list.count];
        call(&e, status);
    }
}

void ck_exits_start(void) {
    on_exit(go_through, NULL);
}

static int add(entry e) {
    if (list.count == list.room) {
        size_t room = list.room ? 2 * list.room : 32;
        entry *at = lathe_ckpt_reallocarray(list.at, room, sizeof *at);
        if (!at)
            return -1;
        list.at = at;
        list.room = room;
    }
    list.at[list.count++] = e;
    return 0;
}

int lathe_ckpt_atexit(void (*function)(void)) {
    return add((entry){.kind = PLAIN, .call.plain = function});
}

int lathe_ckpt_on_exit(void (*function)(int status, void *argument), void *argument) {
    return add((entry){WITH_STATUS, {.with_status = function}, argument});
}

int lathe_ckpt_cxa_atexit(void (*function)(void *argument), void *argument, void *object) {
    (void)object;
    return add((entry){WITH_ARGUMENT, {.with_argument = function}, argument});
}
