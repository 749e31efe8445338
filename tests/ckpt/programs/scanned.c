// RUN: %torture --kills=6 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// What scanf allocates, among conversions that store other things or nothing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void checkpoint(void);
int main(void) {
    char *a = 0, *b = 0, *c = 0;
    char *w = 0;
    int n = 0, k = 0;
    for (int i = 0; i < 30; i++) {
        checkpoint();
        if (sscanf("one two 37xyz wide", "%ms", &a) != 1)
            return 1;
        free(a);
        if (sscanf("one two 37xyz wide", "%ms %*s%n %d%2mc%m[a-z] %m[wide]", &a, &n, &k, &b, &c,
                   &w) != 5)
            return 1;
        checkpoint();
        if (strcmp(a, "one") || n != 7 || k != 37 || memcmp(b, "xy", 2) || strcmp(c, "z") ||
            strcmp(w, "wide"))
            return 2;
        free(a);
        free(b);
        free(c);
        free(w);
        a = b = c = NULL;
        if (sscanf("x", "%ms %ms", &a, &b) != 1 || b)
            return 3;
        checkpoint();
        if (strcmp(a, "x"))
            return 4;
        free(a);
    }
    puts("ok");
}
