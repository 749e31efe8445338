// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Temporary files: without a name, and with a random one.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    char name[] = "tmp.XXXXXX";
    FILE *t = tmpfile();
    int fd = mkstemp(name);
    long sum = 0;
    for (int i = 0; i < 50; i++) {
        fprintf(t, "%d ", i);
        if (write(fd, &i, sizeof i) != sizeof i)
            return 1;
        if (i == 25)
            unlink(name);
        next();
    }
    rewind(t);
    lseek(fd, 0, SEEK_SET);
    for (int i = 0, a, b; i < 50; i++) {
        if (fscanf(t, "%d", &a) != 1 || read(fd, &b, sizeof b) != sizeof b)
            return 2;
        next();
        sum = sum * 3 + a + b;
        sum %= 1000003;
    }
    printf("%ld %d\n", sum, access(name, F_OK));
    return 0;
}
