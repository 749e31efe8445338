/* Which single changes are made: for whoever looks for the one that goes wrong. Each has a number,
 * in the order in which they are decided, which is the same in every run; those up to a limit are
 * made. A decision is kept, so that a pass that begins again is not asked twice.
 *
 * Invariant: what is decided up to number n does not depend on the limit, if that is at least n.
 */
#pragma once

#include "base/arena.h"
#include "base/map.h"

/* One line about a decision, without its end. */
typedef void bisect_tell_fn(void *data, const char *line);

typedef struct bisect {
    arena mem;
    map answers;   /* what is to be changed → 1: not, 2: it is */
    int64_t limit; /* negative: none */
    uint64_t count, passes;
    bisect_tell_fn *tell;
    bool (*wants)(void *data, const char *pass, const char *what); /* NULL: all, up to the limit */
    void *data;
} bisect;

/* The context asks it from now on, until it is freed. */
void bisect_begin(bisect *b, lathe_ctx *ctx, int64_t limit, bisect_tell_fn *tell, void *data);
void bisect_free(bisect *b, lathe_ctx *ctx);

/* A pass begins: what it changes has nothing to do with what others do. */
void bisect_next_pass(lathe_ctx *ctx);

/* Whether the change is made; true if nobody counts. The text names it, once in each pass: "type
 * struct.node". */
bool bisect_allows(lathe_ctx *ctx, const char *pass, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
