// RUN: %torture --kills=10 --levels=0 --inputs=O0,O1,O2,O3,Os %s
// REQUIRES: ckpt-runtime

// LiveValues 3, 6: sizes of arrays need not be in a parameter's type, nor be numbers in the source.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
enum { ROWS = 6 };
#define COLUMNS (ROWS * 2 - sizeof(short))

static double sum(const double *data, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) {
        s += data[i];
        if (i % 16 == 0)
            checkpoint();
    }
    return s;
}

static double work(double *data, int n, int rounds) {
    double local[n], fixed[ROWS][COLUMNS];
    for (int i = 0; i < n; i++)
        local[i] = i;
    for (int i = 0; i < ROWS; i++)
        for (unsigned j = 0; j < COLUMNS; j++)
            fixed[i][j] = i + j * 0.5;
    for (int r = 0; r < rounds; r++) {
        data[r % n] += local[(r + 1) % n] + fixed[r % ROWS][(unsigned)r % COLUMNS];
        checkpoint();
        local[r % n] *= 0.5;
        fixed[r % ROWS][0] += data[0] * 1e-3;
    }
    return sum(local, n) + sum(&fixed[0][0], ROWS * (int)COLUMNS);
}

int main(void) {
    int n = 17;
    double *data = calloc((size_t)n, sizeof *data), s = 0;
    for (int i = 0; i < 4; i++)
        s += work(data, n - i, 12);
    printf("%.17g %.17g\n", s, sum(data, n));
    free(data);
    return 0;
}
