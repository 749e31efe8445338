// RUN: lathe hir %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// Steps that are known at run time only, and bounds that move. What is not proven stays WHILE.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
static int a[512];
static uint64_t hash;
__attribute__((noinline)) void use(uint64_t x) {
    hash = (hash ^ x) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

void up_by(int n, int s) {
    for (int i = 0; i < n; i += s)
        a[i] += 1;
}
void up_to_by(int lo, int hi, int s) {
    for (int i = lo; i <= hi; i += s)
        a[i] += 2;
}
void up_by_guarded(int n, int s) {
    if (s > 0)
        for (int i = 0; i < n; i += s)
            use((uint64_t)i);
}
void up_by_maybe_0(int n, int s) {
    if (s >= 0)
        for (int i = 0; i < n; i += s)
            use((uint64_t)i);
}
void up_by_unknown(int n, int s) {
    for (int i = 0; i < n; i += s)
        use((uint64_t)i);
}
void up_by_not_0(int n, int s) {
    if (s != 0)
        for (int i = 0; i < n; i += s)
            use((uint64_t)i);
}
void at_least_once(int n, int s) {
    int i = 0;
    if (s > 0)
        do {
            use((uint64_t)i);
            i += s;
        } while (i < n);
}
void at_least_once_unknown(int n, int s) {
    int i = 0;
    do {
        a[i] += 1;
        i += s;
    } while (i < n);
}
void down_by(int n, int s) {
    for (int i = n; i > 0; i -= s)
        a[i] += 3;
}
void down_by_negative(int n, int s) {
    for (int i = n; i >= 0; i += s)
        a[i] += 4;
}
void down_guarded(int n, int s) {
    if (s < 0)
        for (int i = n; i >= 0; i += s)
            use((uint64_t)i);
}
void up_guarded_wrong(int n, int s) {
    if (s < 0)
        for (int i = 0; i < n; i += s)
            use((uint64_t)i);
}
void twice(int n, int s) {
    if (s > 0)
        for (int i = 0; i < n; i += 2 * s)
            use((uint64_t)i);
}
void first_exit(int n, int s) {
    for (int i = 0; i < n; i += s)
        if (a[i] == 77)
            break;
}
void until_equal(int n, int s) {
    for (int i = 0; i != n; i += s)
        a[i] += 5;
}
void size(size_t n, size_t s) {
    for (size_t i = 0; i < n; i += s)
        a[i] += 6;
}
void narrow(uint16_t n, uint8_t s) {
    if (s)
        for (unsigned i = 0; i < n; i += s)
            use(i);
}
void narrow_maybe_0(uint16_t n, uint8_t s) {
    for (unsigned i = 0; i < n; i += s)
        use(i);
}
void wraps(uint8_t n, uint8_t s) {
    if (s)
        for (uint8_t i = 0; i < n; i += s)
            use(i);
}
void wraps_not(uint8_t n, uint8_t s) {
    if (s && s < 20 && n < 200)
        for (uint8_t i = 0; i < n; i += s)
            use(i);
}
void wraps_just(uint8_t n, uint8_t s) {
    if (s && s < 20 && n < 240)
        for (uint8_t i = 0; i < n; i += s)
            use(i);
}
void pointers(int *p, int *end, int s) {
    for (; p < end; p += s)
        *p += 7;
}
void triangle(int n, int s) {
    if (s > 0)
        for (int i = 0; i < n; i++)
            for (int j = i; j < n; j += s)
                use((uint64_t)(i * j));
}
void rows(int n, int s) {
    if (s > 0)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j += s)
                a[i + j] += 1;
}

void meet(int lo, int hi) {
    while (lo < hi) {
        int t = a[lo];
        a[lo++] = a[hi];
        a[hi--] = t;
    }
}
void meet_or_cross(int lo, int hi) {
    while (lo <= hi) {
        use((uint64_t)lo * 3 + (uint64_t)hi);
        lo += 2;
        hi -= 3;
    }
}
void meet_swapped(int lo, int hi) {
    while (hi > lo) {
        use((uint64_t)lo * 3 + (uint64_t)hi);
        lo++;
        hi -= 4;
    }
}
void meet_at_least_once(int lo, int hi) {
    do {
        use((uint64_t)lo * 3 + (uint64_t)hi);
        lo++;
        hi--;
    } while (lo < hi);
}
void meet_sizes(size_t lo, size_t hi) {
    while (lo < hi) {
        use(lo * 3 + hi);
        lo++;
        hi--;
    }
}
void meet_sizes_2(size_t lo, size_t hi) {
    while (lo < hi) {
        use(lo * 3 + hi);
        lo += 2;
        hi--;
    }
}
void meet_bytes(uint8_t lo, uint8_t hi) {
    while (lo < hi) {
        use(lo * 3u + hi);
        lo++;
        hi--;
    }
}
void meet_bytes_equal(uint8_t lo, uint8_t hi) {
    while (lo <= hi) {
        use(lo * 3u + hi);
        lo++;
        hi--;
    }
}
void meet_pointers(int *p, int *q) {
    while (p < q) {
        int t = *p;
        *p++ = *q;
        *q-- = t;
    }
}
void chase(int lo, int hi) {
    while (lo < hi) {
        use((uint64_t)lo * 3 + (uint64_t)hi);
        lo += 3;
        hi += 1;
    }
}
void flee(int lo, int hi) {
    while (lo < hi) {
        use((uint64_t)lo * 3 + (uint64_t)hi);
        lo -= 300000000;
        hi += 1;
        if (lo < -1000000000)
            break;
    }
}
void until_met(int lo, int hi) {
    while (lo != hi) {
        use((uint64_t)lo * 3 + (uint64_t)hi);
        lo++;
        hi--;
    }
}

static const int counts[] = {0, 1, 2, 3, 7, 8, 9, 100, 101, -1, -8};
static const int steps[] = {1, 2, 3, 7, 50, 99, 100, 101, 2147483000};
enum { COUNTS = sizeof counts / sizeof *counts, STEPS = sizeof steps / sizeof *steps };

static void by_step(int n, int s) {
    up_by(n, s);
    up_to_by(3, n, s);
    up_to_by(n < 0 ? 0 : n, 120, s);
    up_by_guarded(n, s);
    up_by_maybe_0(n, s);
    up_by_unknown(n, s);
    up_by_not_0(n, s);
    at_least_once(n, s);
    at_least_once_unknown(n, s);
    down_by(n, s);
    down_by_negative(n, -s);
    down_guarded(n, -s);
    up_guarded_wrong(-1, -s);
    if (s < 1000000000)
        twice(n, s);
    first_exit(n, s);
    if (n >= 0)
        until_equal(s < 1000 ? n / s * s : 0, s);
    size(n < 0 ? 0 : (size_t)n, (size_t)s);
    triangle(n, s);
    rows(n, s);
    if (n >= 0)
        pointers(a, a + n, s < 400 ? s : 400);
}

static void by_bytes(void) {
    for (unsigned n = 0; n < 256; n++)
        for (unsigned s = 1; s < 256; s++) {
            narrow((uint16_t)(n * 256 + s), (uint8_t)s);
            wraps_not((uint8_t)n, (uint8_t)s);
            if (s % 2 && n < 255)
                wraps((uint8_t)n, (uint8_t)s);
            if (s % 2)
                wraps_just((uint8_t)n, (uint8_t)s);
            if (n % 8 == 0 && s % 4 == 1)
                narrow_maybe_0((uint16_t)n, (uint8_t)s);
            meet_bytes((uint8_t)n, (uint8_t)s);
            if (s != 255 && n != 255 && s > n + 1)
                meet_bytes_equal((uint8_t)(n + 1), (uint8_t)s);
        }
    meet_bytes_equal(0, 0);
    meet_bytes_equal(255, 255);
}

static void by_meeting(int lo, int hi) {
    meet(lo < 0 ? 0 : lo, hi);
    meet_or_cross(lo, hi);
    meet_swapped(lo, hi);
    meet_at_least_once(lo, hi);
    meet_sizes((size_t)(lo + 8), (size_t)(hi + 8));
    meet_sizes((size_t)lo, (size_t)lo + (size_t)(hi + 8));
    meet_sizes_2((size_t)(lo + 8), (size_t)(hi + 8));
    if (lo >= 0 && hi >= 0)
        meet_pointers(a + lo, a + hi);
    chase(lo, hi);
    flee(lo, hi);
    if ((lo + hi) % 2 == 0 && lo <= hi)
        until_met(lo, hi);
}

int main(void) {
    for (int i = 0; i < COUNTS; i++) {
        for (int k = 0; k < STEPS; k++)
            by_step(counts[i], steps[k]);
        for (int k = 0; k < COUNTS; k++)
            by_meeting(counts[i], counts[k]);
    }
    up_by_maybe_0(0, 0);
    up_by_unknown(-3, -3);
    at_least_once_unknown(0, 0);
    meet_or_cross(2147483640, 2147483645);
    meet_sizes(SIZE_MAX - 5, SIZE_MAX);
    by_bytes();
    for (int i = 0; i < 512; i++)
        use((uint64_t)a[i]);
    printf("%llx\n", (unsigned long long)hash);
    return 0;
}
