/* Correlations of the columns of a table, in single precision. */
#include "check.h"

#include <math.h>

enum { ROWS = 760, COLUMNS = 720 };
static float data[ROWS][COLUMNS], mean[COLUMNS], deviation[COLUMNS], corr[COLUMNS][COLUMNS];

static void correlation(void) {
    for (int j = 0; j < COLUMNS; j++) {
        mean[j] = 0;
        for (int i = 0; i < ROWS; i++)
            mean[j] += data[i][j];
        mean[j] /= ROWS;
    }
    for (int j = 0; j < COLUMNS; j++) {
        deviation[j] = 0;
        for (int i = 0; i < ROWS; i++)
            deviation[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
        deviation[j] = sqrtf(deviation[j] / ROWS);
        deviation[j] = deviation[j] <= 0.1f ? 1.0f : deviation[j];
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            data[i][j] -= mean[j];
            data[i][j] /= sqrtf(ROWS) * deviation[j];
        }
    for (int i = 0; i < COLUMNS - 1; i++) {
        corr[i][i] = 1;
        for (int j = i + 1; j < COLUMNS; j++) {
            corr[i][j] = 0;
            for (int k = 0; k < ROWS; k++)
                corr[i][j] += data[k][i] * data[k][j];
            corr[j][i] = corr[i][j];
        }
    }
    corr[COLUMNS - 1][COLUMNS - 1] = 1;
}

int main(void) {
    fill_floats(&data[0][0], ROWS * COLUMNS, 1);
    correlation();
    print_bits("corr", corr, sizeof corr);
}
