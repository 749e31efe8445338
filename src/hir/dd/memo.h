/* Answers to problems that were solved before: many pairs of a program are alike, and all of them
 * when a region is looked at again after a change. */
#pragma once

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "hir/dd/pair.h"

typedef struct dd_memo {
    lathe_ctx *ctx;
    arena mem;
    map at; /* hash -> the newest entry with it */
    VEC(unsigned char) key;
    uint64_t hits;
} dd_memo;

void dd_memo_init(dd_memo *m, lathe_ctx *ctx);
void dd_memo_free(dd_memo *m);
/* dd_solve, unless the answer is known. m may be NULL. One memo is for one exact. */
void dd_memo_solve(dd_memo *m, const dd_problem *p, dd_exact *exact, dd_answer *answer);
