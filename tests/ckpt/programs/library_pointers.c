// RUN: %torture --kills=6 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// Addresses of library functions of every kind, in the heap and in statics.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void checkpoint(void);
typedef int print(const char *, ...);
typedef int sprint(char *, const char *, ...);
static struct {
    const char *name;
    print *out;
    sprint *into;
    void *(*move)(void *, const void *, size_t);
} table[] = {{"one", printf, sprintf, memcpy}, {"two", printf, sprintf, memmove}};
static int by_int(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    void (*sort)(void *, size_t, size_t, int (*)(const void *, const void *)) = qsort;
    double (**f)(double) = malloc(3 * sizeof *f);
    f[0] = sin;
    f[1] = floor;
    f[2] = exp2;
    int (**cls)(int) = malloc(2 * sizeof *cls);
    cls[0] = isalpha;
    cls[1] = toupper;
    double s = 0;
    char text[64];
    int v[8];
    for (int i = 0; i < 60; i++) {
        for (int k = 0; k < 8; k++)
            v[k] = (i * 7 + k * 5) % 11;
        checkpoint();
        sort(v, 8, sizeof *v, by_int);
        s += f[i % 3](i * .01) + v[3];
        table[i % 2].into(text, "%d %s", cls[i % 2]('a' + i % 26) != 0, table[i % 2].name);
        char copy[64];
        table[i % 2].move(copy, text, sizeof copy);
        checkpoint();
        if (i % 20 == 0)
            table[i % 2].out("%s %.17g\n", copy, s);
    }
    free(f);
    free(cls);
    return 0;
}
