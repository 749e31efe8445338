// RUN: %python %tests/everyday/everyday.py %s
/* Gram-Schmidt, with square roots that fail for some input. */
#include "everyday.h"
enum { N = 40, M = 50 };
static double a[M][N], q[M][N], r[N][N];
void orthogonalize(int m, int n) {
    for (int k = 0; k < n; k++) {
        double norm = 0;
        for (int i = 0; i < m; i++)
            norm += a[i][k] * a[i][k];
        r[k][k] = sqrt(norm - 0.01);
        for (int i = 0; i < m; i++)
            q[i][k] = a[i][k] / r[k][k];
        for (int j = k + 1; j < n; j++) {
            r[k][j] = 0;
            for (int i = 0; i < m; i++)
                r[k][j] += q[i][k] * a[i][j];
            for (int i = 0; i < m; i++)
                a[i][j] -= q[i][k] * r[k][j];
        }
    }
}
static void see(const char *name) {
    int failed = 0;
    for (int i = 0; i < N; i++)
        failed += r[i][i] != r[i][i];
    printf("%s: errno %d, %d failed\n", name, errno, failed);
    if (!failed)
        show(name, q, sizeof q);
    errno = 0;
}
int main(void) {
    fill(&a[0][0], M * N);
    orthogonalize(M, N);
    see("good");
    fill(&a[0][0], M * N);
    for (int i = 0; i < M; i++)
        a[i][N - 1] = a[i][0];
    orthogonalize(M, N);
    see("dependent");
    memset(a, 0, sizeof a);
    orthogonalize(3, N);
    see("nothing");
}

// CHANGES hir-optimize: orthogonalize()
