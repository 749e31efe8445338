// RUN: %torture --kills=5 --levels=0,2 %s
// RUN: %torture --kills=4 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// An end with a code and a message, in the middle of a recursion.
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 1000000; i++)
        ;
    checkpoint();
}
static void deep(int n, FILE *f) {
    fprintf(f, "%d ", n);
    next();
    if (n == 30) {
        printf("ending");
        errx(3, "done");
    }
    deep(n + 1, f);
}
int main(void) {
    FILE *f = fopen("trail", "w");
    deep(0, f);
}
