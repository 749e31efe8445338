// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Dense LU in place, rows of a global matrix.
#include <stdio.h>
void checkpoint(void);
#define N 96
static double a[N][N];
int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * 3) % 23 + (i == j) * 50.0;
    for (int k = 0; k < N; k++) {
        for (int i = k + 1; i < N; i++) {
            double f = a[i][k] /= a[k][k];
            for (int j = k + 1; j < N; j++)
                a[i][j] -= f * a[k][j];
        }
        checkpoint();
    }
    double det = 0;
    for (int i = 0; i < N; i++)
        det += a[i][i];
    printf("%.17g\n", det);
}
