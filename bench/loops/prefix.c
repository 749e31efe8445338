/* Running sums down every column of a table. */
#include "forms.h"

enum { ROWS = SCALED(700), COLUMNS = SCALED(740), ROUNDS = 130 };
MATRIX(double, a, ROWS, COLUMNS);

KERNEL void accumulate(GIVEN(INTS(int ROWS, int COLUMNS) PLANE(double, a, ROWS, COLUMNS))) {
    READ(ROWS, a, rows)
    READ(COLUMNS, a, columns)
    for (int j = 0; j < COLUMNS; j++)
        for (int i = 1; i < ROWS; i++)
            AT(a, i, j) += AT(a, i - 1, j);
}

int main(void) {
    FILL_DOUBLES(a, 1);
    for (int round = 0; round < ROUNDS; round++)
        accumulate(GIVEN(INTS(at_run_time(ROWS), at_run_time(COLUMNS)) a));
    PRINT(a);
}
