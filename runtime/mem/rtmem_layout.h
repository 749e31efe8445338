/* The memory that a function saves into in ckpt_mem mode: a header, then two halves of `bytes`
 * bytes, one of which holds the last save. docs/ckpt.md describes it to users. Generated code
 * (src/ckpt/memwire.c) fills and reads the halves; rtmem.c, which becomes part of the module, does
 * the rest. Alignment is the caller's: nothing here may need more than 4. */
#pragma once

#include <stdint.h>

enum {
    CKPT_MEM_MAGIC = 0x4d504b43, /* "CKPM" */
    CKPT_MEM_VERSION = 1,
    /* state is id | active half << 24 | complete << 25 in one word, so that one store commits. */
    CKPT_MEM_MOST_POINTS = 0xffffff,
    CKPT_MEM_NO_ROOM = 0x1000000, /* no id: the memory is too small */
    CKPT_MEM_HALF_SHIFT = 24,
    CKPT_MEM_COMPLETE = 1 << 25,
    CKPT_MEM_WORD = 8, /* halves are whole words, and so is what is in them */
};

typedef struct __attribute__((packed, aligned(4))) ckpt_mem_header {
    uint32_t magic, version;
    uint64_t heartbeat; /* saves so far */
    uint32_t state;
    uint32_t bytes;  /* of a half */
    uint64_t layout; /* hash of what is saved, and where */
    uint32_t lengths[2];
    uint64_t sums[2]; /* checksums of the halves */
    uint64_t unused;
} ckpt_mem_header;

_Static_assert(sizeof(ckpt_mem_header) == 64, "the header is part of a documented format");
