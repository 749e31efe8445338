#include "hash.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* A key for one use: what HMAC makes of a name, with the key itself. */
static void derive(const unsigned char *secret, size_t size, const char *name, unsigned use,
                   unsigned char out[CK_SHA256_BYTES]) {
    unsigned char number = (unsigned char)use;
    ck_hmac m;
    ck_hmac_begin(&m, secret, size);
    ck_hmac_add(&m, name, strlen(name));
    ck_hmac_add(&m, &number, 1);
    ck_hmac_end(&m, out);
}

ck_key ck_key_from_text(const char *text) {
    unsigned char seed[CK_SHA256_BYTES];
    ck_key key = {.set = text && *text};
    if (!key.set)
        return key;
    derive((const unsigned char *)text, strlen(text), "lathe-ckpt", 0, key.secret);
    derive(key.secret, sizeof key.secret, "checksum", 0, seed);
    memcpy(&key.seed, seed, sizeof key.seed);
    return key;
}

uint64_t ck_hash(const ck_key *key, const void *data, size_t size) {
    return XXH3_64bits_withSeed(data, size, key->seed);
}

void ck_mac_begin(ck_hmac *mac, const ck_key *key, ck_use use) {
    unsigned char own[CK_SHA256_BYTES];
    derive(key->secret, sizeof key->secret, "use", use, own);
    ck_hmac_begin(mac, own, sizeof own);
}

bool ck_mac_same(const unsigned char a[CK_MAC_BYTES], const unsigned char b[CK_MAC_BYTES]) {
    unsigned difference = 0;
    for (unsigned i = 0; i < CK_MAC_BYTES; i++)
        difference |= a[i] ^ b[i];
    return !difference;
}

static uint64_t code_of(const ck_key *key, ck_use use, const void *data, size_t size) {
    unsigned char code[CK_MAC_BYTES];
    uint64_t first;
    ck_hmac mac;
    ck_mac_begin(&mac, key, use);
    ck_hmac_add(&mac, data, size);
    ck_hmac_end(&mac, code);
    memcpy(&first, code, sizeof first);
    return first;
}

uint64_t ck_seal(const ck_key *key, ck_use use, const void *data, size_t size) {
    if (key->set && use == CK_USE_NOTE)
        return code_of(key, use, data, size);
    return XXH3_64bits_withSeed(data, size, key->set ? key->seed + (uint64_t)use : 0);
}
