#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ckpt/hash.h"

#include <string.h>

/* The first values of the reference's table of vectors for SipHash-2-4. */
static void the_keyed_hash_is_the_known_one(void **state) {
    (void)state;
    ck_key key = {true, {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)}};
    unsigned char text[16];
    for (unsigned i = 0; i < 16; i++)
        text[i] = (unsigned char)i;
    assert_true(ck_hash(&key, text, 0) == UINT64_C(0x726fdb47dd0e0e31));
    assert_true(ck_hash(&key, text, 8) == UINT64_C(0x93f5f5799a932462));
    assert_true(ck_hash(&key, text, 15) == UINT64_C(0xa129ca6149be45e5));
}

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
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_keyed_hash_is_the_known_one),
        cmocka_unit_test(each_flipped_bit_changes_it),
        cmocka_unit_test(zeros_of_any_length_differ),
        cmocka_unit_test(keys_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
