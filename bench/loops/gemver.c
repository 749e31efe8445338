/* A plus two outer products, times vectors from both sides, again and again. */
#include "check.h"

enum { N = 760, ROUNDS = 80 };
static double a[N][N], u1[N], v1[N], u2[N], v2[N], w[N], x[N], y[N], z[N];

static void gemver(double alpha, double beta) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = a[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i] = x[i] + beta * a[j][i] * y[j];
    for (int i = 0; i < N; i++)
        x[i] = x[i] + z[i];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            w[i] = w[i] + alpha * a[i][j] * x[j];
}

int main(void) {
    double *vectors[] = {u1, v1, u2, v2, w, x, y, z};
    fill_doubles(&a[0][0], N * N, 1);
    for (unsigned i = 0; i < 8; i++)
        fill_doubles(vectors[i], N, i + 2);
    for (int round = 0; round < ROUNDS; round++)
        gemver(0.001, 0.002);
    print_bits("w", w, sizeof w);
}
