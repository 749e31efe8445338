// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Repeated blur between two local images, whose pointers are swapped.
#include <stdio.h>
#include <string.h>
void checkpoint(void);
enum { W = 64, H = 48 };
int main(void) {
    unsigned char first[H][W], second[H][W], (*from)[W] = first, (*to)[W] = second;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            first[y][x] = (unsigned char)(x * y * 31 + x);
    memcpy(second, first, sizeof second);
    for (int round = 0; round < 60; round++) {
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++)
                to[y][x] = (unsigned char)((from[y][x - 1] + from[y][x + 1] + from[y - 1][x] +
                                            from[y + 1][x] + 4 * from[y][x] + 4) / 8);
        unsigned char(*t)[W] = from;
        from = to;
        to = t;
        checkpoint();
    }
    unsigned long sum = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sum = sum * 31 + from[y][x];
    printf("%lu\n", sum);
}
