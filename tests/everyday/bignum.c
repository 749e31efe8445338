// RUN: %python %tests/everyday/everyday.py %s
/* Long numbers in words: products, carries, and shifts in place. */
#include "everyday.h"
void multiply(const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint32_t *to) {
    for (size_t i = 0; i < n; i++) {
        uint64_t carry = 0;
        for (size_t j = 0; j < m; j++) {
            uint64_t t = (uint64_t)a[i] * b[j] + to[i + j] + carry;
            to[i + j] = (uint32_t)t;
            carry = t >> 32;
        }
        to[i + m] += (uint32_t)carry;
    }
}
void columns(uint64_t *sums, const uint32_t *a, unsigned n, unsigned m) {
    for (unsigned j = 0; j < m; j++)
        for (unsigned i = 0; i < n; i++)
            sums[j] += a[i * m + j];
}
void shift(uint32_t *a, size_t n, size_t by) {
    for (int times = 0; times < 3; times++)
        for (size_t i = n; i-- > by;)
            a[i] = a[i - by] << 1 | a[i] >> 31;
}
int main(void) {
    static uint32_t a[300], b[300], c[700];
    static uint64_t sums[60];
    for (int i = 0; i < 300; i++)
        a[i] = draw() * 7919u, b[i] = draw() * 104729u;
    multiply(a, 300, b, 299, c), multiply(a, 0, b, 5, c), multiply(c, 20, c, 20, c + 10);
    show("product", c, sizeof c);
    columns(sums, c, 10, 60), columns(sums, c + 7, 0, 50), columns(sums + 9, c, 9, 40);
    show("sums", sums, sizeof sums);
    shift(c, 600, 1), shift(c, 600, 600), shift(c, 600, 601), shift(c, 5, 0);
    show("shifted", c, sizeof c);
}

// CHANGES hir-optimize: columns()
