/* Shortest paths between all pairs of nodes. */
#include "check.h"

enum { N = 720 };
static int path[N][N];

static void shorten(void) {
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (path[i][k] + path[k][j] < path[i][j])
                    path[i][j] = path[i][k] + path[k][j];
}

int main(void) {
    uint32_t seed = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            path[i][j] = i == j ? 0 : (int)(next_number(&seed) % 100000) + 1;
    shorten();
    print_bits("path", path, sizeof path);
}
