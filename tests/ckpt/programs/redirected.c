// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Streams on descriptors of the program's own, a duplicate of stdout, and redirection.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    int fd = open("a.txt", O_WRONLY | O_CREAT | O_TRUNC, 0644), p[2];
    FILE *a = fdopen(fd, "w");
    if (pipe(p))
        return 1;
    FILE *in = fdopen(p[0], "r"), *to = fdopen(p[1], "w");
    setvbuf(to, NULL, _IOLBF, 0);
    long sum = 0;
    for (int i = 0; i < 40; i++) {
        fprintf(a, "%d\n", i);
        fprintf(to, "%d\n%d\n", i, i + 1);
        next();
        int n;
        if (fscanf(in, "%d", &n) != 1)
            return 2;
        sum = sum * 3 + n;
        sum %= 1000003;
        next();
        if (i == 20) {
            fflush(stdout);
            int saved = dup(1), f = open("b.txt", O_WRONLY | O_CREAT | O_TRUNC, 0644);
            dup2(f, 1);
            close(f);
            printf("redirected %ld\n", sum);
            next();
            printf("more\n");
            fflush(stdout);
            next();
            dup2(saved, 1);
            close(saved);
        }
        printf("line %d\n", i);
        next();
    }
    printf("%ld %d\n", sum, fd);
    return 0;
}
