/* A product of matrices as in a textbook: the innermost loop walks down a column, and so reads
 * another cache line in each iteration. The tutorial (docs/tutorial.md) makes it faster. */
#include <stdio.h>

enum { N = 600 };
static double a[N][N], b[N][N], c[N][N];

static void multiply(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i + 2 * j) % 7;
            b[i][j] = (3 * i - j) % 5;
        }
    multiply();
    printf("%.1f %.1f\n", c[0][0], c[N - 1][N / 2]);
    return 0;
}
