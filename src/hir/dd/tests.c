#include "hir/dd/tests.h"

static const dd_one nothing = {0};
static const dd_one anything = {.directions = DD_ANY};

static bool is_in(dd_wide value, dd_span span) {
    return value >= 0 && (!span.bounded || value <= span.high);
}

bool dd_test_ziv(int64_t c) {
    return c == 0;
}

static uint8_t direction_of(dd_wide difference) {
    return difference > 0 ? DD_LESS : difference < 0 ? DD_GREATER : DD_EQUAL;
}

/* a*(x - y) + c = 0 */
dd_one dd_test_strong_siv(int64_t a, int64_t c, dd_span span) {
    if (c % a)
        return nothing;
    dd_wide distance = (dd_wide)c / a;
    if (!is_in(distance < 0 ? -distance : distance, span))
        return nothing;
    dd_one found = {.directions = direction_of(distance)};
    found.constant = dd_narrow(distance, &found.distance);
    return found;
}

dd_one dd_test_weak_zero_siv(int64_t a, int64_t c, bool at_sink, dd_span span) {
    dd_wide fixed = -(dd_wide)c / a;
    if (c % a || !is_in(fixed, span))
        return nothing;
    bool before = fixed > 0, behind = !span.bounded || fixed < span.high;
    dd_one found = {.directions = DD_EQUAL};
    found.directions |= (at_sink ? before : behind) ? DD_LESS : 0;
    found.directions |= (at_sink ? behind : before) ? DD_GREATER : 0;
    found.constant = found.directions == DD_EQUAL;
    return found;
}

/* a*(x + y) + c = 0 */
dd_one dd_test_weak_crossing_siv(int64_t a, int64_t c, dd_span span) {
    dd_wide sum = -(dd_wide)c / a;
    if (c % a || sum < 0 || (span.bounded && sum > 2 * span.high))
        return nothing;
    dd_wide least = span.bounded && sum > span.high ? sum - span.high : 0;
    bool apart = 2 * least < sum;
    dd_one found = {.directions = sum % 2 == 0 ? DD_EQUAL : 0};
    found.directions |= apart ? DD_LESS | DD_GREATER : 0;
    found.constant = found.directions == DD_EQUAL;
    return found;
}

/* s*a + t*b = gcd(a, b), which may be negative. */
static dd_wide extended_gcd(dd_wide a, dd_wide b, dd_wide *s, dd_wide *t) {
    dd_wide s0 = 1, s1 = 0, t0 = 0, t1 = 1;
    while (b) {
        dd_wide q = a / b, rest = a - q * b, next = s0 - q * s1;
        a = b;
        b = rest;
        s0 = s1;
        s1 = next;
        next = t0 - q * t1;
        t0 = t1;
        t1 = next;
    }
    *s = s0;
    *t = t0;
    return a;
}

typedef struct interval {
    bool has_low, has_high;
    dd_wide low, high;
} interval;

static void at_least(interval *i, dd_wide low) {
    i->low = !i->has_low || low > i->low ? low : i->low;
    i->has_low = true;
}

static void at_most(interval *i, dd_wide high) {
    i->high = !i->has_high || high < i->high ? high : i->high;
    i->has_high = true;
}

static bool is_empty(const interval *i) {
    return i->has_low && i->has_high && i->low > i->high;
}

/* start + step * t >= low. */
static void keep_from(interval *t, dd_wide start, dd_wide step, dd_wide low) {
    if (step > 0)
        at_least(t, -num_floor_div(start - low, step));
    else if (step < 0)
        at_most(t, num_floor_div(start - low, -step));
    else if (start < low)
        *t = (interval){true, true, 1, 0};
}

static void keep_to(interval *t, dd_wide start, dd_wide step, dd_wide high) {
    keep_from(t, -start, -step, -high);
}

static bool is_possible(interval t, dd_wide start, dd_wide step, bool from, dd_wide low, bool to,
                        dd_wide high) {
    if (from)
        keep_from(&t, start, step, low);
    if (to)
        keep_to(&t, start, step, high);
    return !is_empty(&t);
}

/* The one value in that range, if there is only one. */
static bool is_single(interval t, dd_wide start, dd_wide step, int sign, int64_t *value) {
    if (sign > 0)
        keep_from(&t, start, step, 1);
    else
        keep_to(&t, start, step, -1);
    return t.has_low && t.has_high && t.low == t.high && dd_narrow(start + step * t.low, value);
}

enum { MAX_BITS = 40 };

static bool is_small(int64_t value) {
    return value < INT64_C(1) << MAX_BITS && value > -(INT64_C(1) << MAX_BITS);
}

dd_one dd_test_exact_siv(int64_t a, int64_t b, int64_t c, dd_span x, dd_span y) {
    dd_wide s, t;
    if (!is_small(a) || !is_small(b) || !is_small(c))
        return anything;
    dd_wide g = extended_gcd(a, b, &s, &t);
    if (g == 0)
        return c ? nothing : anything;
    if (c % g)
        return nothing;
    dd_wide x0 = s * (-c / g), y0 = t * (-c / g), dx = b / g, dy = -a / g;
    interval at = {0};
    keep_from(&at, x0, dx, 0);
    keep_from(&at, y0, dy, 0);
    if (x.bounded)
        keep_to(&at, x0, dx, x.high);
    if (y.bounded)
        keep_to(&at, y0, dy, y.high);
    if (is_empty(&at))
        return nothing;
    dd_one found = {0};
    dd_wide start = y0 - x0, step = dy - dx;
    found.directions |= is_possible(at, start, step, true, 1, false, 0) ? DD_LESS : 0;
    found.directions |= is_possible(at, start, step, true, 0, true, 0) ? DD_EQUAL : 0;
    found.directions |= is_possible(at, start, step, false, 0, true, -1) ? DD_GREATER : 0;
    bool single = step == 0 || (at.has_low && at.has_high && at.low == at.high);
    if (single)
        found.constant = dd_narrow(start + step * (step ? at.low : 0), &found.distance);
    found.constant_less = is_single(at, start, step, 1, &found.less);
    found.constant_greater = is_single(at, start, step, -1, &found.greater);
    return found;
}

bool dd_test_rdiv(int64_t a, int64_t b, int64_t c, dd_span x, dd_span y) {
    return dd_test_exact_siv(a, b, c, x, y).directions != 0;
}

dd_one dd_test_siv(int64_t a, int64_t b, int64_t c, dd_span span) {
    if (a == 0 && b == 0)
        return dd_test_ziv(c) ? anything : nothing;
    if (a == -b)
        return dd_test_strong_siv(a, c, span);
    dd_one found = dd_test_exact_siv(a, b, c, span, span);
    if (b == 0 || a == 0)
        found.directions &= dd_test_weak_zero_siv(a ? a : b, c, a == 0, span).directions;
    else if (a == b)
        found.directions &= dd_test_weak_crossing_siv(a, c, span).directions;
    return found;
}

bool dd_test_gcd(const int64_t *coefficients, uint32_t count, int64_t constant) {
    int64_t shared = dd_shared_divisor(coefficients, count);
    return shared == 0 ? constant == 0 : constant % shared == 0;
}

bool dd_test_banerjee(const int64_t *coefficients, const dd_span *spans, uint32_t count,
                      int64_t constant) {
    dd_wide low = constant, high = constant;
    bool has_low = true, has_high = true;
    for (uint32_t i = 0; i < count; i++) {
        dd_wide end;
        if (!coefficients[i])
            continue;
        bool up = coefficients[i] > 0;
        if (!spans[i].bounded || __builtin_mul_overflow(spans[i].high, coefficients[i], &end)) {
            *(up ? &has_high : &has_low) = false;
            continue;
        }
        if (__builtin_add_overflow(up ? high : low, end, up ? &high : &low))
            return true;
    }
    return (!has_low || low <= 0) && (!has_high || high >= 0);
}
