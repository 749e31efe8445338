/* Correlations of the columns of a table, in single precision. */
#include "forms.h"

#include <math.h>

enum { ROWS = SCALED(760), COLUMNS = SCALED(720) };
MATRIX(float, data, ROWS, COLUMNS);
VECTOR(float, mean, COLUMNS);
VECTOR(float, deviation, COLUMNS);
MATRIX(float, corr, COLUMNS, COLUMNS);

KERNEL void correlation(GIVEN(INTS(int ROWS, int COLUMNS) PLANE(float, data, ROWS, COLUMNS),
                              LINE(float, mean, COLUMNS), LINE(float, deviation, COLUMNS),
                              PLANE(float, corr, COLUMNS, COLUMNS))) {
    READ(ROWS, data, rows)
    READ(COLUMNS, data, columns)
    for (int j = 0; j < COLUMNS; j++) {
        mean[j] = 0;
        for (int i = 0; i < ROWS; i++)
            mean[j] += AT(data, i, j);
        mean[j] /= ROWS;
    }
    for (int j = 0; j < COLUMNS; j++) {
        deviation[j] = 0;
        for (int i = 0; i < ROWS; i++)
            deviation[j] += (AT(data, i, j) - mean[j]) * (AT(data, i, j) - mean[j]);
        deviation[j] = sqrtf(deviation[j] / ROWS);
        deviation[j] = deviation[j] <= 0.1f ? 1.0f : deviation[j];
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            AT(data, i, j) -= mean[j];
            AT(data, i, j) /= sqrtf(ROWS) * deviation[j];
        }
    for (int i = 0; i < COLUMNS - 1; i++) {
        AT(corr, i, i) = 1;
        for (int j = i + 1; j < COLUMNS; j++) {
            AT(corr, i, j) = 0;
            for (int k = 0; k < ROWS; k++)
                AT(corr, i, j) += AT(data, k, i) * AT(data, k, j);
            AT(corr, j, i) = AT(corr, i, j);
        }
    }
    AT(corr, COLUMNS - 1, COLUMNS - 1) = 1;
}

int main(void) {
    FILL_FLOATS(data, 1);
    correlation(GIVEN(INTS(at_run_time(ROWS), at_run_time(COLUMNS)) data, mean, deviation, corr));
    PRINT(corr);
}
