// RUN: %python %tests/everyday/everyday.py %s
/* Bounds in globals, some of which change on the way. */
#include "everyday.h"
int rows = 40, columns = 36;
double table[64][64], other[64][64];
static void lose_row(void) {
    if (rows > 20)
        rows--;
}
void add(void) {
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            table[i][j] += other[i][j] * 0.5;
}
void add_and_lose(void) {
    for (int j = 0; j < columns; j++) {
        for (int i = 0; i < rows; i++)
            table[i][j] += other[j][i];
        lose_row();
    }
}
void add_and_write(int *where) {
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            table[i][j] -= other[i][j];
            if (i == 5 && j == 5)
                *where = 30;
        }
}
int main(void) {
    int apart = 0;
    fill(&table[0][0], 64 * 64), fill(&other[0][0], 64 * 64);
    add(), add_and_lose();
    show("lost", table, sizeof table);
    rows = 50, columns = 60;
    add(), add_and_write(&apart);
    show("kept", table, sizeof table);
    add_and_write(&rows);
    printf("%d %d\n", rows, columns);
    add_and_write(&columns);
    printf("%d %d %d\n", rows, columns, apart);
    show("written", table, sizeof table);
}

// CHANGES hir-optimize: add()
