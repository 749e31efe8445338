// RUN: %python %tests/everyday/everyday.py %s
/* Filters over signals and images; output may overlap input. */
#include "everyday.h"
void filter(const double *in, int n, const double *taps, int k, double *out) {
    for (int i = 0; i + k <= n; i++) {
        out[i] = 0;
        for (int j = 0; j < k; j++)
            out[i] += in[i + j] * taps[j];
    }
}
void many(int channels, int n, int k, double out[channels][n], double in[channels][n + k],
          double taps[k]) {
    for (int i = 0; i < n; i++)
        for (int c = 0; c < channels; c++) {
            double s = 0;
            for (int j = 0; j < k; j++)
                s += in[c][i + j] * taps[j];
            out[c][i] = s;
        }
}
int main(void) {
    static double a[4000], b[4000], taps[9];
    fill(a, 4000), fill(taps, 9);
    filter(a, 2000, taps, 9, b), filter(b, 1500, taps, 9, b), filter(b, 1500, taps, 9, b + 4);
    filter(b + 9, 1500, taps, 9, b), filter(b, 5, taps, 9, b), filter(b, 900, b, 9, a);
    show("b", b, sizeof b);
    many(40, 50, 9, (void *)b, (void *)a, taps), many(40, 50, 9, (void *)a, (void *)a, taps);
    many(40, 50, 9, (void *)(a + 59), (void *)a, taps), many(40, 50, 9, (void *)b, (void *)a, b);
    many(3, 0 + 1, 1, (void *)b, (void *)a, taps);
    show("a", a, sizeof a), show("b", b, sizeof b);
}

// CHANGES hir-optimize: many()
