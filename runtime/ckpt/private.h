/* Files of a store, taken for what their names say only if they are regular files of this user that
 * others may not access. Symbolic links are not followed, FIFOs and devices are not waited for, and
 * nothing else is removed: a directory may hold more than the store, and names may be planted. */
#pragma once

#include "rt_io.h"

/* Whether it belongs to the user and has none of the forbidden permissions. */
bool ck_is_private(const struct stat *info, mode_t forbidden, const char **why);

/* The descriptor of a file that is there, or is made if flags has O_CREAT; -1 with *why. A file to
 * be appended to must have no other name. */
int ck_private_open(const ck_io *io, int dir, const char *name, int flags, const char **why);
/* A new file; -1 with errno, EEXIST if the name is taken by anything. */
int ck_private_create(const ck_io *io, int dir, const char *name);
/* Whether the name is free afterwards. */
bool ck_private_remove(const ck_io *io, int dir, const char *name);
/* All of a file. give: free() it; NULL with *why. */
void *ck_private_read(const ck_io *io, int dir, const char *name, size_t *size, const char **why);
