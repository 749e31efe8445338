/* Running sums down every column of a table. */
#include "check.h"

enum { ROWS = 700, COLUMNS = 740, ROUNDS = 130 };
static double a[ROWS][COLUMNS];

static void accumulate(void) {
    for (int j = 0; j < COLUMNS; j++)
        for (int i = 1; i < ROWS; i++)
            a[i][j] += a[i - 1][j];
}

int main(void) {
    fill_doubles(&a[0][0], ROWS * COLUMNS, 1);
    for (int round = 0; round < ROUNDS; round++)
        accumulate();
    print_bits("a", a, sizeof a);
}
