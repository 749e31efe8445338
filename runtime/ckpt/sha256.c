#include "sha256.h"

#include <string.h>

static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static const uint32_t rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, unsigned by) {
    return x >> by | x << (32 - by);
}

static uint32_t load(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void store(unsigned char *at, uint32_t word) {
    for (unsigned i = 0; i < 4; i++)
        at[i] = (unsigned char)(word >> (24 - 8 * i));
}

static void extend(uint32_t *w, const unsigned char *block) {
    for (unsigned i = 0; i < 16; i++)
        w[i] = load(block + 4 * i);
    for (unsigned i = 16; i < 64; i++) {
        uint32_t a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
}

static void add_block(ck_sha256 *h, const unsigned char *block) {
    uint32_t w[64], s[8];
    extend(w, block);
    memcpy(s, h->state, sizeof s);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t e = turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25);
        uint32_t a = turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22);
        uint32_t one = s[7] + e + ((s[4] & s[5]) ^ (~s[4] & s[6])) + rounds[i] + w[i];
        uint32_t two = a + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (unsigned i = 0; i < 8; i++)
        h->state[i] += s[i];
}

void ck_sha256_begin(ck_sha256 *h) {
    memcpy(h->state, start, sizeof start);
    h->length = 0;
}

void ck_sha256_add(ck_sha256 *h, const void *data, size_t size) {
    const unsigned char *at = data;
    size_t used = h->length % CK_SHA256_BLOCK;
    h->length += size;
    while (size) {
        size_t part = CK_SHA256_BLOCK - used < size ? CK_SHA256_BLOCK - used : size;
        if (part == CK_SHA256_BLOCK)
            add_block(h, at);
        else
            memcpy(h->block + used, at, part);
        if (part < CK_SHA256_BLOCK && used + part == CK_SHA256_BLOCK)
            add_block(h, h->block);
        used = (used + part) % CK_SHA256_BLOCK;
        at += part;
        size -= part;
    }
}

/* A bit, zeros, and the length in bits, so that blocks are whole. */
void ck_sha256_end(ck_sha256 *h, unsigned char out[CK_SHA256_BYTES]) {
    static const unsigned char padding[CK_SHA256_BLOCK] = {0x80};
    unsigned char bits[8];
    store(bits, (uint32_t)(h->length >> 29));
    store(bits + 4, (uint32_t)(h->length << 3));
    size_t used = h->length % CK_SHA256_BLOCK;
    ck_sha256_add(h, padding, used < 56 ? 56 - used : 120 - used);
    ck_sha256_add(h, bits, sizeof bits);
    for (unsigned i = 0; i < 8; i++)
        store(out + 4 * i, h->state[i]);
}

static void begin_with(ck_sha256 *h, const unsigned char *key, unsigned char mask) {
    unsigned char block[CK_SHA256_BLOCK];
    for (unsigned i = 0; i < CK_SHA256_BLOCK; i++)
        block[i] = key[i] ^ mask;
    ck_sha256_begin(h);
    ck_sha256_add(h, block, sizeof block);
}

void ck_hmac_begin(ck_hmac *m, const void *key, size_t size) {
    unsigned char block[CK_SHA256_BLOCK] = {0};
    if (size > CK_SHA256_BLOCK) {
        ck_sha256_begin(&m->inner);
        ck_sha256_add(&m->inner, key, size);
        ck_sha256_end(&m->inner, block);
    } else if (size) {
        memcpy(block, key, size);
    }
    begin_with(&m->inner, block, 0x36);
    begin_with(&m->outer, block, 0x5c);
}

void ck_hmac_add(ck_hmac *m, const void *data, size_t size) {
    ck_sha256_add(&m->inner, data, size);
}

void ck_hmac_end(ck_hmac *m, unsigned char out[CK_SHA256_BYTES]) {
    unsigned char inner[CK_SHA256_BYTES];
    ck_sha256_end(&m->inner, inner);
    ck_sha256_add(&m->outer, inner, sizeof inner);
    ck_sha256_end(&m->outer, out);
}
