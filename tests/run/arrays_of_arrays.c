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

// CHANGES dtrans-base-test: struct.board base-test 472; struct.square base-test 12
// CHANGES dtrans-base-test<ptr-as-int>: struct.board base-test 472; struct.square base-test 12
// CHANGES dtrans-shuffle<seed=1>: struct.board shuffle 3008; struct.square shuffle 76
// CHANGES dtrans-shuffle<seed=2>: struct.board shuffle 3016; struct.square shuffle 76
// CHANGES dtrans-shuffle<seed=3>: struct.board shuffle 3128; struct.square shuffle 80
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.board reorder-fields 320; struct.square reorder-fields 8
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.board reorder-fields 320; struct.square reorder-fields 8
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.board shuffle 2992; struct.square shuffle 76
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.board reorder-fields+shuffle 3744; struct.square reorder-fields+shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.board reorder-fields 320; struct.square reorder-fields 8
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.board shuffle+shuffle 3904; struct.square shuffle+shuffle 100
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.board reorder-fields 320; struct.square reorder-fields 8
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.board shuffle 2992; struct.square shuffle 76
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.board reorder-fields 320; struct.square reorder-fields 8
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.board shuffle 3000; struct.square shuffle 76
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.board reorder-fields 320; struct.square reorder-fields 8
// CHANGES hir-canonicalize,hir-identity: fill(); knight(); main(); sum_columns(); sum_rows()
// CHANGES hir-canonicalize<join>,hir-identity<join>: fill(); knight(); main(); sum_columns(); sum_rows()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: fill() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: fill() distribution
// CHANGES hir-optimize: nothing
