// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Directories made, filled, listed and removed.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}
int main(void) {
    unsigned h = 3;
    int bad = 0;
    for (int i = 0; i < 40; i++) {
        char name[64], names[64][32];
        int n = 0;
        snprintf(name, sizeof name, "d%d", i % 7);
        bad += mkdir(name, 0755) != 0;
        snprintf(name, sizeof name, "d%d/f%d", i % 7, i);
        FILE *f = fopen(name, "w");
        fprintf(f, "%d", i);
        fclose(f);
        next();
        snprintf(name, sizeof name, "d%d", i % 7);
        DIR *d = opendir(name);
        for (struct dirent *e; (e = readdir(d));) {
            strcpy(names[n++], e->d_name);
            next();
        }
        closedir(d);
        qsort(names, (size_t)n, sizeof *names, by_name);
        for (int k = 0; k < n; k++)
            for (char *c = names[k]; *c; c++)
                h = h * 31 + (unsigned char)*c;
        if (i % 9 == 8)
            for (int k = 0; k < n; k++)
                if (names[k][0] == 'f') {
                    snprintf(name, sizeof name, "d%d/%s", i % 7, names[k]);
                    bad += 100 * (unlink(name) != 0);
                }
        snprintf(name, sizeof name, "d%d", i % 7);
        if (i % 9 == 8)
            bad += 10000 * (rmdir(name) != 0);
        next();
    }
    printf("%u %d\n", h, bad);
    return 0;
}
