// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Output through every way to the standard output, in order.
#include <stdio.h>
#include <string.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    FILE *again = fdopen(dup(1), "w");
    for (int i = 0; i < 40; i++) {
        printf("p%d ", i);
        fflush(stdout);
        dprintf(1, "d%d ", i);
        next();
        fprintf(again, "a%d ", i);
        fflush(again);
        if (write(1, "w\n", 2) != 2)
            return 1;
        next();
        fputs("held ", stdout);
        next();
    }
    return 0;
}
