// RUN: %torture --kills=5 --levels=0,2 %s
// RUN: %torture --kills=4 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Standard output closed, and its number taken by a file.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    for (int i = 0; i < 30; i++) {
        printf("%d ", i);
        if (i % 4 == 0)
            fflush(stdout);
        next();
    }
    fflush(stdout);
    close(1);
    int f = open("other", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (int i = 0; i < 30; i++) {
        printf("%d,", i);
        next();
    }
    fflush(stdout);
    return f != 1;
}
