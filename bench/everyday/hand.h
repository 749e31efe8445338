/* What the hand versions of matrix products share.
 *
 * Four by four sums stay in registers while strips of both factors go by: a strip has four rows of
 * A or four columns of B, with the numbers of one k next to each other, and zeros where the matrix
 * ends. Every sum has its terms in the order of k, so the bits are those of the plain loops.
 */
#ifndef BENCH_EVERYDAY_HAND_H
#define BENCH_EVERYDAY_HAND_H

#include "everyday.h"

enum { BLOCK = 4 };

/* Number (i, k) of a factor is at[i * across + k * along]. */
typedef struct {
    const double *at;
    size_t across, along;
} factor;

static inline void pack_strip(double *to, factor f, int first, int count, int depth) {
    int width = count - first < BLOCK ? count - first : BLOCK;
    for (int k = 0; k < depth; k++)
        for (int x = 0; x < BLOCK; x++)
            to[(size_t)k * BLOCK + x] = x < width ? f.at[(first + x) * f.across + k * f.along] : 0;
}

/* The strip of four columns of a table of rows. */
static inline void pack_columns(double *to, double *const *rows, int first, int count, int depth) {
    int width = count - first < BLOCK ? count - first : BLOCK;
    for (int k = 0; k < depth; k++)
        for (int x = 0; x < BLOCK; x++)
            to[(size_t)k * BLOCK + x] = x < width ? rows[k][first + x] : 0;
}

/* And of four rows. */
static inline void pack_rows(double *to, double *const *rows, int first, int count, int depth) {
    for (int x = 0; x < BLOCK; x++)
        for (int k = 0; k < depth; k++)
            to[(size_t)k * BLOCK + x] = first + x < count ? rows[first + x][k] : 0;
}

/* Memory for the strips of so many rows or columns. */
static inline double *new_strips(int count, int depth) {
    return allocate((size_t)(count + BLOCK - 1) / BLOCK * BLOCK * (size_t)depth * sizeof(double));
}

static inline double *pack(factor f, int count, int depth) {
    double *to = new_strips(count, depth);
    for (int i = 0; i < count; i += BLOCK)
        pack_strip(to + (size_t)i * depth, f, i, count, depth);
    return to;
}

static inline void add_products(double sum[BLOCK][BLOCK], int from, int to, const double *a,
                                const double *b) {
    double s[BLOCK][BLOCK];
    memcpy(s, sum, sizeof s);
    for (size_t k = (size_t)from; k < (size_t)to; k++)
        for (int x = 0; x < BLOCK; x++)
            for (int y = 0; y < BLOCK; y++)
                s[x][y] += a[k * BLOCK + x] * b[k * BLOCK + y];
    memcpy(sum, s, sizeof s);
}

/* C = A B, where element (i, j) of C is at[i * across + j * along]. */
static inline void hand_product(double *c, size_t across, size_t along, int rows, int columns,
                                int depth, factor a, factor b) {
    double *as = pack(a, rows, depth), *bs = new_strips(BLOCK, depth);
    for (int j = 0; j < columns; j += BLOCK) {
        pack_strip(bs, b, j, columns, depth);
        for (int i = 0; i < rows; i += BLOCK) {
            double s[BLOCK][BLOCK] = {{0}};
            add_products(s, 0, depth, as + (size_t)i * depth, bs);
            for (int x = 0; x < BLOCK && i + x < rows; x++)
                for (int y = 0; y < BLOCK && j + y < columns; y++)
                    c[(i + x) * across + (j + y) * along] = s[x][y];
        }
    }
    free(as);
    free(bs);
}

/* The same for matrices stored by rows. */
static inline void hand_product_by_rows(double *c, size_t ldc, int rows, int columns, int depth,
                                        const double *a, size_t lda, const double *b, size_t ldb) {
    hand_product(c, ldc, 1, rows, columns, depth, (factor){a, lda, 1}, (factor){b, 1, ldb});
}

#endif
