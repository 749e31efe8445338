// RUN: %torture --kills=5 --levels=0,2 %s
// RUN: %torture --kills=4 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// Stdio and descriptors on one file; the descriptor of a stream copied, also over standard output.
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
    FILE *f = fopen("f", "w"), *r;
    long h = 0;
    int kept = dup(1);
    for (int i = 0; i < 50; i++) {
        fprintf(f, "stdio %d\n", i);
        fflush(f);
        if (write(fileno(f), "raw\n", 4) != 4)
            return 1;
        next();
        struct stat s;
        fstat(fileno(f), &s);
        h = (h * 31 + s.st_size) % 1000003;
        if (i % 10 == 9) {
            if (ftruncate(fileno(f), s.st_size / 2))
                return 2;
            fseek(f, 0, SEEK_END);
            next();
        }
        if (i % 12 == 5) {
            fflush(stdout);
            if (dup2(fileno(f), 1) != 1)
                return 3;
        }
        printf("to either %d\n", i);
        fflush(stdout);
        next();
        if (i % 12 == 8) {
            if (dup2(kept, 1) != 1)
                return 4;
        }
        r = fopen("f", "r");
        int c;
        while ((c = getc(r)) != EOF)
            h = (h * 31 + c) % 1000003;
        fclose(r);
        if (i == 25) {
            int g = dup(fileno(f));
            dprintf(g, "copy\n");
            next();
            fseek(f, 0, SEEK_END);
            close(g);
        }
        fsync(fileno(f));
        next();
    }
    fclose(f);
    dprintf(kept, "%ld\n", h);
    return 0;
}
