// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// A state file replaced by renaming, backups, and removals.
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
    unsigned v = 7;
    int lost = 0;
    for (int i = 0; i < 60; i++) {
        FILE *f = fopen("state", "r");
        if (f && fscanf(f, "%u", &v) != 1)
            lost++;
        if (f)
            fclose(f);
        v = v * 1103515245 + 12345 + (unsigned)i;
        f = fopen("state.tmp", "w");
        fprintf(f, "%u\n", v);
        if (i % 3 == 0)
            next();
        fclose(f);
        if (i % 7 == 3)
            rename("state", "state.old");
        if (rename("state.tmp", "state"))
            lost += 100;
        if (i % 5 == 4) {
            if (remove("state.old"))
                lost += 1000;
            next();
        }
        if (i % 11 == 10)
            unlink("state");
        next();
    }
    printf("%u %d\n", v, lost);
    return 0;
}
