/* A line of values, each of which becomes the mean of its neighbourhood. */
#include "check.h"

enum { N = 400000, STEPS = 400 };
static double a[N], b[N];

static void relax(void) {
    for (int t = 0; t < STEPS; t++) {
        for (int i = 1; i < N - 1; i++)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
        for (int i = 1; i < N - 1; i++)
            a[i] = (b[i - 1] + b[i] + b[i + 1]) / 3;
    }
}

int main(void) {
    fill_doubles(a, N, 1);
    fill_doubles(b, N, 2);
    relax();
    print_bits("a", a, sizeof a);
}
