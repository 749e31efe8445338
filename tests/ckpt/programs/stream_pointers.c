// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Addresses of functions that take streams, descriptors or paths, and that the runtime replaces.
#include <fcntl.h>
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
static struct io {
    int (*put)(int, FILE *);
    int (*puts)(const char *, FILE *);
    int (*end)(FILE *);
} ops = {fputc, fputs, fclose};
static int (*const drop[])(const char *) = {unlink, remove, rmdir};
int main(void) {
    FILE *(**open_it)(const char *, const char *) = malloc(sizeof *open_it);
    ssize_t (*put)(int, const void *, size_t) = write;
    char *(*copy)(const char *) = strdup;
    void (*give)(void *) = free;
    long h = 0;
    *open_it = fopen;
    for (int i = 0; i < 50; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%d", i % 5);
        FILE *f = (*open_it)(name, "a+");
        ops.puts("line ", f);
        next();
        ops.put('0' + i % 10, f);
        rewind(f);
        int (*get)(FILE *) = getc;
        for (int c; (c = get(f)) != EOF;)
            h = (h * 31 + c) % 1000003;
        ops.end(f);
        char *text = copy(name);
        next();
        if (put(1, text, strlen(text)) < 0)
            return 1;
        if (i % 13 == 12 && drop[i % 2](text))
            return 2;
        give(text);
        next();
    }
    printf("\n%ld\n", h);
    return 0;
}
