/* Checksums of checkpoint files, and what vouches for them. Checksums are XXH3: they find damage.
 * With a key they begin with a number that only its holders know, so that others cannot choose
 * bytes of which they know the checksum. What finds files that were not written by a holder of the
 * key is HMAC-SHA-256: over all of a checkpoint file, and over each note. */
#pragma once

#include "sha256.h"

#include <stdbool.h>

enum { CK_MAC_BYTES = CK_SHA256_BYTES };

typedef struct ck_key {
    bool set;
    uint64_t seed; /* of checksums; 0 without a key */
    unsigned char secret[CK_SHA256_BYTES];
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
    CK_USE_NOTE,
    CK_USE_FILE
} ck_use;
/* A checksum; of a note, with a key, the first 64 bits of its code. */
uint64_t ck_seal(const ck_key *key, ck_use use, const void *data, size_t size);

/* The code of what is added in between. */
void ck_mac_begin(ck_hmac *mac, const ck_key *key, ck_use use);
/* Whether two codes are the same, in a time that does not depend on where they differ. */
bool ck_mac_same(const unsigned char a[CK_MAC_BYTES], const unsigned char b[CK_MAC_BYTES]);
