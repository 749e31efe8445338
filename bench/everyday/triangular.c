/* B = alpha A' B in place, for a triangular A with ones on its diagonal, of any size. */
#include "hand.h"

#ifdef HAND
/* Rows i to i + 3 of four columns: what they need of each other, then what all need. */
static void four_rows(int m, int i, const double *a, const double *strip, double s[BLOCK][BLOCK]) {
    memcpy(s, strip + (size_t)i * BLOCK, sizeof(double[BLOCK][BLOCK]));
    for (int x = 0; x < BLOCK; x++)
        for (int k = i + x + 1; k < i + BLOCK; k++)
            for (int y = 0; y < BLOCK; y++)
                s[x][y] += a[k * BLOCK + x] * strip[k * BLOCK + y];
    add_products(s, i + BLOCK, m, a, strip);
}

static void last_rows(int m, int n, int i, double alpha, const double *a, double *b) {
    for (; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int k = i + 1; k < m; k++)
                b[i * n + j] += a[k * m + i] * b[k * n + j];
            b[i * n + j] *= alpha;
        }
}

NOINLINE void triangular(int m, int n, double alpha, const double *a, double *b) {
    int blocked_rows = m - m % BLOCK;
    double *as = pack((factor){a, 1, (size_t)m}, m, m), *strip = new_strips(BLOCK, m);
    for (int j = 0; j < n; j += BLOCK) {
        pack_strip(strip, (factor){b, 1, (size_t)n}, j, n, m);
        for (int i = 0; i < blocked_rows; i += BLOCK) {
            double s[BLOCK][BLOCK];
            four_rows(m, i, as + (size_t)i * m, strip, s);
            for (int x = 0; x < BLOCK; x++)
                for (int y = 0; y < BLOCK && j + y < n; y++)
                    b[(i + x) * n + j + y] = s[x][y] * alpha;
        }
    }
    last_rows(m, n, blocked_rows, alpha, a, b);
    free(as);
    free(strip);
}
#else
NOINLINE void triangular(int m, int n, double alpha, const double *a, double *b) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int k = i + 1; k < m; k++)
                b[i * n + j] += a[k * m + i] * b[k * n + j];
            b[i * n + j] *= alpha;
        }
}
#endif

int main(void) {
    int m = at_run_time(SCALED(640)), n = at_run_time(SCALED(640));
    double *a = some_doubles((size_t)m * m, 1), *b = some_doubles((size_t)m * n, 2);
    triangular(m, n, 0.7, a, b);
    print_doubles("b", b, (size_t)m * n);
    free(a);
    free(b);
}
