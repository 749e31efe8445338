// Dense linear algebra: trip counts and subscripts of two- and three-dimensional arrays.
#include <stdio.h>
#define N 12
double A[N][N], B[N][N], C[N][N], x[N], y[N];
float T[4][5][6];

void fill(void) {
    for (int i = 0; i < N; i++) {
        x[i] = i + 1;
        for (int j = 0; j < N; j++) {
            A[i][j] = i * N + j;
            B[i][j] = i - j;
        }
    }
}
void matmul(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}
void matmul_n(int n, double a[][N], double b[][N], double c[][N]) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
}
void matvec(int n) {
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
            y[i] += A[i][j] * x[j];
    }
}
void transpose(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double t = A[i][j];
            A[i][j] = A[j][i];
            A[j][i] = t;
        }
}
void rank1(int n, double alpha) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] += alpha * x[i] * y[j];
}
double dot(int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}
void axpy(long n, double a) {
    for (long i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}
void scale_even(int n) {
    for (int i = 0; i < n; i += 2)
        x[i] *= 2;
}
void three(void) {
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 6; k++)
                T[i][j][k] = T[3 - i][j][5 - k] + i;
}
void row(int n, int r) {
    for (int j = 0; j < n; j++)
        A[r][j] = A[r + 1][j];
}
void flat(int n, double *a) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = i + j;
}
int main(void) {
    double s = 0;
    fill();
    matmul();
    matvec(N);
    transpose(N);
    matmul_n(N - 1, A, B, C);
    rank1(N, 0.5);
    axpy(N, 3);
    scale_even(N);
    three();
    row(N, 3);
    flat(7, &B[0][0]);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += A[i][j] + B[i][j] * 3 + C[i][j] * 7 + T[i % 4][j % 5][j % 6];
    printf("%.3f %.3f\n", s, dot(N));
    matvec(0);
    axpy(-1, 1);
    return 0;
}
