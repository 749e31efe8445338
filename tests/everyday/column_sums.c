// RUN: %python %tests/everyday/everyday.py %s
/* Sums of columns in all the ways that matrices are passed. */
#include "everyday.h"
enum { N = 60, M = 50 };
void of_fixed(int n, int m, double (*a)[M], double *sums) {
    for (int j = 0; j < m; j++) {
        sums[j] = 0;
        for (int i = 0; i < n; i++)
            sums[j] += a[i][j];
    }
}
void of_rows(int n, int m, double **a, double *sums) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            sums[j] += a[i][j];
}
void of_pointer(int n, int m, const double *a, long ld, double *sums) {
    for (int j = 0; j < m; j++) {
        double s = 0;
        for (int i = 0; i < n; i++)
            s += a[i * ld + j];
        sums[j] = s;
    }
}
int main(void) {
    static double a[2 * N][M], sums[N * M];
    double *rows[N];
    fill(&a[0][0], 2 * N * M);
    for (int i = 0; i < N; i++)
        rows[i] = a[(i * 7) % N];
    of_fixed(N, M, a, sums), of_fixed(N, M + 40, a, sums + 100);
    of_rows(N, M, rows, sums + 200), of_pointer(N, M, &a[0][0], 3, sums + 300);
    show("sums", sums, sizeof sums);
    of_fixed(N, M, a, &a[4][3]);
    show("into the matrix", a, sizeof a);
    of_rows(N, M, rows, rows[20]);
    show("into a row", a, sizeof a);
    of_pointer(N, M, &a[0][0], M, &a[N - 1][1]);
    show("into its last row", a, sizeof a);
}

// CHANGES hir-optimize: of_fixed() of_pointer() of_rows()
