// RUN: %python %tests/everyday/everyday.py %s
/* Histograms, scatters and gathers through tables of numbers. */
#include "everyday.h"
void histogram(int n, int m, const unsigned char *image, int ld, unsigned *count) {
    for (int x = 0; x < m; x++)
        for (int y = 0; y < n; y++)
            count[image[y * ld + x]]++;
}
void scatter(int n, int m, double *to, const int *where, const double *what) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            to[where[i] * m + j] += what[i * m + j];
}
void gather(int n, int m, int *to, const int *where, const int *from) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            to[i * m + j] = from[where[i] * m + j];
}
int main(void) {
    static unsigned char image[3000];
    static unsigned count[256];
    static int where[60], numbers[3000];
    static double a[3000], b[3000];
    fill_bytes(image, 3000), fill_ints(where, 60, 50), fill_ints(numbers, 3000, 50);
    fill(a, 3000), fill(b, 3000);
    histogram(50, 60, image, 60, count), histogram(50, 60, image, 3, count);
    histogram(10, 50, (unsigned char *)count, 50, count);
    show("count", count, sizeof count);
    scatter(50, 40, a, where, b), scatter(50, 40, a, where, a), scatter(50, 40, a, where, a + 40);
    show("a", a, sizeof a);
    gather(50, 40, numbers + 500, where, numbers), gather(1, 40, numbers, numbers, numbers);
    gather(50, 1, where + 10, where, numbers), gather(40, 50, numbers, where, numbers + 1);
    show("numbers", numbers, sizeof numbers);
}

// CHANGES hir-optimize: nothing
