/* Shortest paths between all towns, in a flat table. */
#include "everyday.h"

#ifdef HAND
NOINLINE void shortest_paths(int *d, int n) {
    for (int k = 0; k < n; k++) {
        const int *via = d + k * n;
        for (int i = 0; i < n; i++) {
            int *restrict row = d + i * n, to = row[k];
            if (i == k)
                continue;
            for (int j = 0; j < n; j++) {
                int with = to + via[j];
                row[j] = with < row[j] ? with : row[j];
            }
        }
    }
}
#else
NOINLINE void shortest_paths(int *d, int n) {
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i * n + k] + d[k * n + j] < d[i * n + j])
                    d[i * n + j] = d[i * n + k] + d[k * n + j];
}
#endif

int main(void) {
    int n = at_run_time(SCALED(700));
    int *d = allocate((size_t)n * n * sizeof *d);
    uint32_t seed = 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[i * n + j] = i == j ? 0 : 1 + (int)(next_number(&seed) % 100000);
    shortest_paths(d, n);
    print_bits("paths", d, (size_t)n * n * sizeof *d);
    free(d);
}
