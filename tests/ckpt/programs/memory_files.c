// RUN: %torture --kills=6 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// A stream to memory that is sought in, written over and closed; several at once.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void checkpoint(void);
int main(void) {
    long h = 0;
    for (int r = 0; r < 6; r++) {
        char *a = NULL, *b = NULL;
        size_t n = 0, m = 0;
        FILE *f = open_memstream(&a, &n), *g = open_memstream(&b, &m);
        for (int i = 0; i < 12; i++) {
            fprintf(f, "number %d, ", i);
            fputs("x", g);
            checkpoint();
            if (i == 6) {
                fseek(f, 3, SEEK_SET);
                fputs("OVER", f);
                checkpoint();
                fseek(f, 0, SEEK_END);
            }
            if (i == 9) {
                fflush(f);
                h += (long)strlen(a) + (long)n;
            }
        }
        long at = ftell(f);
        fclose(f);
        checkpoint();
        fclose(g);
        for (char *p = a; *p; p++)
            h = (h * 31 + *p) % 1000003;
        h += (long)m + at;
        free(a);
        checkpoint();
        free(b);
    }
    printf("%ld\n", h);
    return 0;
}
