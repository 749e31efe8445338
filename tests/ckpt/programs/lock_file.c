// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// A lock file made and removed at each step, and files made again under one name.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    unsigned h = 1;
    int bad = 0;
    for (int i = 0; i < 60; i++) {
        int f = open("lock", O_WRONLY | O_CREAT | O_EXCL, 0600);
        bad += f < 0;
        dprintf(f, "%d\n", i);
        next();
        close(f);
        FILE *o = fopen("result", i % 4 ? "a" : "w");
        fprintf(o, "%d %u\n", i, h);
        fclose(o);
        if (i % 6 == 5)
            next();
        struct stat s;
        bad += stat("result", &s) != 0;
        h = h * 31 + (unsigned)s.st_size;
        bad += unlink("lock") != 0;
        if (i % 9 == 8)
            bad += remove("result") != 0;
        next();
    }
    printf("%u %d\n", h, bad);
    return 0;
}
