// RUN: %torture --kills=5 --levels=0,2 %s
// RUN: %torture --kills=4 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Records read, changed and written back in one stream; devices that are open beside it.
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
struct item {
    int id;
    double v;
    char name[16];
};
int main(void) {
    struct item it;
    FILE *f = fopen("items.bin", "wb+");
    FILE *n = fopen("/dev/null", "w"), *me = fopen("/proc/self/comm", "r");
    double s = 0;
    for (int i = 0; i < 60; i++) {
        memset(&it, 0, sizeof it);
        it.id = i;
        it.v = i * .5;
        snprintf(it.name, 16, "n%d", i);
        fseek(f, 0, SEEK_END);
        if (fwrite(&it, sizeof it, 1, f) != 1)
            return 1;
        next();
        fseek(f, (long)(i / 2) * (long)sizeof it, SEEK_SET);
        if (fread(&it, sizeof it, 1, f) != 1)
            return 2;
        it.v += i;
        fseek(f, -(long)sizeof it, SEEK_CUR);
        next();
        if (fwrite(&it, sizeof it, 1, f) != 1)
            return 3;
        fflush(f);
        s += it.v;
        fprintf(n, "%d", i);
        next();
        FILE *g = fopen("items.bin", "rb");
        fseek(g, (long)(i / 3) * (long)sizeof it, SEEK_SET);
        if (fread(&it, sizeof it, 1, g) != 1)
            return 4;
        s += it.v + it.id;
        fclose(g);
    }
    printf("%.17g %d\n", s, me != NULL);
    fclose(f);
    fclose(n);
    return 0;
}
