// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Streams that are never closed: what is in their buffers at the end goes out in one order.
#include <stdio.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    FILE *a = fopen("together", "a"), *b = fopen("together", "a"), *c = fopen("together", "a");
    for (int i = 0; i < 40; i++) {
        fprintf(a, "a%d ", i);
        if (i % 3 == 0)
            fprintf(b, "b%d ", i);
        next();
        fprintf(c, "c%d ", i);
        if (i == 20)
            fflush(b);
        if (i == 30)
            setvbuf(stdout, NULL, _IOLBF, 0);
        printf("%d ", i);
        fprintf(stderr, "%d ", i);
        next();
    }
    return 0;
}
