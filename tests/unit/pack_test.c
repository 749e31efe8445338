/* Bitcode in objects: what is packed comes back, and what is no good makes nothing. */
#include "failing_alloc.h"

#include "cc/objects/pack.h"

#include <stdlib.h>
#include <string.h>

static void assert_comes_back(lathe_ctx *ctx, const char *bytes, size_t size, bool smaller) {
    str packed;
    str_init(&packed, ctx);
    cc_pack(&packed, bytes, size);
    assert_int_equal(packed.len < size, smaller);
    assert_int_equal(cc_unpacked_size(packed.at, packed.len), size);
    cc_unpacked u = cc_unpack(ctx, packed.at, packed.len);
    assert_int_equal(u.size, size);
    assert_memory_equal(u.bytes, bytes, size);
    cc_unpacked_free(ctx, &u);
    str_free(&packed);
}

static void what_is_packed_comes_back(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    char text[5000];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(i % 17);
    assert_comes_back(ctx, text, sizeof text, true);
    assert_comes_back(ctx, "BC\xc0\xde", 4, false);
    lathe_ctx_free(ctx);
}

static void what_is_damaged_is_nothing(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    static const char zeros[3000];
    str packed;
    str_init(&packed, ctx);
    cc_pack(&packed, zeros, sizeof zeros);
    for (size_t size = 5; size < packed.len; size++) {
        cc_unpacked u = cc_unpack(ctx, packed.at, size);
        assert_null(u.bytes);
        cc_unpacked_free(ctx, &u);
    }
    str_free(&packed);
    lathe_ctx_free(ctx);
}

/* As zstd packs them: to a ten-thousandth. */
static void what_becomes_too_large_is_nothing(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    for (size_t megabytes = 1; megabytes < 4; megabytes++) {
        size_t size = megabytes << 20;
        char *zeros = calloc(size, 1);
        str packed;
        str_init(&packed, ctx);
        cc_pack(&packed, zeros, size);
        cc_unpacked u = cc_unpack(ctx, packed.at, packed.len);
        assert_int_equal(u.bytes != NULL, megabytes == 1);
        assert_int_equal(cc_unpacked_size(packed.at, packed.len), megabytes == 1 ? size : 0);
        cc_unpacked_free(ctx, &u);
        str_free(&packed);
        free(zeros);
    }
    lathe_ctx_free(ctx);
}

static void pack_and_unpack(lathe_ctx *ctx) {
    static const char zeros[3000];
    str packed;
    str_init(&packed, ctx);
    cc_pack(&packed, zeros, sizeof zeros);
    if (packed.len) {
        cc_unpacked u = cc_unpack(ctx, packed.at, packed.len);
        assert_true(u.bytes || !ctx_ok(ctx));
        cc_unpacked_free(ctx, &u);
    }
    str_free(&packed);
}

static void memory_may_be_out(void **state) {
    (void)state;
    fail_every_allocation(pack_and_unpack);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_packed_comes_back),
        cmocka_unit_test(what_is_damaged_is_nothing),
        cmocka_unit_test(what_becomes_too_large_is_nothing),
        cmocka_unit_test(memory_may_be_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
