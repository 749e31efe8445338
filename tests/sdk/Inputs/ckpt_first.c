/* A program with a checkpoint in its outer loop, and a kernel that saves into memory. */
#include <stdio.h>
#include <stdlib.h>

void checkpoint(void);

static double row[64];

static double sum_of(const double *a, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

int kernel(int n, double start, double ckpt_mem[256]) {
    double local[8] = {start};
    for (int i = 1; i < n; i++) {
        local[i % 8] += local[(i - 1) % 8] * 0.5;
        checkpoint();
    }
    return (int)local[n % 8];
}

int main(int argc, char **argv) {
    static double memory[256];
    double total = 0;
    for (int step = 0; step < 50 + argc; step++) {
        for (int i = 0; i < 64; i++)
            row[i] = row[i] * 0.5 + step;
        total += sum_of(row, 64);
        checkpoint();
    }
    printf("%g %d %s\n", total, kernel(40, 3, memory), argv[0] ? "ok" : "");
    return 0;
}
