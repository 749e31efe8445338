#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ckpt/hash.h"

#include <stdio.h>
#include <string.h>

/* ---- published vectors ---- */

static void assert_is(const unsigned char *got, const char *want) {
    char text[2 * CK_SHA256_BYTES + 1];
    for (unsigned i = 0; i < CK_SHA256_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", got[i]);
    assert_string_equal(text, want);
}

static void assert_sha256(const char *text, size_t repeat, const char *want) {
    unsigned char out[CK_SHA256_BYTES];
    ck_sha256 h;
    ck_sha256_begin(&h);
    for (size_t i = 0; i < repeat; i++)
        ck_sha256_add(&h, text, strlen(text));
    ck_sha256_end(&h, out);
    assert_is(out, want);
}

/* FIPS 180-4: the examples of SHA-256, and a million times 'a'. */
static void sha256_is_the_published_one(void **state) {
    (void)state;
    assert_sha256("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_sha256("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    assert_sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                  "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                  1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    assert_sha256("a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

typedef struct vector {
    unsigned char key_byte;
    size_t key_size; /* 0: the text is the key */
    const char *key, *text;
    unsigned char text_byte;
    size_t text_size; /* 0: the text */
    const char *code;
} vector;

/* RFC 4231, test cases 1 to 4, 6 and 7. */
static void hmac_is_the_published_one(void **state) {
    static const vector vectors[] = {
        {0x0b, 20, "", "Hi There", 0, 0,
         "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
        {0, 0, "Jefe", "what do ya want for nothing?", 0, 0,
         "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
        {0xaa, 20, "", "", 0xdd, 50,
         "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
        {0, 0,
         "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16"
         "\x17"
         "\x18\x19",
         "", 0xcd, 50, "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
        {0xaa, 131, "", "Test Using Larger Than Block-Size Key - Hash Key First", 0, 0,
         "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
        {0xaa, 131, "",
         "This is a test using a larger than block-size key and a larger than block-size data. The "
         "key needs to be hashed before being used by the HMAC algorithm.",
         0, 0, "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const vector *v = &vectors[i];
        unsigned char key[200], text[200], out[CK_SHA256_BYTES];
        size_t key_size = v->key_size ? v->key_size : strlen(v->key);
        size_t text_size = v->text_size ? v->text_size : strlen(v->text);
        memset(key, v->key_byte, sizeof key);
        memset(text, v->text_byte, sizeof text);
        memcpy(key, v->key, strlen(v->key));
        memcpy(text, v->text, strlen(v->text));
        ck_hmac m;
        ck_hmac_begin(&m, key, key_size);
        ck_hmac_add(&m, text, text_size / 3);
        ck_hmac_add(&m, text + text_size / 3, text_size - text_size / 3);
        ck_hmac_end(&m, out);
        assert_is(out, v->code);
    }
}

/* The value that the reference gives of nothing, without a seed. */
static void checksums_are_xxh3(void **state) {
    (void)state;
    ck_key none = ck_key_from_text(NULL);
    assert_true(ck_hash(&none, "", 0) == UINT64_C(0x2d06800538d394c2));
}

/* ---- what is made of them ---- */

static void each_flipped_bit_changes_it(void **state) {
    (void)state;
    static unsigned char data[300];
    ck_key keys[2] = {ck_key_from_text(NULL), ck_key_from_text("secret")};
    for (unsigned k = 0; k < 2; k++)
        for (size_t size = 1; size <= sizeof data; size += 13) {
            for (size_t i = 0; i < size; i++)
                data[i] = (unsigned char)(i * 7);
            uint64_t before = ck_hash(&keys[k], data, size);
            for (size_t bit = 0; bit < 8 * size; bit++) {
                data[bit / 8] ^= (unsigned char)(1 << bit % 8);
                assert_true(ck_hash(&keys[k], data, size) != before);
                data[bit / 8] ^= (unsigned char)(1 << bit % 8);
            }
        }
}

static void zeros_of_any_length_differ(void **state) {
    (void)state;
    static const unsigned char zeros[512];
    ck_key key = ck_key_from_text("");
    assert_false(key.set);
    uint64_t seen[512];
    for (size_t size = 0; size < 512; size++) {
        seen[size] = ck_hash(&key, zeros, size);
        for (size_t i = 0; i < size; i++)
            assert_true(seen[i] != seen[size]);
    }
}

static void keys_differ(void **state) {
    (void)state;
    ck_key a = ck_key_from_text("a"), b = ck_key_from_text("b");
    assert_true(a.set && b.set);
    assert_true(ck_hash(&a, "text", 4) != ck_hash(&b, "text", 4));
    assert_true(ck_seal(&a, CK_USE_NOTE, "text", 4) != ck_seal(&b, CK_USE_NOTE, "text", 4));
    assert_true(ck_seal(&a, CK_USE_NOTE, "text", 4) != ck_seal(&a, CK_USE_HEADER, "text", 4));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha256_is_the_published_one),
        cmocka_unit_test(hmac_is_the_published_one),
        cmocka_unit_test(checksums_are_xxh3),
        cmocka_unit_test(each_flipped_bit_changes_it),
        cmocka_unit_test(zeros_of_any_length_differ),
        cmocka_unit_test(keys_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
