// RUN: %torture --kills=5 --levels=0,2 %s
// RUN: %torture --kills=4 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// A stream opened again under other names, and standard output given up for a file.
#include <stdio.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    FILE *f = fopen("one", "w");
    for (int i = 0; i < 40; i++) {
        fprintf(f, "%d\n", i);
        next();
        if (i % 8 == 7) {
            f = freopen(i % 16 == 7 ? "two" : "one", "a", f);
            if (!f)
                return 1;
            next();
            rename("one", "three");
        }
        printf("%d ", fileno(f));
    }
    if (!freopen("last", "w", stdout))
        return 2;
    for (int i = 0; i < 20; i++) {
        printf("%d\n", i);
        next();
    }
    return 0;
}
