/* B = A' + B, and back. */
#include "check.h"

#ifndef SIZE
#define SIZE 540
#define TIMES 300
#endif

enum { N = SIZE, ROUNDS = TIMES };
static double a[N][N], b[N][N];

static void add(double (*restrict to)[N], double (*restrict from)[N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            to[i][j] = to[i][j] + 0.5 * from[j][i];
}

int main(void) {
    fill_doubles(&a[0][0], N * N, 1);
    fill_doubles(&b[0][0], N * N, 2);
    for (int round = 0; round < ROUNDS; round++) {
        add(b, a);
        add(a, b);
    }
    print_bits("b", b, sizeof b);
}
