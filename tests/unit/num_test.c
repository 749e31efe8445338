#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/num.h"

static void magnitudes_of_both_ends(void **state) {
    (void)state;
    assert_int_equal(num_magnitude(0), 0);
    assert_int_equal(num_magnitude(-7), 7);
    assert_true(num_magnitude(INT64_MAX) == INT64_MAX);
    assert_true(num_magnitude(INT64_MIN) == (uint64_t)1 << 63);
}

static void divisors_are_the_greatest(void **state) {
    (void)state;
    assert_int_equal(num_gcd(0, 0), 0);
    assert_int_equal(num_gcd(0, 6), 6);
    assert_int_equal(num_gcd(6, 0), 6);
    assert_true(num_gcd(UINT64_MAX, UINT64_MAX) == UINT64_MAX);
    for (uint64_t a = 1; a < 40; a++)
        for (uint64_t b = 1; b < 40; b++) {
            uint64_t most = 1;
            for (uint64_t d = 1; d <= a; d++)
                most = a % d == 0 && b % d == 0 ? d : most;
            assert_int_equal(num_gcd(a, b), most);
        }
}

/* q is the floor of a / b exactly if the rest has b's sign and is smaller. */
static void quotients_are_floors(void **state) {
    (void)state;
    for (int64_t a = -30; a <= 30; a++)
        for (int64_t b = -7; b <= 7; b++) {
            if (b == 0)
                continue;
            int64_t rest = a - (int64_t)num_floor_div(a, b) * b;
            assert_true(b > 0 ? rest >= 0 && rest < b : rest <= 0 && rest > b);
        }
    assert_true(num_floor_div(INT64_MIN, -1) == (num_wide)1 << 63);
    num_wide wide = (num_wide)1 << 100;
    assert_true(num_floor_div(-wide - 1, 2) == -(wide / 2) - 1);
}

static void multiples_are_the_next(void **state) {
    (void)state;
    assert_int_equal(num_round_up(0, 8), 0);
    assert_int_equal(num_round_up(1, 8), 8);
    assert_int_equal(num_round_up(8, 8), 8);
    assert_int_equal(num_round_up(9, 12), 12);
    assert_int_equal(num_round_up(13, 1), 13);
    assert_int_equal(num_round_up(13, 0), 13);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(magnitudes_of_both_ends),
        cmocka_unit_test(divisors_are_the_greatest),
        cmocka_unit_test(quotients_are_floors),
        cmocka_unit_test(multiples_are_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
