/* What is inside a checkpoint file, for people and for programs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The JSON document that is written; the number is that of all documents (docs/json.md). */
#define CK_INSPECT_SCHEMA "lathe-ckpt-inspect/2"

/* give: free() it; NULL if memory is out. key as in LATHE_CKPT_KEY, or NULL. *valid is false for a
 * file that a restart would not use; the text then says why. */
char *ck_inspect(const char *path, const char *key, bool json, bool *valid);
/* The same for a file that is in memory, aligned to 8; path is only its name. */
char *ck_inspect_bytes(const char *path, const void *data, size_t size, const char *key, bool json,
                       bool *valid);
