// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// External sorting: runs in temporary files, merged, removed.
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
static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static void merge(const char *a, const char *b, const char *to) {
    FILE *f = fopen(a, "r"), *g = fopen(b, "r"), *o = fopen(to, "w");
    int x, y, hx = fscanf(f, "%d", &x) == 1, hy = fscanf(g, "%d", &y) == 1, n = 0;
    while (hx || hy) {
        int left = hx && (!hy || x <= y);
        fprintf(o, "%d\n", left ? x : y);
        if (left)
            hx = fscanf(f, "%d", &x) == 1;
        else
            hy = fscanf(g, "%d", &y) == 1;
        if (++n % 16 == 0)
            next();
    }
    fclose(f);
    fclose(g);
    fclose(o);
    unlink(a);
    unlink(b);
}
int main(void) {
    char names[16][16];
    int n = 0, v[40], made = 0;
    for (int r = 0; r < 8; r++) {
        for (int i = 0; i < 40; i++)
            v[i] = (r * 7919 + i * 104729) % 10007;
        qsort(v, 40, sizeof *v, by_value);
        snprintf(names[n], 16, "run%d", made++);
        FILE *o = fopen(names[n++], "w");
        for (int i = 0; i < 40; i++)
            fprintf(o, "%d\n", v[i]);
        fclose(o);
        next();
    }
    while (n > 1) {
        char to[16];
        snprintf(to, sizeof to, "run%d", made++);
        merge(names[0], names[1], to);
        memmove(names, names + 2, (size_t)(n - 2) * sizeof *names);
        n -= 2;
        strcpy(names[n++], to);
        next();
    }
    rename(names[0], "sorted");
    puts("done");
    return 0;
}
