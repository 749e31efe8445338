// RUN: %torture --kills=5 --levels=0,2 %s
// RUN: %torture --kills=4 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Files and directories by the descriptor of the directory that they are in.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
int main(void) {
    long h = 0;
    char t[] = "dXXXXXX", p[64], *q;
    if (!mkdtemp(t))
        return 1;
    int d = open(t, O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < 40; i++) {
        char a[16], b[16];
        snprintf(a, 16, "a%d", i % 4);
        snprintf(b, 16, "b%d", i % 3);
        int f = openat(d, a, O_RDWR | O_CREAT, 0644);
        if (posix_fallocate(f, 0, 100 + i))
            return 2;
        if (pwrite(f, "text", 4, i) != 4)
            return 3;
        next();
        struct stat s;
        if (fstatat(d, a, &s, 0))
            return 4;
        h = (h * 31 + s.st_size) % 1000003;
        close(f);
        if (renameat(d, a, d, b))
            return 5;
        next();
        mkdirat(d, "sub", 0700);
        struct timespec ts[2] = {{1000 + i, 0}, {2000 + i, 0}};
        if (utimensat(d, b, ts, 0))
            return 6;
        next();
        fstatat(d, b, &s, 0);
        h = (h * 31 + s.st_mtime) % 1000003;
        if (i % 5 == 4 && unlinkat(d, b, 0))
            return 7;
        if (i % 7 == 6 && unlinkat(d, "sub", AT_REMOVEDIR))
            return 8;
        snprintf(p, 64, "%s/%s", t, b);
        h += faccessat(d, b, F_OK, 0) == 0;
        q = realpath(t, NULL);
        h += q != NULL;
        free(q);
    }
    close(d);
    snprintf(p, 64, "rm -rf %s", t);
    for (int i = 0; i < 4; i++) {
        char n[64];
        snprintf(n, 64, "%s/a%d", t, i);
        unlink(n);
        snprintf(n, 64, "%s/b%d", t, i);
        unlink(n);
        snprintf(n, 64, "%s/sub", t);
        rmdir(n);
        next();
    }
    rmdir(t);
    printf("%ld\n", h);
    return 0;
}
