// RUN: %python %tests/everyday/everyday.py %s
/* Tables that are filled by diagonals: the cheapest order of products, knapsacks. */
#include "everyday.h"
#include <limits.h>
enum { N = 40 };
static long cost[N][N];
long order(int n, const int *size) {
    for (int i = 0; i < n; i++)
        cost[i][i] = 0;
    for (int length = 2; length <= n; length++)
        for (int i = 0; i + length <= n; i++) {
            int j = i + length - 1;
            cost[i][j] = LONG_MAX;
            for (int k = i; k < j; k++) {
                long c = cost[i][k] + cost[k + 1][j] + (long)size[i] * size[k + 1] * size[j + 1];
                if (c < cost[i][j])
                    cost[i][j] = c;
            }
        }
    return cost[0][n - 1];
}
int knapsack(int n, int most, const int *weight, const int *worth, int *best) {
    for (int i = 0; i < n; i++)
        for (int w = most; w >= weight[i]; w--)
            if (best[w - weight[i]] + worth[i] > best[w])
                best[w] = best[w - weight[i]] + worth[i];
    return best[most];
}
int main(void) {
    int size[N + 1], weight[N], worth[N];
    static int best[500];
    fill_ints(size, N + 1, 90), fill_ints(weight, N, 60), fill_ints(worth, N, 1000);
    printf("%ld %ld %ld\n", order(N, size), order(2, size), order(1, size));
    printf("%d\n", knapsack(N, 499, weight, worth, best));
    printf("%d\n", knapsack(30, 200, best, worth, best + 40));
    show("cost", cost, sizeof cost), show("best", best, sizeof best);
}

// CHANGES hir-optimize: order()
