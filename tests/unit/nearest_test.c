/* Suggestions: slips of the fingers are near, other words are not. */
#include "base/nearest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char *suggest(const char *word) {
    static const char *const words[] = {"node", "nodes", "warehouse", "item"};
    nearest n = nearest_init(word, strlen(word));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        nearest_consider(&n, words[i]);
    return n.found;
}

static void near_words_are_found(void **state) {
    (void)state;
    assert_string_equal(suggest("nodd"), "node");
    assert_string_equal(suggest("nodess"), "nodes");
    assert_string_equal(suggest("wharehose"), "warehouse");
}

static void far_words_are_not(void **state) {
    (void)state;
    assert_null(suggest("struct"));
    assert_null(suggest("warehouse-that-is-much-too-long-to-be-meant-here"));
}

static void the_first_of_equals_wins(void **state) {
    (void)state;
    nearest n = nearest_init("ab", 2);
    nearest_consider(&n, "ac");
    nearest_consider(&n, "ad");
    assert_string_equal(n.found, "ac");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_words_are_found),
        cmocka_unit_test(far_words_are_not),
        cmocka_unit_test(the_first_of_equals_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
