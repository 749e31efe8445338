/* Covariances of the columns of a table. */
#include "check.h"

enum { ROWS = 600, COLUMNS = 560 };
static double data[ROWS][COLUMNS], mean[COLUMNS], cov[COLUMNS][COLUMNS];

static void covariance(void) {
    for (int j = 0; j < COLUMNS; j++) {
        mean[j] = 0;
        for (int i = 0; i < ROWS; i++)
            mean[j] += data[i][j];
        mean[j] /= ROWS;
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            data[i][j] -= mean[j];
    for (int i = 0; i < COLUMNS; i++)
        for (int j = i; j < COLUMNS; j++) {
            cov[i][j] = 0;
            for (int k = 0; k < ROWS; k++)
                cov[i][j] += data[k][i] * data[k][j];
            cov[i][j] /= ROWS - 1.0;
            cov[j][i] = cov[i][j];
        }
}

int main(void) {
    fill_doubles(&data[0][0], ROWS * COLUMNS, 1);
    covariance();
    print_bits("cov", cov, sizeof cov);
}
