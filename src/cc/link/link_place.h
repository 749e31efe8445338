/* Where a link's outputs stand until one of them becomes the output: a folder beside it, so that
 * becoming it is one rename, and nothing is left if its writers outlive us. */
#pragma once

#include "base/arena.h"

typedef struct cc_place {
    const char *output; /* as the user has it */
    const char *folder;
    const char *native, *made; /* files in the folder */
} cc_place;

/* False if the output cannot be had by a rename: it is not a file, or there is no room. */
bool cc_place_init(cc_place *place, arena *mem, const char *output);
/* Renames one of the files. */
bool cc_place_install(const cc_place *place, const char *file);
void cc_place_free(const cc_place *place);
