/* How often each value stands in each column. */
#include "check.h"

enum { ROWS = SCALED(3000), COLUMNS = SCALED(1000), VALUES = 16, ROUNDS = 60 };
static unsigned char table[ROWS][COLUMNS];
static int often[COLUMNS][VALUES];

static void count(void) {
    for (int j = 0; j < COLUMNS; j++)
        for (int i = 0; i < ROWS; i++)
            often[j][table[i][j]]++;
}

int main(void) {
    fill_bytes(&table[0][0], ROWS * COLUMNS, 1);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            table[i][j] %= VALUES;
    for (int round = 0; round < ROUNDS; round++)
        count();
    print_bits("often", often, sizeof often);
}
