// RUN: %python %tests/everyday/everyday.py %s
/* Tables of log, exp and pow with errors that errno tells. */
#include "everyday.h"
enum { N = 40, M = 30 };
static double table[N][M], scale[N + M];
int logs(int n, int m) {
    errno = 0;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            table[i][j] = log(scale[i]) * scale[j];
    return errno;
}
int powers(int n, int m, double base) {
    int failed = 0;
    for (int j = 0; j < m; j++) {
        errno = 0;
        double p = pow(base, j * 20.0);
        if (errno)
            failed++;
        for (int i = 0; i < n; i++)
            table[i][j] += p > 1e100 ? 1 : p * scale[i];
    }
    return failed;
}
int mixed(int n, int m) {
    int first = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            table[i][j] = exp(scale[j] * 900 * i) > 2 ? sqrt(scale[i]) : 0.5;
        if (errno && !first)
            first = errno + 1000 * i;
    }
    return first;
}
static void clean(void) {
    for (int i = 0; i < N * M; i++)
        if (!(fabs(table[i / M][i % M]) < 1e300))
            table[i / M][i % M] = -7;
}
int main(void) {
    for (int i = 0; i < N + M; i++)
        scale[i] = (i + 1) / 64.0;
    printf("%d ", logs(N, M)), show("good", table, sizeof table);
    scale[20] = 0, scale[10] = -1;
    printf("%d ", logs(N, 1)), clean(), show("bad", table, sizeof table);
    printf("%d ", logs(0, M)), printf("%d ", powers(N, M, 1.25)), clean();
    printf("%d ", powers(N, M, 7)), printf("%d ", powers(0, M, -1e-9)), clean();
    errno = 0;
    printf("%d ", mixed(N, M)), clean(), show("mixed", table, sizeof table);
    errno = 0, scale[10] = 0.5;
    printf("%d ", mixed(2, M)), printf("%d\n", mixed(N, M));
    clean(), show("mixed", table, sizeof table);
}

// CHANGES hir-optimize: powers()
