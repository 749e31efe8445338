// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Logs that are rotated while they are open, and a directory that is renamed with what is in it.
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    FILE *log = fopen("log", "w"), *inside;
    int bad = 0;
    mkdir("dir.0", 0700);
    for (int i = 0; i < 60; i++) {
        char from[32], to[32], path[64];
        fprintf(log, "line %d\n", i);
        if (i % 10 == 4) {
            remove("log.2");
            rename("log.1", "log.2");
            bad += rename("log", "log.1") != 0;
            next();
            fprintf(log, "still here %d\n", i);
            next();
            fclose(log);
            log = fopen("log", "w");
        }
        snprintf(from, sizeof from, "dir.%d", i);
        snprintf(to, sizeof to, "dir.%d", i + 1);
        snprintf(path, sizeof path, "%s/inside%d", from, i % 3);
        inside = fopen(path, "a");
        fprintf(inside, "%d ", i);
        if (i % 2)
            next();
        bad += rename(from, to) != 0;
        fprintf(inside, "moved ");
        next();
        fclose(inside);
        snprintf(path, sizeof path, "%s/inside%d", to, (i + 1) % 3);
        if (i % 5 == 0)
            unlink(path);
        next();
    }
    fclose(log);
    printf("%d\n", bad);
    return 0;
}
