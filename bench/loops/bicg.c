/* The two products of a step of BiCG: s = A' r and q = A p, in one nest. */
#include "check.h"

enum { M = 780, N = 700, ROUNDS = 260 };
static double a[N][M], s[M], q[N], p[M], r[N];

static void products(void) {
    for (int i = 0; i < M; i++)
        s[i] = 0;
    for (int i = 0; i < N; i++) {
        q[i] = 0;
        for (int j = 0; j < M; j++) {
            s[j] = s[j] + r[i] * a[i][j];
            q[i] = q[i] + a[i][j] * p[j];
        }
    }
}

int main(void) {
    fill_doubles(&a[0][0], N * M, 1);
    fill_doubles(p, M, 2);
    fill_doubles(r, N, 3);
    for (int round = 0; round < ROUNDS; round++) {
        products();
        for (int i = 0; i < M; i++)
            p[i] = s[i] / 1000;
        for (int i = 0; i < N; i++)
            r[i] = q[i] / 1000;
    }
    print_bits("s", s, sizeof s);
    print_bits("q", q, sizeof q);
}
