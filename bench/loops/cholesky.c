/* A = L L' in place, with products of rows. */
#include "check.h"

#include <math.h>

enum { N = 1000 };
static double a[N][N];

static void factor(void) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k];
        a[i][i] = sqrt(a[i][i]);
    }
}

int main(void) {
    fill_doubles(&a[0][0], N * N, 1);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++)
            a[j][i] = a[i][j];
        a[i][i] += N;
    }
    factor();
    print_bits("a", a, sizeof a);
}
