#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ckpt/alloc.h"
#include "ckpt/rt_arena.h"
#include "ckpt/store.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 88172645463325252u;

static uint64_t draw(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

enum { LIVE = 3000 };
typedef struct block {
    unsigned char *at;
    size_t size;
    unsigned char mark;
} block;
static block live[LIVE];

static void fill(block *b) {
    memset(b->at, b->mark, b->size);
}

static void check(const block *b) {
    for (size_t i = 0; i < b->size; i += b->size > 256 && i > 64 && i + 65 < b->size ? 61 : 1)
        if (b->at[i] != b->mark)
            fail_msg("a block of %zu bytes was overwritten at %zu", b->size, i);
}

static size_t draw_size(void) {
    switch (draw() % 16) {
    case 0:
        return (size_t)(draw() % 400000);
    case 1:
    case 2:
        return (size_t)(draw() % 40000);
    case 3:
        return 0;
    default:
        return (size_t)(draw() % 300);
    }
}

static void renew(block *b) {
    unsigned kind = draw() % 8;
    b->size = draw_size();
    if (kind == 0) {
        b->at = lathe_ckpt_calloc(b->size, 1);
        for (size_t i = 0; i < b->size; i++)
            assert_int_equal(b->at[i], 0);
    } else if (kind == 1) {
        size_t alignment = (size_t)16 << draw() % 15;
        b->at = lathe_ckpt_aligned_alloc(alignment, b->size);
        assert_int_equal((uintptr_t)b->at % alignment, 0);
    } else {
        b->at = lathe_ckpt_malloc(b->size);
    }
    assert_non_null(b->at);
    assert_int_equal((uintptr_t)b->at % 16, 0);
    assert_true(ck_arena_holds((uintptr_t)b->at, b->size));
    assert_true(lathe_ckpt_malloc_usable_size(b->at) >= b->size);
    b->mark = (unsigned char)draw();
    fill(b);
}

static void resize(block *b) {
    size_t size = draw_size() + 1, kept = size < b->size ? size : b->size;
    b->at = lathe_ckpt_realloc(b->at, size);
    assert_non_null(b->at);
    b->size = kept;
    check(b);
    b->size = size;
    fill(b);
}

static void churn(unsigned steps) {
    for (unsigned i = 0; i < steps; i++) {
        block *b = &live[draw() % LIVE];
        if (!b->at) {
            renew(b);
        } else if (draw() % 4 == 0) {
            resize(b);
        } else {
            check(b);
            lathe_ckpt_free(b->at);
            b->at = NULL;
        }
    }
    assert_true(ck_arena_is_sane());
}

static void blocks_keep_what_is_put_in_them(void **state) {
    (void)state;
    churn(200000);
    for (unsigned i = 0; i < LIVE; i++)
        if (live[i].at)
            check(&live[i]);
}

static size_t total(const ck_range *ranges, size_t count) {
    size_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += ranges[i].size;
    return sum;
}

static ck_range *ranges_now(size_t *count) {
    *count = ck_arena_ranges(ck_arena_frames() + 32, NULL, 0);
    ck_range *ranges = malloc(*count * sizeof *ranges);
    assert_int_equal(ck_arena_ranges(ck_arena_frames() + 32, ranges, *count), *count);
    for (size_t i = 0; i + 1 < *count; i++)
        assert_true(ranges[i].address + ranges[i].size < ranges[i + 1].address);
    return ranges;
}

/* Blocks and bookkeeping come back, and the same calls give the same addresses as before. */
static void an_image_brings_all_of_it_back(void **state) {
    (void)state;
    size_t count, at = 0;
    void *before[100];
    memcpy(ck_arena_frames(), "0123456789abcdefghijklmnopqrstu", 32);
    ck_range *ranges = ranges_now(&count);
    char *image = malloc(total(ranges, count));
    for (size_t i = 0; i < count; at += ranges[i++].size)
        memcpy(image + at, (void *)(uintptr_t)ranges[i].address, ranges[i].size);
    for (unsigned i = 0; i < 100; i++)
        before[i] = lathe_ckpt_malloc(i * i);
    block saved[LIVE];
    memcpy(saved, live, sizeof live);
    churn(5000);
    memcpy(live, saved, sizeof live);
    ck_arena_clear();
    at = 0;
    for (size_t i = 0; i < count; at += ranges[i++].size)
        memcpy((void *)(uintptr_t)ranges[i].address, image + at, ranges[i].size);
    assert_true(ck_arena_is_sane());
    assert_memory_equal(ck_arena_frames(), "0123456789abcdefghijklmnopqrstu", 32);
    for (unsigned i = 0; i < LIVE; i++)
        if (live[i].at)
            check(&live[i]);
    for (unsigned i = 0; i < 100; i++)
        assert_ptr_equal(lathe_ckpt_malloc(i * i), before[i]);
    churn(20000);
    free(image);
    free(ranges);
}

static void what_is_free_is_not_saved(void **state) {
    (void)state;
    size_t count;
    for (unsigned i = 0; i < LIVE; i++) {
        lathe_ckpt_free(live[i].at);
        live[i].at = NULL;
    }
    void **nodes = malloc(100000 * sizeof *nodes);
    free(ranges_now(&count));
    ck_range *ranges = ranges_now(&count);
    size_t empty = total(ranges, count);
    free(ranges);
    for (unsigned i = 0; i < 100000; i++)
        nodes[i] = lathe_ckpt_malloc(48);
    void *matrix = lathe_ckpt_malloc(2 << 20);
    ranges = ranges_now(&count);
    size_t full = total(ranges, count);
    assert_true(full - empty >= 100000 * 48 + (2 << 20) - (64 << 10));
    assert_true(full - empty <= 100000 * 48 + (2 << 20) + 40000);
    free(ranges);
    for (unsigned i = 0; i < 100000; i++)
        lathe_ckpt_free(nodes[i]);
    lathe_ckpt_free(matrix);
    ranges = ranges_now(&count);
    assert_true(total(ranges, count) <= empty + (128 << 10));
    free(ranges);
    free(nodes);
}

static void impossible_requests_fail(void **state) {
    (void)state;
    void *out = &seed;
    errno = 0;
    assert_null(lathe_ckpt_malloc(SIZE_MAX - 100));
    assert_int_equal(errno, ENOMEM);
    assert_null(lathe_ckpt_calloc(SIZE_MAX / 2, 3));
    assert_null(lathe_ckpt_reallocarray(NULL, SIZE_MAX / 2, 3));
    assert_null(lathe_ckpt_malloc((size_t)1 << 40));
    assert_null(lathe_ckpt_memalign(1 << 20, SIZE_MAX - 100));
    assert_null(lathe_ckpt_aligned_alloc(24, 10));
    assert_int_equal(lathe_ckpt_posix_memalign(&out, 4, 10), EINVAL);
    assert_ptr_equal(out, &seed);
    assert_int_equal(lathe_ckpt_posix_memalign(&out, 4096, 10), 0);
    assert_int_equal((uintptr_t)out % 4096, 0);
    lathe_ckpt_free(out);
    void *block = lathe_ckpt_malloc(100);
    assert_null(lathe_ckpt_realloc(block, SIZE_MAX - 100));
    assert_null(lathe_ckpt_realloc(block, 0));
    lathe_ckpt_free(NULL);
}

static void memory_of_libc_is_passed_on(void **state) {
    (void)state;
    char *text = strdup("hello");
    text = lathe_ckpt_realloc(text, 5000);
    assert_true(ck_arena_holds((uintptr_t)text, 5000));
    assert_string_equal(text, "hello");
    lathe_ckpt_free(text);
    lathe_ckpt_free(strdup("of libc"));
    char *copy = lathe_ckpt_strndup("abcdef", 3), *line = NULL;
    assert_string_equal(copy, "abc");
    assert_int_equal(lathe_ckpt_asprintf(&line, "%s-%d", copy, 5), 5);
    assert_string_equal(line, "abc-5");
    assert_true(ck_arena_holds((uintptr_t)line, 6));
    char *path = lathe_ckpt_realpath("/", NULL);
    assert_string_equal(path, "/");
    assert_true(ck_arena_holds((uintptr_t)path, 2));
    lathe_ckpt_free(path);
    lathe_ckpt_free(copy);
    lathe_ckpt_free(line);
}

static void a_large_block_grows_in_place(void **state) {
    (void)state;
    /* So large that it lies behind everything else. */
    size_t size = 200 << 20;
    char *text = lathe_ckpt_malloc(size), *first = text;
    text[99999] = 'x';
    for (unsigned i = 0; i < 3; i++) {
        text = lathe_ckpt_realloc(text, size += size / 2);
        assert_int_equal(text[99999], 'x');
    }
    assert_ptr_equal(text, first);
    lathe_ckpt_free(text);
    assert_true(ck_arena_is_sane());
}

static void the_guard_is_nobodys(void **state) {
    (void)state;
    uint64_t base = ck_arena_base(), guard = base + (320u << 20);
    assert_true(base != 0);
    assert_true(ck_arena_holds(guard - 16, 16));
    assert_false(ck_arena_holds(guard - 16, 17));
    assert_false(ck_arena_holds(guard, 1));
    assert_true(ck_arena_holds(guard + (64 << 10), 1));
    assert_false(ck_arena_holds(base - (UINT64_C(1) << 34) - 1, 1));
    assert_false(ck_arena_holds(base, UINT64_MAX));
    assert_false(ck_arena_holds(UINT64_MAX, 1));
}

int main(void) {
    if (!ck_arena_reserve())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_keep_what_is_put_in_them),
        cmocka_unit_test(an_image_brings_all_of_it_back),
        cmocka_unit_test(what_is_free_is_not_saved),
        cmocka_unit_test(impossible_requests_fail),
        cmocka_unit_test(memory_of_libc_is_passed_on),
        cmocka_unit_test(a_large_block_grows_in_place),
        cmocka_unit_test(the_guard_is_nobodys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
