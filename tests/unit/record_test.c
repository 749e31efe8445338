#include "failing_alloc.h"

#include "cc/objects/record.h"

#include <stdlib.h>
#include <string.h>

#define NOTES                                                                                      \
    "f\0a.c\0"                                                                                     \
    "12\0interchange\0"                                                                            \
    "g\0\0"                                                                                        \
    "0\0tiling\0"

/* Two rows without a value. */
static const char fields[] = {1, 0, 0, 0, 2, 0, 0, 0};

static const cc_record first = {
    .options = fields,
    .options_size = sizeof fields,
    .level = 2,
    .llvm_major = 22,
    .llvm_minor = 1,
    .llvm_patch = 8,
    .bitcode = "BC\xc0\xde\0\0code",
    .bitcode_size = 10,
    .simplified = "BC\xc0\xde less",
    .simplified_size = 9,
    .loops = true,
    .structs = true,
    .notes = NOTES,
    .notes_size = sizeof NOTES - 1,
};
static const cc_record second = {.options = "",
                                 .options_size = 0,
                                 .level = 0,
                                 .llvm_major = 23,
                                 .bitcode = "other",
                                 .bitcode_size = 5};

static void assert_same(const cc_record *a, const cc_record *b) {
    assert_int_equal(a->options_size, b->options_size);
    assert_memory_equal(a->options, b->options, a->options_size);
    assert_int_equal(a->level, b->level);
    assert_int_equal(a->llvm_major, b->llvm_major);
    assert_int_equal(a->llvm_minor, b->llvm_minor);
    assert_int_equal(a->llvm_patch, b->llvm_patch);
    assert_int_equal(a->bitcode_size, b->bitcode_size);
    assert_memory_equal(a->bitcode, b->bitcode, a->bitcode_size);
    assert_int_equal(a->simplified_size, b->simplified_size);
    if (a->simplified_size)
        assert_memory_equal(a->simplified, b->simplified, a->simplified_size);
    assert_int_equal(a->loops, b->loops);
    assert_int_equal(a->structs, b->structs);
    assert_int_equal(a->notes_size, b->notes_size);
    if (a->notes_size)
        assert_memory_equal(a->notes, b->notes, a->notes_size);
}

static void what_is_written_is_read(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str s;
    str_init(&s, ctx);
    assert_true(cc_record_write(&s, &first));
    size_t offset = 0;
    cc_record r;
    assert_int_equal(cc_record_next(s.at, s.len, &offset, &r), CC_RECORD_FOUND);
    assert_same(&r, &first);
    assert_int_equal(offset, s.len);
    assert_int_equal(cc_record_next(s.at, s.len, &offset, &r), CC_RECORD_END);
    str_free(&s);
    lathe_ctx_free(ctx);
}

/* As ld -r leaves them, for any alignment of the sections. */
static void records_are_found_behind_each_other(void **state) {
    (void)state;
    for (size_t padding = 0; padding < 40; padding++) {
        lathe_ctx *ctx = lathe_ctx_new();
        str s;
        str_init(&s, ctx);
        str_add_repeat(&s, '\0', padding % 3);
        cc_record_write(&s, &first);
        str_add_repeat(&s, '\0', padding);
        cc_record_write(&s, &second);
        cc_record_write(&s, &first);
        str_add_repeat(&s, '\0', padding);
        size_t offset = 0;
        cc_record r;
        const cc_record *const all[] = {&first, &second, &first};
        for (size_t i = 0; i < 3; i++) {
            assert_int_equal(cc_record_next(s.at, s.len, &offset, &r), CC_RECORD_FOUND);
            assert_same(&r, all[i]);
        }
        assert_int_equal(cc_record_next(s.at, s.len, &offset, &r), CC_RECORD_END);
        str_free(&s);
        lathe_ctx_free(ctx);
    }
}

static void nothing_and_padding_hold_no_record(void **state) {
    (void)state;
    size_t offset = 0;
    cc_record r;
    assert_int_equal(cc_record_next(NULL, 0, &offset, &r), CC_RECORD_END);
    assert_int_equal(cc_record_next("\0\0\0\0", 4, &offset, &r), CC_RECORD_END);
    assert_int_equal(offset, 4);
}

/* Bytes in a block of exactly their size, so that sanitizers see a read behind them. */
static cc_record_state state_of(const char *bytes, size_t size) {
    char *block = malloc(size ? size : 1);
    memcpy(block, bytes, size);
    size_t offset = 0;
    cc_record r;
    cc_record_state state = cc_record_next(block, size, &offset, &r);
    if (state != CC_RECORD_FOUND)
        assert_int_equal(offset, size);
    free(block);
    return state;
}

static void a_piece_of_a_record_is_damaged(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str s;
    str_init(&s, ctx);
    cc_record_write(&s, &first);
    assert_int_equal(state_of(s.at, 0), CC_RECORD_END);
    for (size_t size = 1; size < s.len; size++)
        assert_int_equal(state_of(s.at, size), CC_RECORD_DAMAGED);
    for (size_t from = 1; from < s.len; from++)
        assert_int_not_equal(state_of(s.at + from, s.len - from), CC_RECORD_FOUND);
    str_free(&s);
    lathe_ctx_free(ctx);
}

/* The version is the one byte that need not be right. */
static void every_flipped_bit_is_noticed(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str s;
    str_init(&s, ctx);
    cc_record_write(&s, &first);
    for (size_t bit = 0; bit < s.len * 8; bit++) {
        s.at[bit / 8] ^= (char)(1 << bit % 8);
        assert_int_equal(state_of(s.at, s.len), bit / 8 == 7 ? CC_RECORD_OTHER : CC_RECORD_DAMAGED);
        s.at[bit / 8] ^= (char)(1 << bit % 8);
    }
    assert_int_equal(state_of(s.at, s.len), CC_RECORD_FOUND);
    str_free(&s);
    lathe_ctx_free(ctx);
}

static cc_record_state state_with(const char *options, size_t size, int level) {
    lathe_ctx *ctx = lathe_ctx_new();
    str s;
    str_init(&s, ctx);
    cc_record r = first;
    r.options = options;
    r.options_size = size;
    r.level = level;
    assert_true(cc_record_write(&s, &r));
    cc_record_state state = state_of(s.at, s.len);
    str_free(&s);
    lathe_ctx_free(ctx);
    return state;
}

/* With a checksum that is right. */
static void only_settings_are_taken(void **state) {
    (void)state;
    assert_int_equal(state_with(fields, sizeof fields, 3), CC_RECORD_FOUND);
    assert_int_equal(state_with(fields, sizeof fields, 4), CC_RECORD_REFUSED);
    assert_int_equal(state_with(fields, sizeof fields, -1), CC_RECORD_REFUSED);
    assert_int_equal(state_with(fields, sizeof fields - 1, 2), CC_RECORD_REFUSED);
    static const char words[] = "-fplugin=./x.so\0-O2\0", zero[] = {0, 0, 0, 0},
                      unknown[] = {(char)0xff, (char)0xff, 0, 0}, valued[] = {1, 0, 1, 0, '1'},
                      long_value[] = {1, 0, (char)0xff, (char)0xff};
    assert_int_equal(state_with(words, sizeof words, 2), CC_RECORD_REFUSED);
    assert_int_equal(state_with(zero, sizeof zero, 2), CC_RECORD_REFUSED);
    assert_int_equal(state_with(unknown, sizeof unknown, 2), CC_RECORD_REFUSED);
    assert_int_equal(state_with(valued, sizeof valued, 2), CC_RECORD_REFUSED);
    assert_int_equal(state_with(long_value, sizeof long_value, 2), CC_RECORD_REFUSED);
}

static cc_record_state state_with_notes(const char *notes, size_t size) {
    lathe_ctx *ctx = lathe_ctx_new();
    str s;
    str_init(&s, ctx);
    cc_record r = first;
    r.notes = notes;
    r.notes_size = size;
    assert_true(cc_record_write(&s, &r));
    cc_record_state state = state_of(s.at, s.len);
    str_free(&s);
    lathe_ctx_free(ctx);
    return state;
}

/* Four texts each, of which the third is a number that fits. */
static void only_whole_notes_are_taken(void **state) {
    (void)state;
    assert_int_equal(state_with_notes("", 0), CC_RECORD_FOUND);
    assert_int_equal(state_with_notes(NOTES, sizeof NOTES - 1), CC_RECORD_FOUND);
    for (size_t size = 1; size < sizeof NOTES - 1; size++)
        assert_int_equal(state_with_notes(NOTES, size), size == sizeof "f a.c 12 interchange"
                                                            ? CC_RECORD_FOUND
                                                            : CC_RECORD_REFUSED);
    static const char word[] = "f\0a.c\0x\0tiling", none[] = "f\0a.c\0\0tiling",
                      large[] = "f\0a.c\0"
                                "1234567890\0tiling";
    assert_int_equal(state_with_notes(word, sizeof word), CC_RECORD_REFUSED);
    assert_int_equal(state_with_notes(none, sizeof none), CC_RECORD_REFUSED);
    assert_int_equal(state_with_notes(large, sizeof large), CC_RECORD_REFUSED);
}

static void write_both(lathe_ctx *ctx) {
    str s;
    str_init(&s, ctx);
    bool written = cc_record_write(&s, &first) && cc_record_write(&s, &second);
    assert_int_equal(written, ctx_ok(ctx));
    str_free(&s);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(write_both);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(records_are_found_behind_each_other),
        cmocka_unit_test(nothing_and_padding_hold_no_record),
        cmocka_unit_test(a_piece_of_a_record_is_damaged),
        cmocka_unit_test(every_flipped_bit_is_noticed),
        cmocka_unit_test(only_settings_are_taken),
        cmocka_unit_test(only_whole_notes_are_taken),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
