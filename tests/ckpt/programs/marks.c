// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Positions in streams kept and gone back to, bytes pushed back, buffers of each kind.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    FILE *f = fopen("lines", "w+"), *g;
    char line[64], *own = malloc(512);
    long marks[40], h = 0;
    fpos_t first;
    setvbuf(f, own, _IOFBF, 512);
    for (int i = 0; i < 40; i++) {
        marks[i] = ftell(f);
        if (i == 3)
            fgetpos(f, &first);
        fprintf(f, "line %d of it%*d\n", i, i % 9, 0);
        next();
    }
    g = fopen("lines", "r");
    fflush(f);
    for (int i = 0; i < 60; i++) {
        fseek(g, marks[i * 7 % 40], SEEK_SET);
        if (i % 10 == 9)
            fsetpos(g, &first);
        next();
        int c = getc(g);
        ungetc(c == 'l' ? 'L' : '?', g);
        next();
        if (!fgets(line, sizeof line, g))
            return 1;
        for (char *p = line; *p; p++)
            h = (h * 31 + *p) % 1000003;
        h += ftell(g);
        if (i % 20 == 0) {
            clearerr(g);
            fseek(g, -3, SEEK_END);
            while (getc(g) != EOF)
                h++;
            next();
            h += feof(g) != 0;
        }
    }
    printf("%ld\n", h);
    fclose(f);
    free(own);
    return 0;
}
