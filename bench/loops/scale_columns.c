/* Every column of a table is brought to the range from 0 to 1. */
#include "check.h"

enum { ROWS = 900, COLUMNS = 840, ROUNDS = 90 };
static float a[ROWS][COLUMNS], low[COLUMNS], high[COLUMNS];

static void scale(void) {
    for (int j = 0; j < COLUMNS; j++) {
        low[j] = a[0][j];
        high[j] = a[0][j];
        for (int i = 1; i < ROWS; i++) {
            low[j] = a[i][j] < low[j] ? a[i][j] : low[j];
            high[j] = a[i][j] > high[j] ? a[i][j] : high[j];
        }
        for (int i = 0; i < ROWS; i++)
            a[i][j] = (a[i][j] - low[j]) / (high[j] - low[j]);
    }
}

int main(void) {
    fill_floats(&a[0][0], ROWS * COLUMNS, 1);
    for (int round = 0; round < ROUNDS; round++) {
        scale();
        a[round][round] = 2;
    }
    print_bits("a", a, sizeof a);
}
