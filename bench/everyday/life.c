/* The game of life on a board without borders. */
#include "everyday.h"

typedef struct {
    int rows, columns;
    unsigned char **cell;
} board;

static board new_board(int rows, int columns) {
    board made = {rows, columns, allocate((size_t)rows * sizeof *made.cell)};
    for (int y = 0; y < rows; y++)
        made.cell[y] = some_bytes((size_t)columns, (uint32_t)y);
    return made;
}

static void free_board(board *b) {
    for (int y = 0; y < b->rows; y++)
        free(b->cell[y]);
    free(b->cell);
}

static inline int neighbours(const board *b, int y, int x) {
    int count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                count += b->cell[(y + dy + b->rows) % b->rows][(x + dx + b->columns) % b->columns];
    return count;
}

static inline unsigned char lives(unsigned char was, int around) {
    return was ? around == 2 || around == 3 : around == 3;
}

#ifdef HAND
static void middle(int columns, const unsigned char *restrict up, const unsigned char *restrict at,
                   const unsigned char *restrict down, unsigned char *restrict next) {
    for (int x = 1; x < columns - 1; x++) {
        unsigned char around = (unsigned char)(up[x - 1] + up[x] + up[x + 1] + at[x - 1] +
                                               at[x + 1] + down[x - 1] + down[x] + down[x + 1]);
        next[x] = (unsigned char)((around == 3) | ((around == 2) & at[x]));
    }
}

NOINLINE void step(const board *now, board *next) {
    int rows = now->rows, columns = now->columns;
    for (int y = 0; y < rows; y++) {
        const unsigned char *up = now->cell[y ? y - 1 : rows - 1];
        const unsigned char *down = now->cell[y < rows - 1 ? y + 1 : 0];
        middle(columns, up, now->cell[y], down, next->cell[y]);
        for (int x = 0; x < columns; x += columns - 1)
            next->cell[y][x] = lives(now->cell[y][x], neighbours(now, y, x));
    }
}
#else
NOINLINE void step(const board *now, board *next) {
    for (int y = 0; y < now->rows; y++)
        for (int x = 0; x < now->columns; x++)
            next->cell[y][x] = lives(now->cell[y][x], neighbours(now, y, x));
}
#endif

int main(void) {
    int rows = at_run_time(SCALED(512)), columns = at_run_time(SCALED(640));
    board a = new_board(rows, columns), b = new_board(rows, columns);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            a.cell[y][x] &= 1;
    for (int turn = 0; turn < 40; turn++) {
        step(&a, &b);
        step(&b, &a);
    }
    for (int y = 0; y < rows; y += 1 + rows / 8)
        print_bits("row", a.cell[y], (size_t)columns);
    free_board(&a);
    free_board(&b);
}
