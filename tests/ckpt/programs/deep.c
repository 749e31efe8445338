// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Checkpoints at a depth of 1000 frames, each with a local whose address the next one has.
#include <stdio.h>
void checkpoint(void);
static long down(long *above, int depth) {
    long here = *above + depth;
    if (depth == 1000) {
        for (int i = 0; i < 8; i++) {
            here += i;
            checkpoint();
        }
        return here;
    }
    if (depth % 50 == 0)
        checkpoint();
    long below = down(&here, depth + 1);
    return below + here % 7 + *above % 3;
}
int main(void) {
    long start = 5;
    printf("%ld\n", down(&start, 1));
}
