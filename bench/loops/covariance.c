/* Covariances of the columns of a table. */
#include "forms.h"

enum { ROWS = SCALED(600), COLUMNS = SCALED(560) };
MATRIX(double, data, ROWS, COLUMNS);
VECTOR(double, mean, COLUMNS);
MATRIX(double, cov, COLUMNS, COLUMNS);

KERNEL void covariance(GIVEN(INTS(int ROWS, int COLUMNS) PLANE(double, data, ROWS, COLUMNS),
                             LINE(double, mean, COLUMNS), PLANE(double, cov, COLUMNS, COLUMNS))) {
    READ(ROWS, data, rows)
    READ(COLUMNS, data, columns)
    for (int j = 0; j < COLUMNS; j++) {
        mean[j] = 0;
        for (int i = 0; i < ROWS; i++)
            mean[j] += AT(data, i, j);
        mean[j] /= ROWS;
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            AT(data, i, j) -= mean[j];
    for (int i = 0; i < COLUMNS; i++)
        for (int j = i; j < COLUMNS; j++) {
            AT(cov, i, j) = 0;
            for (int k = 0; k < ROWS; k++)
                AT(cov, i, j) += AT(data, k, i) * AT(data, k, j);
            AT(cov, i, j) /= ROWS - 1.0;
            AT(cov, j, i) = AT(cov, i, j);
        }
}

int main(void) {
    FILL_DOUBLES(data, 1);
    covariance(GIVEN(INTS(at_run_time(ROWS), at_run_time(COLUMNS)) data, mean, cov));
    PRINT(cov);
}
