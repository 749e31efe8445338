/* C = A B': each element is the product of two rows. */
#include "check.h"

enum { N = 600 };
static double a[N][N], b[N][N], c[N][N];

static void multiply(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[j][k];
        }
}

int main(void) {
    fill_doubles(&a[0][0], N * N, 1);
    fill_doubles(&b[0][0], N * N, 2);
    multiply();
    print_bits("c", c, sizeof c);
}
