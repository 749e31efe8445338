// RUN: %torture --kills=5 --levels=0,2 %s
// RUN: %torture --kills=4 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// States under ascending numbers, of which the newest is found by listing.
#include <dirent.h>
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
static int newest(void) {
    DIR *d = opendir(".");
    int best = -1;
    for (struct dirent *e; (e = readdir(d));) {
        int n;
        if (sscanf(e->d_name, "state.%d", &n) == 1 && n > best)
            best = n;
    }
    closedir(d);
    return best;
}
int main(void) {
    for (int i = 0; i < 50; i++) {
        char name[32];
        int n = newest();
        unsigned v = 1;
        if (n >= 0) {
            snprintf(name, 32, "state.%d", n);
            FILE *f = fopen(name, "r");
            if (!f || fscanf(f, "%u", &v) != 1)
                return 1;
            fclose(f);
        }
        next();
        snprintf(name, 32, "state.%d", n + 1);
        FILE *f = fopen(name, "w");
        fprintf(f, "%u", v * 31 + (unsigned)i);
        if (i % 3 == 0)
            next();
        fclose(f);
        snprintf(name, 32, "state.%d", n - 2);
        unlink(name);
        next();
    }
    printf("%d\n", newest());
}
