/* The notes of what files were, as they are in PREFIX-GENERATION.undo of a store: one after the
 * other, in the order in which the program changed its files, and undone in the opposite one. A
 * note says what is needed to bring back what was before the change that it precedes, so that a
 * kill between the note and the change leaves a note that has nothing to undo. */
#pragma once

#include "notes.h"

#include <limits.h>

typedef enum note_kind {
    NOTE_ABSENT = 1,     /* there was no such file */
    NOTE_CREATED,        /* and this is the one that was made, or another name of a file */
    NOTE_SIZE,           /* the file had this size */
    NOTE_PIECE,          /* and these bytes at `from` */
    NOTE_REMOVED,        /* the file was there, of this size, with so many names as `from` says; its
                            pieces come before */
    NOTE_RENAMED,        /* what is at the path came from the path that is the content */
    NOTE_DIRECTORY_MADE, /* there was no such directory */
    NOTE_DIRECTORY_GONE, /* it was there, and empty */
    NOTE_LINK_MADE,      /* there was no such symbolic link */
    NOTE_LINK_GONE,      /* it led to the path that is the content */
    NOTE_MODE,           /* the file had these permissions */
    NOTE_ALIAS,          /* device and inode are those that size and from were, made anew */
    NOTE_KIND_END
} note_kind;

/* Followed by the path, with its zero, and the content, each padded to 8. */
typedef struct note {
    uint64_t kind, generation;
    uint64_t device, inode;
    uint64_t size, from;
    uint64_t mode;
    int64_t seconds, nanoseconds; /* when the file was last modified */
    uint64_t path_size, content_size;
    uint64_t hash; /* of all of the note, with this as zero */
} note;

enum { PIECE = 1 << 20 };

static inline size_t note_padded(uint64_t size) {
    return (size_t)((size + 7) & ~UINT64_C(7));
}

static inline const char *note_path(const note *n) {
    return (const char *)(n + 1);
}

static inline const char *note_content(const note *n) {
    return note_path(n) + note_padded(n->path_size);
}

static inline size_t note_size(const note *n) {
    return sizeof *n + note_padded(n->path_size) + note_padded(n->content_size);
}

static inline note note_of(note_kind kind, const struct stat *info) {
    return (note){.kind = kind,
                  .device = info->st_dev,
                  .inode = info->st_ino,
                  .size = (uint64_t)info->st_size,
                  .mode = info->st_mode & 07777,
                  .seconds = info->st_mtim.tv_sec,
                  .nanoseconds = info->st_mtim.tv_nsec};
}

/* Appends a note to an open file of notes of that generation. */
bool note_append(const ck_store *store, int file, uint64_t generation, note head, const char *path,
                 const void *content);
/* The file of a generation's notes, opened to append to, or -1. */
int note_open(const ck_store *store, uint64_t generation);
void note_say(const ck_notes *notes, const char *path, const char *what);
/* Forgets what was noted since the last commit. */
void note_forget_all(ck_notes *notes);
