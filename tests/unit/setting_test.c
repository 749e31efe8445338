#include "failing_alloc.h"

#include "cc/objects/setting.h"

#include <string.h>

static cc_word_use use_of(const char *word) {
    cc_setting s;
    return cc_setting_parse(word, &s);
}

static void settings_are_kept(void **state) {
    (void)state;
    static const char *const kept[] = {
        "-fPIC",
        "-ffunction-sections",
        "-fcf-protection",
        "-fcf-protection=branch",
        "-g",
        "-g2",
        "-ggdb3",
        "-gdwarf-5",
        "-gz=zlib",
        "-march=x86-64-v3",
        "-mtune=native",
        "-mcmodel=medium",
        "-mcpu=apple-m1+nofp",
        "-fno-builtin-memcpy",
        "-mtls-size=32",
        "-Wa,--noexecstack",
        "-ffp-contract=off",
        "-malign-branch=jcc,jmp",
        "-fveclib=libmvec",
        "-fno-vectorize",
    };
    lathe_ctx *ctx = lathe_ctx_new();
    arena mem;
    str fields;
    arena_init(&mem, ctx);
    str_init(&fields, ctx);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        cc_setting s;
        assert_int_equal(cc_setting_parse(kept[i], &s), CC_WORD_KEPT);
        cc_setting_write(&fields, &s);
    }
    assert_true(cc_settings_are_sound(fields.at, fields.len));
    cc_setting s;
    size_t offset = 0;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        assert_true(cc_setting_next(fields.at, fields.len, &offset, &s));
        assert_string_equal(cc_setting_word(&mem, &s), kept[i]);
        assert_true(cc_settings_have(fields.at, fields.len, kept[i]));
    }
    assert_false(cc_setting_next(fields.at, fields.len, &offset, &s));
    assert_false(cc_settings_have(fields.at, fields.len, "-fno-unroll-loops"));
    assert_false(cc_settings_have(fields.at, fields.len, "-mtune=nativ"));
    str_free(&fields);
    arena_free(&mem);
    lathe_ctx_free(ctx);
}

static void what_bitcode_has_is_not_kept(void **state) {
    (void)state;
    static const char *const unused[] = {"-mavx2", "-O2", "-gsplit-dwarf", "-fvisibility=hidden",
                                         "-I.",    "-c",  "-Wall",         "-gno-column-info"};
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        assert_int_equal(use_of(unused[i]), CC_WORD_UNUSED);
}

static void words_that_do_more_are_lost(void **state) {
    (void)state;
    static const char *const lost[] = {"-mllvm",
                                       "-mllvm=-load=x.so",
                                       "-Wa,-I/etc",
                                       "-Wa,@file",
                                       "-Xassembler",
                                       "-fbasic-block-sections=list=/etc/passwd",
                                       "-march=",
                                       "-march=a b",
                                       "-mtune=/etc/passwd",
                                       "-mtune=-x",
                                       "-mtls-size=1234567890",
                                       "-mtls-size=x"};
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        assert_int_equal(use_of(lost[i]), CC_WORD_LOST);
}

/* Values that a command line would not give, in fields of their own. */
static bool is_sound(const char *word, const char *value, size_t length) {
    lathe_ctx *ctx = lathe_ctx_new();
    str fields;
    cc_setting s;
    str_init(&fields, ctx);
    assert_int_equal(cc_setting_parse(word, &s), CC_WORD_KEPT);
    s.value = value;
    s.length = length;
    cc_setting_write(&fields, &s);
    bool sound = cc_settings_are_sound(fields.at, fields.len);
    str_free(&fields);
    lathe_ctx_free(ctx);
    return sound;
}

static void values_are_checked_when_read(void **state) {
    (void)state;
    assert_true(is_sound("-march=native", "haswell", 7));
    assert_false(is_sound("-march=native", "", 0));
    assert_false(is_sound("-march=native", "has\0well", 8));
    assert_false(is_sound("-march=native", "a\nb", 3));
    assert_false(is_sound("-march=native", "../x", 4));
    assert_false(is_sound("-march=native", "\xc3\xa9", 2));
    char long_name[100];
    memset(long_name, 'a', sizeof long_name);
    assert_true(is_sound("-march=native", long_name, 64));
    assert_false(is_sound("-march=native", long_name, 65));
    assert_true(is_sound("-fcf-protection=none", "full", 4));
    assert_false(is_sound("-fcf-protection=none", "full none", 9));
    assert_false(is_sound("-fcf-protection=none", "", 0));
    assert_false(is_sound("-fcf-protection=none", " ", 1));
    assert_false(is_sound("-fPIC", "x", 1));
}

static void there_are_not_too_many(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str fields;
    cc_setting s;
    str_init(&fields, ctx);
    cc_setting_parse("-fPIC", &s);
    for (size_t i = 0; i < 256; i++)
        cc_setting_write(&fields, &s);
    assert_true(cc_settings_are_sound(fields.at, fields.len));
    cc_setting_write(&fields, &s);
    assert_false(cc_settings_are_sound(fields.at, fields.len));
    assert_true(cc_settings_are_sound(NULL, 0));
    str_free(&fields);
    lathe_ctx_free(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_kept),
        cmocka_unit_test(what_bitcode_has_is_not_kept),
        cmocka_unit_test(words_that_do_more_are_lost),
        cmocka_unit_test(values_are_checked_when_read),
        cmocka_unit_test(there_are_not_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
