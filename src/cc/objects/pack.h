/* Bitcode as objects keep it: packed with zstd where that makes it smaller, which its first bytes
 * say. */
#pragma once

#include "base/str.h"

/* Appends the bytes in that form. */
void cc_pack(str *out, const char *bytes, size_t size);

typedef struct cc_unpacked {
    const char *bytes; /* NULL if they are damaged, or claim to become more than anyone packed */
    size_t size;
    char *own; /* what is to be freed, NULL if the bytes were not packed */
} cc_unpacked;

/* What they become, without making it: 0 for damaged ones. */
size_t cc_unpacked_size(const char *bytes, size_t size);
cc_unpacked cc_unpack(lathe_ctx *ctx, const char *bytes, size_t size);
void cc_unpacked_free(lathe_ctx *ctx, cc_unpacked *u);
