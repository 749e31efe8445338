/* x += A y and z += A' w: one matrix, once by rows and once by columns. */
#include "check.h"

enum { N = 760, ROUNDS = 120 };
static double a[N][N], x[N], y[N], z[N], w[N];

static void mvt(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i] = x[i] + a[i][j] * y[j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            z[i] = z[i] + a[j][i] * w[j];
}

int main(void) {
    fill_doubles(&a[0][0], N * N, 1);
    fill_doubles(y, N, 2);
    fill_doubles(w, N, 3);
    for (int round = 0; round < ROUNDS; round++)
        mvt();
    print_bits("x", x, sizeof x);
    print_bits("z", z, sizeof z);
}
