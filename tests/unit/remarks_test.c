/* Remarks as YAML: quoting, places, parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/report_remarks.h"

static void expect(const remark *r, const char *key, const char *value, const char *yaml) {
    lathe_ctx *ctx = lathe_ctx_new();
    remark_list list;
    str out;
    remark_list_init(&list, ctx);
    str_init(&out, ctx);
    remark_add(&list, r);
    if (key)
        remark_add_part(&list, key, "%s", value);
    remarks_print(&out, &list);
    assert_string_equal(str_text(&out), yaml);
    str_free(&out);
    remark_list_free(&list);
    lathe_ctx_free(ctx);
}

static void places_and_parts(void **state) {
    (void)state;
    remark r = {REMARK_PASSED, "a-pass", "Done", "f", "x.c", 3, 5, 0, 0};
    expect(&r, "Type", "struct.node",
           "--- !Passed\nPass:            a-pass\nName:            Done\n"
           "DebugLoc:        { File: 'x.c', Line: 3, Column: 5 }\nFunction:        'f'\n"
           "Args:\n  - Type:            'struct.node'\n...\n");
    r.kind = REMARK_ANALYSIS;
    r.file = NULL;
    expect(&r, NULL, NULL,
           "--- !Analysis\nPass:            a-pass\nName:            Done\n"
           "Function:        'f'\nArgs:\n...\n");
}

static void odd_text_is_quoted(void **state) {
    (void)state;
    static const char *const rows[][2] = {{"", "''"},
                                          {"null", "'null'"},
                                          {"it's", "'it''s'"},
                                          {"a: b # c", "'a: b # c'"},
                                          {"back\\slash", "'back\\slash'"},
                                          {"größe", "'größe'"},
                                          {"\xff\x1b", "\"\\U0000FFFD\\x1B\""},
                                          {"\u202e", "\"\\U0000202E\""},
                                          {"two\nlines \"\\", "\"two\\x0Alines \\\"\\\\\""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char yaml[256];
        snprintf(yaml, sizeof yaml,
                 "--- !Missed\nPass:            p\nName:            N\nFunction:        %s\n"
                 "Args:\n  - AKeyThatIsVeryLong: %s\n...\n",
                 rows[i][1], rows[i][1]);
        remark r = {REMARK_MISSED, "p", "N", rows[i][0], NULL, 0, 0, 0, 0};
        expect(&r, "AKeyThatIsVeryLong", rows[i][0], yaml);
    }
}

static void a_part_needs_a_remark(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    remark_list list;
    remark_list_init(&list, ctx);
    remark_add_part(&list, "Key", "%d", 1);
    assert_int_equal(list.parts.len, 0);
    remark_list_free(&list);
    lathe_ctx_free(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_and_parts),
        cmocka_unit_test(odd_text_is_quoted),
        cmocka_unit_test(a_part_needs_a_remark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
