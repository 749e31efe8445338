/* The table of the program's descriptors, for the files that keep it: descriptors.c follows the
 * program's calls, descriptors_save.c saves it and has all open again. */
#pragma once

#include "descriptors.h"

enum { CK_NUMBER_MAX = 1 << 20 };

/* A descriptor of the program; those with the same id have one position. */
typedef struct ck_slot_fd {
    uint64_t id;
    char *path; /* as it was opened by; NULL: none */
    uint32_t kind, given;
    bool found;  /* it is a file that was open at the start */
    bool used;   /* and was read or written by the program */
    bool stream; /* the very descriptor of a stream that was opened by path */
} ck_slot_fd;

extern ck_slot_fd *ck_fds __attribute__((visibility("hidden")));
extern size_t ck_fd_count __attribute__((visibility("hidden")));

/* The entry of a descriptor that is open now, with an id of its own; NULL if memory is out, or the
 * number is out of range. */
ck_slot_fd *ck_fd_renew(int file);
