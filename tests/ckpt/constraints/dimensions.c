// RUN: %torture --kills=10 --levels=0 --inputs=O0,O1,O2,O3,Os %s
// REQUIRES: ckpt-runtime

// SubroutineInjection 9: arrays of many dimensions, of structs, of arrays, and of run-time sizes.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);

typedef struct {
    float m[2][3][2];
    char tag[5];
} cell;

static double cube[4][3][5];

static double work(int n, int m, double (*table)[n][m], cell cells[3][2]) {
    int local[n][m][2];
    double s = 0;
    for (int i = 0; i < n * m * 2; i++)
        (&local[0][0][0])[i] = i;
    for (int r = 0; r < 30; r++) {
        int i = r % n, j = r % m;
        table[r % 2][i][j] += local[i][j][r % 2] + cube[r % 4][r % 3][r % 5];
        checkpoint();
        local[j % n][i % m][1] -= r;
        cube[r % 4][r % 3][r % 5] += s * 0.01 + r;
        cells[r % 3][r % 2].m[r % 2][r % 3][1] += (float)s;
        cells[r % 3][1].tag[r % 5]++;
        s += table[r % 2][j % n][i % m] + cells[r % 3][0].m[0][0][1] + cells[r % 3][1].tag[1];
    }
    return s;
}

int main(void) {
    cell cells[3][2] = {{{{{{0}}}, {0}}}};
    double (*table)[3][4] = calloc(2, sizeof *table), s;
    s = work(3, 4, table, cells);
    s += work(4, 3, (double (*)[4][3])table, cells);
    printf("%.17g %.17g %g\n", s, cube[1][2][3], cells[2][1].m[1][2][1]);
    free(table);
    return 0;
}
