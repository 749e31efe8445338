/* The streams section of a checkpoint file. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { CK_STREAM_MODE_SIZE = 8, CK_STREAM_PUSHED_MAX = 4 };
enum { CK_STREAM_REGULAR = 1, CK_STREAM_AT_END = 2, CK_STREAM_HALF_READ = 4 };
/* On a descriptor that the program had; of a file without a name; to memory; a standard one whose
 * descriptor is something else now; on a descriptor that others write through; the standard output
 * that was given, which the program has given up. */
enum {
    CK_STREAM_ADOPTED = 8,
    CK_STREAM_NAMELESS = 16,
    CK_STREAM_MEMORY = 32,
    CK_STREAM_REPLACED = 64,
    CK_STREAM_BORROWED = 128,
    CK_STREAM_PAST = 256,
};

/* Followed by the path, with its zero, the contents and the pending bytes, padded to 8. */
typedef struct ck_stream_record {
    uint64_t handle, offset, size, start;
    uint32_t path_size, content_size;
    char mode[CK_STREAM_MODE_SIZE];
    uint32_t buffering, flags;
    uint32_t pushed_count;
    unsigned char pushed[CK_STREAM_PUSHED_MAX];
    uint32_t pending_size;          /* of the contents, after those of the file: not written yet */
    uint32_t buffer_size;           /* as given to setvbuf; 0: libc's own */
    uint32_t descriptor, mode_bits; /* its number; permissions of a file without a name */
    uint64_t memory;                /* what one that writes to memory is, in the program's memory */
} ck_stream_record;

_Static_assert(sizeof(ck_stream_record) == 88, "the file has no padding");

/* A record whose strings lie within the section. */
typedef struct ck_stream_entry {
    ck_stream_record head;
    const char *path; /* NULL: one of the three that a program is given */
    const char *content, *pending;
} ck_stream_entry;

/* The record at *at, which then points after it; false at the end or if it does not fit. */
bool ck_stream_next(const char **at, const char *end, ck_stream_entry *out);
