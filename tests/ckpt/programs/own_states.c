// RUN: %torture --kills=6 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// Random numbers and scanners whose state is the program's own.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void checkpoint(void);
static int same(const void *a, const void *b) {
    return *(const int *)a != *(const int *)b;
}
int main(void) {
    struct random_data r = {0};
    struct drand48_data d = {0};
    char state[64];
    unsigned seed = 5;
    int v[64], n32, table[64];
    size_t n = 0;
    double x, s = 0;
    initstate_r(17, state, sizeof state, &r);
    srand48_r(3, &d);
    for (int i = 0; i < 60; i++) {
        char text[] = "one,two;three four", *at = text, *save;
        random_r(&r, &n32);
        checkpoint();
        drand48_r(&d, &x);
        v[i] = rand_r(&seed) % 20;
        s += x + n32 % 100 + v[i];
        char *word = strtok_r(text, " ", &save);
        checkpoint();
        while ((word = strsep(&at, ",;")))
            s += strlen(word);
        lsearch(&v[i], table, &n, sizeof *table, same);
        s += *(int *)lfind(&v[i], table, &n, sizeof *table, same);
        checkpoint();
    }
    printf("%.17g %zu\n", s, n);
    return 0;
}
