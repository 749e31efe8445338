#include <stdio.h>
enum { N = 240 };
static double a[N][N], b[N][N], c[N][N];
__attribute__((noinline)) void multiply(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}
int main(void) {
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i * 0.5 - j;
            b[i][j] = j * 0.25 + i;
        }
    multiply();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += c[i][j] * (i + 2 * j);
    printf("%a\n", sum);
    return 0;
}
