// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.004 --levels=2 %s
// REQUIRES: ckpt-runtime

// A tree of directories walked while it changes; positions in a directory.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
void checkpoint(void);
static void next(void) {
    for (volatile int i = 0; i < 200000; i++)
        ;
    checkpoint();
}
static long total;
static void walk(const char *path, int depth) {
    DIR *d = opendir(path);
    if (!d)
        return;
    int entries = 0;
    for (struct dirent *e; (e = readdir(d));) {
        char full[512];
        struct stat s;
        if (e->d_name[0] == '.')
            continue;
        snprintf(full, sizeof full, "%s/%s", path, e->d_name);
        next();
        if (lstat(full, &s))
            continue;
        if (S_ISDIR(s.st_mode))
            walk(full, depth + 1);
        else
            total += s.st_size * depth;
        entries++;
    }
    rewinddir(d);
    while (readdir(d))
        entries--;
    total += entries;
    closedir(d);
}
int main(void) {
    for (int i = 0; i < 24; i++) {
        char path[64];
        mkdir("tree", 0755);
        snprintf(path, sizeof path, "tree/b%d", i % 3);
        mkdir(path, 0755);
        snprintf(path, sizeof path, "tree/b%d/leaf%d", i % 3, i % 4);
        FILE *f = fopen(path, "a");
        fprintf(f, "%*d", i + 1, i);
        fclose(f);
        next();
        walk("tree", 1);
        total %= 1000003;
        if (i % 8 == 7) {
            unlink(path);
            next();
        }
    }
    printf("%ld\n", total);
    return 0;
}
