/* Checksums of checkpoint files. Without a key they find damage: every step is a bijection of what
 * it takes in, so a change within one aligned 8-byte word always changes the result. With a key
 * (SipHash-2-4) they also find a file that was not written by a holder of the key. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ck_key {
    bool set;
    uint64_t word[2];
} ck_key;

/* The key that a text stands for; an absent or empty text gives the unset key. */
ck_key ck_key_from_text(const char *text);
uint64_t ck_hash(const ck_key *key, const void *data, size_t size);

/* What a hash vouches for. With a key, each use has a key of its own, so that bytes of the
 * program's memory, which others may choose, cannot be passed off as a header, nor one part as
 * another. */
typedef enum ck_use {
    CK_USE_PAGE,
    CK_USE_HEADER,
    CK_USE_TABLE,
    CK_USE_SECTION,
    CK_USE_FOLD,
    CK_USE_NOTE
} ck_use;
uint64_t ck_seal(const ck_key *key, ck_use use, const void *data, size_t size);
