/* y = alpha A x + beta B x. */
#include "check.h"

enum { N = 700, ROUNDS = 220 };
static double a[N][N], b[N][N], x[N], y[N], t[N];

static void gesummv(double alpha, double beta) {
    for (int i = 0; i < N; i++) {
        t[i] = 0;
        y[i] = 0;
        for (int j = 0; j < N; j++) {
            t[i] = a[i][j] * x[j] + t[i];
            y[i] = b[i][j] * x[j] + y[i];
        }
        y[i] = alpha * t[i] + beta * y[i];
    }
}

int main(void) {
    fill_doubles(&a[0][0], N * N, 1);
    fill_doubles(&b[0][0], N * N, 2);
    fill_doubles(x, N, 3);
    for (int round = 0; round < ROUNDS; round++) {
        gesummv(0.001, 0.0005);
        for (int i = 0; i < N; i++)
            x[i] = y[i];
    }
    print_bits("y", y, sizeof y);
}
