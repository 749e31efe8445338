/* How another process asks a running program to save: a page of memory that the program shares by a
 * file without a name, which is among its descriptors in /proc. No signal is sent, and nothing of
 * the store is touched. `lathe ckpt --save` is the other side. */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

#define CK_ASK_NAME "lathe-ckpt"
#define CK_ASK_MAGIC "LATHEASK"
enum { CK_ASK_VERSION = 1, CK_ASK_SIZE = 4096 };

typedef struct ck_ask {
    char magic[8];
    uint32_t version, pid;
    _Atomic uint32_t bell;     /* changed, and woken, when there is something to look at */
    _Atomic uint32_t asked;    /* how often was asked */
    _Atomic uint32_t answered; /* up to which this is done; woken when it changes */
    _Atomic uint32_t saved;    /* whether the last one was */
    _Atomic uint64_t generation;
} ck_ask;

_Static_assert(sizeof(ck_ask) <= CK_ASK_SIZE, "it is one page");
