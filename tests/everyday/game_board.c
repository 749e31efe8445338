// RUN: %python %tests/everyday/everyday.py %s
/* A board of enums in a struct: moves, scores, and lines that are full. */
#include "everyday.h"
enum { W = 12, H = 24 };
enum piece { NONE, RED, GREEN, BLUE };
struct board {
    int score, width, height;
    enum piece cell[H][W];
    int in_column[W + 3];
};
void count(struct board *b) {
    for (int x = 0; x < b->width; x++) {
        b->in_column[x] = 0;
        for (int y = 0; y < b->height; y++)
            b->in_column[x] += b->cell[y][x] != NONE;
    }
}
int full_rows(struct board *b) {
    int rows = 0;
    for (int y = b->height - 1; y >= 0; y--) {
        int full = 1;
        for (int x = 0; x < b->width; x++)
            full &= b->cell[y][x] != NONE;
        if (!full)
            continue;
        rows++;
        for (int above = y; above > 0; above--)
            for (int x = 0; x < b->width; x++)
                b->cell[above][x] = b->cell[above - 1][x];
        y++;
        for (int x = 0; x < b->width; x++)
            b->cell[0][x] = NONE;
        b->score += 10;
        if (b->score > 90)
            b->height--;
    }
    return rows;
}
void paint(struct board *b, const struct board *from) {
    for (int x = 0; x < b->width; x++)
        for (int y = 0; y < b->height; y++)
            if (from->cell[y][x] == RED)
                b->cell[b->height - 1 - y][x] = BLUE;
}
int main(void) {
    static struct board b, other;
    b.width = W, b.height = H;
    for (int i = 0; i < W * H; i++)
        b.cell[i / W][i % W] = i / W % 3 ? (enum piece)(draw() % 4) : RED;
    other = b;
    paint(&b, &other), count(&b), paint(&b, &b), count(&b);
    printf("%d %d %d\n", full_rows(&b), full_rows(&b), b.score);
    b.width = W + 3, b.height = 5, count(&b);
    show("board", &b, sizeof b);
}

// CHANGES hir-optimize: nothing
