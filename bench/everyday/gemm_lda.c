/* C = alpha A B + beta C for parts of larger matrices. */
#include "hand.h"

#ifdef HAND
NOINLINE void gemm(int m, int n, int k, double alpha, const double *a, int lda, const double *b,
                   int ldb, double beta, double *c, int ldc) {
    double *as = pack((factor){a, (size_t)lda, 1}, m, k), *bs = new_strips(BLOCK, k);
    for (int j = 0; j < n; j += BLOCK) {
        pack_strip(bs, (factor){b, 1, (size_t)ldb}, j, n, k);
        for (int i = 0; i < m; i += BLOCK) {
            double s[BLOCK][BLOCK] = {{0}};
            add_products(s, 0, k, as + (size_t)i * k, bs);
            for (int x = 0; x < BLOCK && i + x < m; x++)
                for (int y = 0; y < BLOCK && j + y < n; y++)
                    c[(i + x) * ldc + j + y] = alpha * s[x][y] + beta * c[(i + x) * ldc + j + y];
        }
    }
    free(as);
    free(bs);
}
#else
NOINLINE void gemm(int m, int n, int k, double alpha, const double *a, int lda, const double *b,
                   int ldb, double beta, double *c, int ldc) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int p = 0; p < k; p++)
                sum += a[i * lda + p] * b[p * ldb + j];
            c[i * ldc + j] = alpha * sum + beta * c[i * ldc + j];
        }
}
#endif

int main(void) {
    int m = at_run_time(SCALED(320)), n = at_run_time(SCALED(640)), k = at_run_time(SCALED(600));
    int ld = at_run_time(SCALED(768));
    double *a = some_doubles((size_t)ld * ld, 1), *b = some_doubles((size_t)ld * ld, 2);
    double *c = some_doubles((size_t)ld * ld, 3);
    gemm(m, n, k, 1.5, a + 3, ld, b + ld + 5, ld, 0.5, c + 7, ld);
    print_doubles("c", c, (size_t)ld * ld);
    free(a);
    free(b);
    free(c);
}
