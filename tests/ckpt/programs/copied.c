// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Files copied block by block, compared, appended to each other.
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
    char block[512];
    FILE *f = fopen("source", "w");
    for (int i = 0; i < 3000; i++)
        fprintf(f, "%d ", i * 7919 % 3001);
    fclose(f);
    long h = 0;
    for (int r = 0; r < 4; r++) {
        int in = open("source", O_RDONLY), out = open("target", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        for (ssize_t n; (n = read(in, block, sizeof block)) > 0;) {
            if (write(out, block, (size_t)n) != n)
                return 1;
            h = (h * 31 + block[n / 2]) % 1000003;
            if (block[0] % 2)
                next();
        }
        fsync(out);
        close(in);
        close(out);
        struct stat a, b;
        if (stat("source", &a) || stat("target", &b) || a.st_size != b.st_size)
            return 2;
        next();
        out = open("source", O_WRONLY | O_APPEND);
        dprintf(out, "round %d ", r);
        next();
        close(out);
        if (r == 2) {
            rename("target", "kept");
            rename("source", "target");
            rename("kept", "source");
        }
    }
    printf("%ld\n", h);
    return 0;
}
