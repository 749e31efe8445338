#include "mem_calls.h"

/* Each call has a part of the memory of its own; what a finished one gave is in the array. */
double kernel(int n, double a[static N][N], unsigned *memory) {
    static item items[2];
    double b[20] = {0}, other[20] = {0};
    for (int i = 0; i < N * N; i++)
        (&a[0][0])[i] = i * 7 % 13 + (i % (N + 1) == 0) * 50;
    long first = mixed(n, b, &items[0], memory);
    long second = mixed(n / 2, other, &items[1], memory + 2048);
    lu(&a[0][0], N, memory + 4096);
    return (double)(first % 100003) + (double)(second % 100003) + b[3] + other[4] + items[0].a[1];
}
