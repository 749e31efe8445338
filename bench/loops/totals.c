/* What is said of a table as a whole: its sum, its largest number, and how many are small. */
#include "check.h"

enum { ROWS = SCALED(2600), COLUMNS = SCALED(2500), ROUNDS = 4 };
static int a[ROWS][COLUMNS];

static long sum(void) {
    long total = 0;
    for (int j = 0; j < COLUMNS; j++)
        for (int i = 0; i < ROWS; i++)
            total += a[i][j];
    return total;
}

static int largest(void) {
    int most = 0;
    for (int j = 0; j < COLUMNS; j++)
        for (int i = 0; i < ROWS; i++)
            most = a[i][j] > most ? a[i][j] : most;
    return most;
}

static int small(int limit) {
    int count = 0;
    for (int j = 0; j < COLUMNS; j++)
        for (int i = 0; i < ROWS; i++)
            if (a[i][j] < limit)
                count++;
    return count;
}

int main(void) {
    long all = 0;
    uint32_t seed = 1;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            a[i][j] = (int)(next_number(&seed) >> 4);
    for (int round = 0; round < ROUNDS; round++) {
        all = all * 31 + sum() + largest() + small(round * 1000);
        a[round][round] += round;
    }
    print_bits("all", &all, sizeof all);
}
