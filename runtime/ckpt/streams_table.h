/* The streams that are open, for the files that keep them: streams.c follows the program's calls,
 * streams_save.c saves them and has them open again. */
#pragma once

#include "streams.h"
#include "streams_file.h"

#include <stdint.h>

/* Contents of larger files are not put into a checkpoint. */
enum { CK_UPDATE_MAX = 64 << 20 };

/* An open stream; path is NULL for those that the program was given. */
typedef struct ck_stream {
    struct ck_stream *next;
    lathe_ckpt_file *handle;
    char *path;
    char mode[CK_STREAM_MODE_SIZE];
    int buffering; /* a mode of setvbuf + 1; 0: never set */
    char *buffer;  /* in place of the one that the program gave */
    uint32_t buffer_size;
    off_t start;   /* where the program's output began */
    bool unknown;  /* how to open the file again is not known */
    bool adopted;  /* it is on a descriptor that the program had */
    bool borrowed; /* and that was given to it, or is shared with another stream */
    void *memory;  /* of one that writes to memory, see memory_stream.h */
} ck_stream;

extern ck_stream ck_given[3] __attribute__((visibility("hidden")));
/* In the order in which they were opened, which is also that in which libc writes out what is left
 * in their buffers at the end, in reverse. */
extern ck_stream *ck_open_streams __attribute__((visibility("hidden")));
extern ck_stream_hooks ck_hooks __attribute__((visibility("hidden")));

ck_stream *ck_stream_find(const lathe_ckpt_file *handle);
bool ck_stream_is_given(const ck_stream *s);
ck_stream *ck_stream_remember(lathe_ckpt_file *handle, const char *path, const char *mode);
bool ck_stream_rename(ck_stream *s, const char *path, const char *mode);
/* Notes what it may write over. */
void ck_stream_note(const ck_stream *s);
/* Gives libc a buffer of that size. */
int ck_stream_set_buffer(ck_stream *s, FILE *file, int mode, size_t size);
/* Where the next byte goes. A descriptor that appends has no position of its own before that. */
off_t ck_output_position(int file);
