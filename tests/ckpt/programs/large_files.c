// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// The names that calls have for large files, also where the others are the same.
#define _LARGEFILE64_SOURCE
#include <dirent.h>
#include <fcntl.h>
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
    long h = 1;
    int f = open64("data", O_RDWR | O_CREAT | O_TRUNC, 0644);
    FILE *s = fopen64("stream", "w+");
    for (int i = 0; i < 50; i++) {
        struct stat64 a, b;
        long v = h;
        if (pwrite64(f, &v, sizeof v, (off64_t)((i * 37) % 50) * 8) != sizeof v)
            return 1;
        lseek64(f, 0, SEEK_END);
        next();
        fprintf(s, "%d,", i);
        fseeko64(s, i % 7, SEEK_SET);
        int c = getc(s);
        fseeko64(s, 0, SEEK_END);
        next();
        if (stat64("data", &a) || fstat64(f, &b) || lstat64("stream", &b))
            return 2;
        h = (h * 31 + a.st_size * 7 + b.st_size + c + (long)ftello64(s)) % 1000003;
        if (i % 20 == 19 && ftruncate64(f, 96))
            return 3;
        DIR *d = opendir(".");
        for (struct dirent64 *e; (e = readdir64(d));)
            h += e->d_name[0] == 'd';
        closedir(d);
        next();
    }
    printf("%ld\n", h);
    return 0;
}
