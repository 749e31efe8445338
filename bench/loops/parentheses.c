/* The cheapest order for a chain of matrix products. */
#include "check.h"

enum { N = 1000 };
static double cost[N][N], size[N + 1];

static void order(void) {
    for (int i = N - 1; i >= 0; i--)
        for (int j = i + 1; j < N; j++) {
            cost[i][j] = 1e30;
            for (int k = i; k < j; k++) {
                double with = cost[i][k] + cost[k + 1][j] + size[i] * size[k + 1] * size[j + 1];
                if (with < cost[i][j])
                    cost[i][j] = with;
            }
        }
}

int main(void) {
    fill_doubles(size, N + 1, 1);
    order();
    print_bits("cost", cost, sizeof cost);
}
