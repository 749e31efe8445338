// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Links of both kinds, sizes set by path and by descriptor, modes and times.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    unsigned h = 5;
    int bad = 0;
    for (int i = 0; i < 48; i++) {
        char name[32], to[64];
        struct stat s;
        snprintf(name, sizeof name, "file%d", i % 5);
        FILE *f = fopen(name, i % 3 ? "a" : "w");
        fprintf(f, "text %d\n", i);
        fclose(f);
        next();
        unlink("hard");
        bad += link(name, "hard") != 0;
        unlink("soft");
        bad += symlink(name, "soft") != 0;
        next();
        ssize_t n = readlink("soft", to, sizeof to);
        h = h * 31 + (unsigned)n;
        f = fopen("hard", "a");
        fprintf(f, "more %d\n", i);
        fclose(f);
        bad += truncate("soft", i % 4 ? 10 : 30) != 0;
        bad += chmod(name, i % 2 ? 0600 : 0640) != 0;
        next();
        bad += utime(name, &(struct utimbuf){1000000 + i, 2000000 + i}) != 0;
        if (i % 7 == 0)
            next();
        bad += stat(name, &s) != 0;
        h = h * 31 + (unsigned)s.st_size + (unsigned)s.st_mode + (unsigned)s.st_mtime +
            (unsigned)s.st_nlink;
        next();
    }
    printf("%u %d\n", h, bad);
    return 0;
}
