// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// A text that grows by realloc, and strings made by strdup.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void checkpoint(void);
int main(void) {
    size_t cap = 4, len = 0;
    char *text = malloc(cap), *words[20];
    for (int i = 0; i < 100; i++) {
        char piece[16];
        int n = snprintf(piece, sizeof piece, "%d,", i * i);
        while (len + (size_t)n >= cap)
            text = realloc(text, cap *= 2);
        memcpy(text + len, piece, (size_t)n + 1);
        len += (size_t)n;
        if (i % 5 == 0)
            words[i / 5] = strdup(text + len - (size_t)n);
        checkpoint();
    }
    puts(text);
    for (int i = 0; i < 20; i++) {
        fputs(words[i], stdout);
        free(words[i]);
    }
    putchar('\n');
    free(text);
}
