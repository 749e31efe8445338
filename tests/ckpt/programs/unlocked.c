// RUN: %torture --kills=6 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// Calls that headers would inline.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
int main(void) {
    FILE *f = fopen("text", "w+");
    long h = 0;
    for (int i = 0; i < 300; i++)
        putc_unlocked('a' + i % 26, f);
    rewind(f);
    for (int c, i = 0; (c = getc_unlocked(f)) != EOF && !feof_unlocked(f) && !ferror_unlocked(f);
         i++) {
        h = (h * 31 + c + atoi("12")) % 1000003;
        if (i % 7 == 0)
            checkpoint();
        if (i % 50 == 0)
            putchar_unlocked(c);
        fputc_unlocked(c, stdout);
    }
    printf("\n%ld %d\n", h, feof(f) != 0);
    return 0;
}
