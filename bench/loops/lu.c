/* A = L U in place, row by row with products of rows and columns. */
#include "check.h"

enum { N = 760 };
static double a[N][N];

static void factor(void) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < N; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

int main(void) {
    fill_doubles(&a[0][0], N * N, 1);
    for (int i = 0; i < N; i++)
        a[i][i] += N;
    factor();
    print_bits("a", a, sizeof a);
}
