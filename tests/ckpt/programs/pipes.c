// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// A pipe to itself as a queue, and descriptors that share a position.
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
    int p[2], sum = 0;
    if (pipe(p))
        return 1;
    int f = open("shared", O_RDWR | O_CREAT | O_TRUNC, 0644), g = dup(f);
    for (int i = 0; i < 60; i++) {
        for (int k = 0; k < 3; k++) {
            int n = i * k;
            if (write(p[1], &n, sizeof n) != sizeof n)
                return 2;
        }
        next();
        for (int k = 0; k < (i % 2 ? 4 : 2); k++) {
            int n;
            if (read(p[0], &n, sizeof n) != sizeof n)
                return 3;
            sum = sum * 3 + n;
            next();
        }
        dprintf(i % 2 ? f : g, "%d ", sum);
        if (i == 30) {
            if (dup2(g, 17) != 17)
                return 4;
            close(g);
            g = 17;
        }
    }
    long at = lseek(g, 0, SEEK_CUR);
    printf("%d %ld %d\n", sum, at, f);
    return 0;
}
