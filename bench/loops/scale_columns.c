/* Every column of a table is brought to the range from 0 to 1. */
#include "forms.h"

enum { ROWS = SCALED(900), COLUMNS = SCALED(840), ROUNDS = 90 };
MATRIX(float, a, ROWS, COLUMNS);
VECTOR(float, low, COLUMNS);
VECTOR(float, high, COLUMNS);

KERNEL void scale(GIVEN(INTS(int ROWS, int COLUMNS) PLANE(float, a, ROWS, COLUMNS),
                        LINE(float, low, COLUMNS), LINE(float, high, COLUMNS))) {
    READ(ROWS, a, rows)
    READ(COLUMNS, a, columns)
    for (int j = 0; j < COLUMNS; j++) {
        low[j] = AT(a, 0, j);
        high[j] = AT(a, 0, j);
        for (int i = 1; i < ROWS; i++) {
            low[j] = AT(a, i, j) < low[j] ? AT(a, i, j) : low[j];
            high[j] = AT(a, i, j) > high[j] ? AT(a, i, j) : high[j];
        }
        for (int i = 0; i < ROWS; i++)
            AT(a, i, j) = (AT(a, i, j) - low[j]) / (high[j] - low[j]);
    }
}

int main(void) {
    FILL_FLOATS(a, 1);
    for (int round = 0; round < ROUNDS; round++) {
        scale(GIVEN(INTS(at_run_time(ROWS), at_run_time(COLUMNS)) a, low, high));
        AT(a, round, round) = 2;
    }
    PRINT(a);
}
