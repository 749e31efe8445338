/* Streams that write to memory (open_memstream): libc would grow the text with its own allocator,
 * so the text is grown here, in the program's memory, and libc's stream is one of functions. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* In the program's memory. */
typedef struct ck_memory {
    char **where; /* the program's, brought up to date when the stream is flushed */
    size_t *size;
    char *text;
    size_t length, room, at;
} ck_memory;

/* NULL if memory is out. */
ck_memory *ck_memory_make(char **where, size_t *size);
FILE *ck_memory_open(ck_memory *memory);
/* Whether what is at that address in restored memory is one. */
bool ck_memory_is_sound(uint64_t address);
