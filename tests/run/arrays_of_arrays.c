// RUN: %compare %s
/* Arrays of arrays of structs as members, walked by rows, columns and from their ends. */
// private: struct board, struct square
#include <stdio.h>
#include <stdlib.h>

struct square {
    char piece;
    int visits;
    char colour;
};
struct board {
    short moves;
    struct square at[5][6];
    char name[3];
    struct square spare[2][2][2];
    long score;
};

static void fill(struct square *row, int n, int from) {
    for (int i = 0; i < n; i++) {
        row[i].piece = (char)('a' + (from + i) % 26);
        row[i].visits = from * i;
        row[i].colour = (char)(i & 1);
    }
}

static long sum_rows(const struct board *b) {
    long sum = 0;
    for (const struct square(*row)[6] = b->at; row < b->at + 5; row++)
        for (const struct square *s = *row; s != *row + 6; s++)
            sum = sum * 3 % 100003 + s->visits + s->colour;
    return sum;
}

static long sum_columns(const struct board *b) {
    long sum = 0;
    for (int j = 5; j >= 0; j--)
        for (int i = 4; i >= 0; i--)
            sum = sum * 5 % 100003 + b->at[i][j].visits - b->at[i][j].piece;
    return sum;
}

static void knight(struct board *b) {
    static const signed char jumps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                            {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    int i = 0, j = 0;
    for (int k = 0; k < 40; k++) {
        int ni = i + jumps[k * 5 % 8][0], nj = j + jumps[k * 5 % 8][1];
        if (ni < 0 || ni >= 5 || nj < 0 || nj >= 6)
            continue;
        struct square *from = &b->at[i][j], *to = &b->at[ni][nj];
        to->visits += 100;
        char piece = to->piece;
        to->piece = from->piece;
        from->piece = piece;
        b->moves++;
        i = ni, j = nj;
    }
    b->score = i * 10 + j;
}

int main(void) {
    struct board *boards = malloc(3 * sizeof *boards);
    for (int k = 0; k < 3; k++) {
        struct board *b = &boards[k];
        b->moves = 0;
        b->score = 0;
        b->name[0] = (char)('X' + k);
        b->name[1] = '\0';
        for (int i = 0; i < 5; i++)
            fill(b->at[i], 6, k + i);
        for (int i = 0; i < 4; i++)
            fill(b->spare[i / 2][i % 2], 2, k * i);
        printf("%s %ld %ld\n", b->name, sum_rows(b), sum_columns(b));
        knight(b);
        printf("%s %d %ld %ld %ld\n", b->name, b->moves, b->score, sum_rows(b), sum_columns(b));
    }
    boards[0].at[2][3] = boards[1].at[4][5];
    boards[2].spare[1][0][1] = boards[2].at[0][0];
    struct square *last = &boards[2].spare[1][1][1];
    printf("%c %d %c %d %c\n", boards[0].at[2][3].piece, boards[0].at[2][3].visits,
           boards[2].spare[1][0][1].piece, last->visits, last[-2].piece);
    int moves = boards[0].moves + boards[1].moves + boards[2].moves;
    free(boards);
    return moves;
}
