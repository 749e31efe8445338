// RUN: %python %tests/everyday/everyday.py %s
/* Loops that count down, in steps, from extreme numbers, and not at all. */
#include "everyday.h"
#include <limits.h>
void down(int n, int m, double *a, int ld) {
    for (int j = m - 1; j >= 0; j -= 2)
        for (int i = n - 1; i > 0; i--)
            a[i * ld + j] += a[(i - 1) * ld + j] * 0.5;
}
void near_the_end(int first, int m, double *a) {
    for (int j = 0; j < m; j++)
        for (int i = first; i < INT_MAX; i++)
            a[(i - first) * m + j] += j;
}
void inclusive(int first, int last, int m, double *a) {
    for (int j = 0; j < m; j++)
        for (int i = first; i <= last; i++)
            a[(i - first) * m + j] -= i;
}
void signed_chars(signed char from, double *a) {
    for (int j = 0; j < 20; j++)
        for (signed char i = from; i < 127; i++)
            a[(i - from) * 20 + j] *= 1.5;
}
void far_steps(long n, double *a) {
    for (int j = 0; j < 20; j++)
        for (long i = 0; i < n && i >= 0; i += LONG_MAX / 30)
            a[i / (LONG_MAX / 30) * 20 + j] += 0.25;
}
int main(void) {
    static double a[5200];
    fill(a, 5200);
    down(60, 50, a, 50), down(60, 50, a, 7), down(60, 50, a, 0), down(60, 50, a + 3000, -50);
    down(0, 5, a, 5), down(5, 0, a, 5), down(-5, -5, a, 5), down(1, 1, a, 5);
    near_the_end(INT_MAX - 40, 50, a), near_the_end(INT_MAX, 50, a);
    inclusive(INT_MIN, INT_MIN + 30, 40, a), inclusive(INT_MIN, INT_MIN, 40, a);
    inclusive(5, 4, 40, a), inclusive(INT_MAX - 20, INT_MAX - 1, 40, a);
    inclusive(0, INT_MIN, 40, a), inclusive(INT_MAX, INT_MIN, 40, a);
    signed_chars(-128, a), signed_chars(127, a), signed_chars(126, a);
    far_steps(LONG_MAX - LONG_MAX / 8, a), far_steps(1, a), far_steps(0, a);
    show("a", a, sizeof a);
}

// CHANGES hir-optimize: down() far_steps() inclusive() near_the_end() signed_chars()
