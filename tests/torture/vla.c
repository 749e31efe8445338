/* Arrays whose sizes are known at run time only, live in several frames. */
#include "torture.h"

static double smooth(int n, double from[n], int depth) {
    double to[n], sum = 0;
    for (int i = 0; i < n; i++)
        to[i] = 0.5 * from[i] + 0.25 * (from[(i + 1) % n] + from[(i + n - 1) % n]) + depth;
    checkpoint();
    if (depth) {
        double longer[n + depth];
        memset(longer, 0, sizeof longer);
        memcpy(longer, to, sizeof to);
        sum = smooth(n + depth, longer, depth - 1);
    }
    for (int i = 0; i < n; i++) {
        from[i] = to[i];
        sum += to[i];
    }
    return sum;
}

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 15000);
    double total = 0;
    for (long r = 0; r < rounds; r++) {
        int n = 200 + (int)(r % 50);
        double start[n];
        for (int i = 0; i < n; i++)
            start[i] = (double)((r * 31 + i * 17) % 1000) / 1000;
        for (int k = 0; k < 10; k++)
            total += smooth(n, start, 3) * 1e-6;
    }
    printf("%a\n", total);
    return 0;
}
