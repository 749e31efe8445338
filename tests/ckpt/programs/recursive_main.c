// RUN: %torture --kills=4 --levels=0,2 %s
// REQUIRES: ckpt-runtime
// main may call itself, by name and through a pointer; the runtime calls it, too, to rewind.
#include <stdio.h>
void checkpoint(void);
int main(int depth, char **argv);
static int (*volatile again)(int, char **) = main;
static int down(int depth, char **argv) {
    return depth % 2 ? main(depth, argv) : again(depth, argv);
}
int main(int depth, char **argv) {
    static int calls;
    int square = depth * depth;
    calls++;
    checkpoint();
    if (depth == 40)
        return 1;
    int below = down(depth + 1, argv) + square % 7;
    if (depth > 1)
        return below;
    printf("%d %d\n", calls, below);
    return 0;
}
