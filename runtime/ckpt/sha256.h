/* SHA-256 (FIPS 180-4), and the message authentication code that is made of it, HMAC (RFC 2104). */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { CK_SHA256_BYTES = 32, CK_SHA256_BLOCK = 64 };

typedef struct ck_sha256 {
    uint32_t state[8];
    uint64_t length; /* of what was added */
    unsigned char block[CK_SHA256_BLOCK];
} ck_sha256;

void ck_sha256_begin(ck_sha256 *h);
void ck_sha256_add(ck_sha256 *h, const void *data, size_t size);
void ck_sha256_end(ck_sha256 *h, unsigned char out[CK_SHA256_BYTES]);

typedef struct ck_hmac {
    ck_sha256 inner, outer;
} ck_hmac;

void ck_hmac_begin(ck_hmac *m, const void *key, size_t size);
void ck_hmac_add(ck_hmac *m, const void *data, size_t size);
void ck_hmac_end(ck_hmac *m, unsigned char out[CK_SHA256_BYTES]);
