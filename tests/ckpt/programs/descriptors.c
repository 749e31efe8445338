// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// A file written, read back, sought and cut through descriptors.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    char text[64];
    unsigned h = 1;
    int log = open("log", O_WRONLY | O_CREAT | O_APPEND, 0644);
    int f = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
    for (int i = 0; i < 60; i++) {
        int n = snprintf(text, sizeof text, "%d:%u\n", i, h);
        if (write(f, text, (size_t)n) != n)
            return 1;
        next();
        if (pwrite(f, "#", 1, i / 2) != 1)
            return 2;
        off_t at = lseek(f, 0, SEEK_CUR);
        char c[8] = "";
        lseek(f, at / 3, SEEK_SET);
        if (read(f, c, 4) < 0)
            return 3;
        for (int k = 0; k < 4; k++)
            h = h * 31 + (unsigned char)c[k];
        next();
        lseek(f, at, SEEK_SET);
        if (i % 13 == 12 && ftruncate(f, at / 2))
            return 4;
        if (i % 13 == 12)
            lseek(f, 0, SEEK_END);
        struct stat s;
        if (fstat(f, &s))
            return 5;
        n = snprintf(text, sizeof text, "%ld ", (long)s.st_size);
        if (write(log, text, (size_t)n) != n)
            return 6;
    }
    close(f);
    printf("%u %d %d\n", h, f, log);
    return 0;
}
