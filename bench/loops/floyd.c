/* Shortest paths between all pairs of nodes. */
#include "forms.h"

enum { N = SCALED(720) };
MATRIX(int, path, N, N);

KERNEL void shorten(GIVEN(INTS(int N) PLANE(int, path, N, N))) {
    READ(N, path, rows)
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (AT(path, i, k) + AT(path, k, j) < AT(path, i, j))
                    AT(path, i, j) = AT(path, i, k) + AT(path, k, j);
}

int main(void) {
    uint32_t seed = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            AT(path, i, j) = i == j ? 0 : (int)(next_number(&seed) % 100000) + 1;
    shorten(GIVEN(INTS(at_run_time(N)) path));
    PRINT(path);
}
