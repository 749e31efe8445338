/* Archives as GNU ar and llvm-ar write them, thin ones too. */
#pragma once

#include "base/arena.h"

/* Invariant: what names and the members point to lies in bytes[0…size). */
typedef struct cc_archive {
    const char *bytes;
    size_t size;
    bool thin;
    const char *names; /* the table of long names, "" before it was seen */
    size_t names_size;
    size_t next; /* offset of the next header */
} cc_archive;

typedef struct cc_archive_member {
    const char *name; /* as stored: in a thin archive a path from the archive's folder */
    size_t name_length;
    const char *bytes; /* NULL in a thin archive: the contents are in a file of their own */
    size_t size;
} cc_archive_member;

/* False if it is not an archive. */
bool cc_archive_open(cc_archive *archive, const char *bytes, size_t size);
/* The next member that is a file. False at the end, and where the archive is damaged. */
bool cc_archive_next(cc_archive *archive, cc_archive_member *member);
