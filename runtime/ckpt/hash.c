#include "hash.h"

#include <string.h>

#define PRIME_A UINT64_C(0x9e3779b97f4a7c15)
#define PRIME_B UINT64_C(0xd6e8feb86659fd93)

static uint64_t rotate(uint64_t x, unsigned by) {
    return x << by | x >> (64 - by);
}

static uint64_t load(const unsigned char *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

static uint64_t load_rest(const unsigned char *at, size_t size) {
    uint64_t word = 0;
    memcpy(&word, at, size);
    return word;
}

static uint64_t mix(uint64_t x) {
    x ^= x >> 32;
    x *= PRIME_B;
    x ^= x >> 29;
    x *= PRIME_A;
    return x ^ x >> 32;
}

static uint64_t step(uint64_t lane, uint64_t word) {
    return rotate((lane ^ word) * PRIME_A, 29);
}

static uint64_t plain_hash(const unsigned char *at, size_t size) {
    uint64_t lane[4] = {PRIME_A, PRIME_B, PRIME_A ^ PRIME_B, ~PRIME_A};
    uint64_t length = size;
    for (; size >= 32; at += 32, size -= 32)
        for (unsigned i = 0; i < 4; i++)
            lane[i] = step(lane[i], load(at + 8 * i));
    for (unsigned i = 0; size; i++) {
        size_t part = size < 8 ? size : 8;
        lane[i] = step(lane[i], load_rest(at, part));
        at += part;
        size -= part;
    }
    uint64_t hash = mix(length + PRIME_B);
    for (unsigned i = 0; i < 4; i++)
        hash = mix(rotate(hash, 23) + mix(lane[i]));
    return hash;
}

typedef struct sip {
    uint64_t v0, v1, v2, v3;
} sip;

static void sip_rounds(sip *s, unsigned rounds) {
    while (rounds--) {
        s->v0 += s->v1;
        s->v1 = rotate(s->v1, 13) ^ s->v0;
        s->v0 = rotate(s->v0, 32);
        s->v2 += s->v3;
        s->v3 = rotate(s->v3, 16) ^ s->v2;
        s->v0 += s->v3;
        s->v3 = rotate(s->v3, 21) ^ s->v0;
        s->v2 += s->v1;
        s->v1 = rotate(s->v1, 17) ^ s->v2;
        s->v2 = rotate(s->v2, 32);
    }
}

static void sip_word(sip *s, uint64_t word) {
    s->v3 ^= word;
    sip_rounds(s, 2);
    s->v0 ^= word;
}

static uint64_t sip_hash(const uint64_t key[2], const unsigned char *at, size_t size) {
    sip s = {key[0] ^ UINT64_C(0x736f6d6570736575), key[1] ^ UINT64_C(0x646f72616e646f6d),
             key[0] ^ UINT64_C(0x6c7967656e657261), key[1] ^ UINT64_C(0x7465646279746573)};
    uint64_t last = (uint64_t)size << 56;
    for (; size >= 8; at += 8, size -= 8)
        sip_word(&s, load(at));
    sip_word(&s, last | load_rest(at, size));
    s.v2 ^= 0xff;
    sip_rounds(&s, 4);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}

ck_key ck_key_from_text(const char *text) {
    static const uint64_t first[2] = {PRIME_A, PRIME_B}, second[2] = {PRIME_B, PRIME_A};
    ck_key key = {.set = text && *text};
    if (key.set) {
        key.word[0] = sip_hash(first, (const unsigned char *)text, strlen(text));
        key.word[1] = sip_hash(second, (const unsigned char *)text, strlen(text));
    }
    return key;
}

uint64_t ck_hash(const ck_key *key, const void *data, size_t size) {
    return key->set ? sip_hash(key->word, data, size) : plain_hash(data, size);
}

uint64_t ck_seal(const ck_key *key, ck_use use, const void *data, size_t size) {
    if (!key->set || use == CK_USE_PAGE)
        return ck_hash(key, data, size);
    uint64_t word[2] = {(uint64_t)use, 0}, derived[2];
    for (unsigned i = 0; i < 2; i++) {
        word[1] = i;
        derived[i] = sip_hash(key->word, (const unsigned char *)word, sizeof word);
    }
    return sip_hash(derived, data, size);
}
