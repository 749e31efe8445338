/* Two functions on the way to a checkpoint, an inner loop with one, and a function that is refused. */
#include <stdarg.h>
#include <stdio.h>

void checkpoint(void);

static long table[1000];

int kernel(float *ckpt_mem, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += i * i;
        checkpoint();
    }
    return sum;
}

static long work(int depth, long seed) {
    char buffer[40];
    for (int i = 0; i < 1000; i++) {
        table[i] = table[i] * 31 + seed;
        if (i % 100 == 0)
            checkpoint();
    }
    snprintf(buffer, sizeof buffer, "%ld", table[seed % 1000]);
    return depth > 0 ? work(depth - 1, seed + 1) + buffer[0] : table[999];
}

static long middle(long seed) {
    long sum = 0;
    for (int i = 0; i < 20; i++)
        sum ^= work(2, seed + i);
    return sum;
}

long refused(int count, ...) {
    long sum = 0;
    va_list more;
    va_start(more, count);
    for (int i = 0; i < count; i++) {
        sum += va_arg(more, long);
        __asm__ volatile("nop");
        checkpoint();
    }
    va_end(more);
    return sum;
}

int main(void) {
    for (long seed = 5; seed < 9; seed++)
        if (seed != 6)
            printf("%ld\n", middle(seed));
    return 0;
}
