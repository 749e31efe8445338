// RUN: %python %tests/everyday/everyday.py %s
/* Running means, sums and exponentials over columns of a table. */
#include "everyday.h"
void running_sums(int n, int m, double *a, int ld) {
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++)
            a[i * ld + j] += a[(i - 1) * ld + j];
}
void smooth(int n, int m, double table[n][m], double alpha[m], double out[n][m]) {
    for (int j = 0; j < m; j++) {
        double s = table[0][j];
        for (int i = 0; i < n; i++) {
            s = alpha[j] * table[i][j] + (1 - alpha[j]) * s;
            out[i][j] = s;
        }
    }
}
void window_means(int n, int m, int width, const double *a, double *to) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n - width; i++) {
            double s = 0;
            for (int k = 0; k < width; k++)
                s += a[(i + k) * m + j];
            to[i * m + j] = s / width;
        }
}
int main(void) {
    static double a[3300], b[3300];
    fill(a, 3300);
    running_sums(60, 50, a, 50), running_sums(60, 50, a, 3), running_sums(60, 50, a, 1);
    smooth(60, 50, (void *)a, a, (void *)b), smooth(60, 50, (void *)b, a + 9, (void *)b);
    smooth(60, 50, (void *)b, b, (void *)(b + 50)), window_means(60, 50, 7, b, a);
    window_means(60, 50, 3, a, a), window_means(60, 50, 3, a, a + 50);
    window_means(60, 50, 60, a, b), window_means(5, 50, 7, a, b);
    show("a", a, sizeof a), show("b", b, sizeof b);
}

// CHANGES hir-optimize: running_sums() smooth() window_means()
