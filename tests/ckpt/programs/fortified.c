// RUN: %torture --kills=6 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// Calls as _FORTIFY_SOURCE makes them.
#define _FORTIFY_SOURCE 2
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void checkpoint(void);
static char *format(const char *how, ...) {
    va_list args;
    char *text;
    va_start(args, how);
    int n = vasprintf(&text, how, args);
    va_end(args);
    return n < 0 ? NULL : text;
}
int main(int argc, char **argv) {
    char small[32], path[PATH_MAX], *there;
    long h = argc;
    (void)argv;
    int f = open("file", O_RDWR | O_CREAT | O_TRUNC, 0600);
    for (int i = 0; i < 40; i++) {
        char *text = format("%d and %s", i, "more");
        checkpoint();
        if (write(f, text, strlen(text)) < 0)
            return 1;
        lseek(f, -5 - i % 4, SEEK_END);
        memset(small, 0, sizeof small);
        ssize_t n = read(f, small, (size_t)(3 + i % 3) * (size_t)argc);
        h = h * 7 + n + small[1];
        n = pread(f, small, (size_t)argc * 4, i);
        h += n + small[0];
        checkpoint();
        strcpy(small, text + i % 4);
        strncat(small, "x", (size_t)argc);
        snprintf(small + argc, 20, "%s", small + 2);
        h = (h * 7 + small[2]) % 1000003;
        free(text);
        there = realpath("file", path);
        h += there == path && getcwd(path, sizeof path) == path;
        int g = open("file", argc ? O_RDONLY : O_RDWR);
        FILE *s = fdopen(g, "r");
        if (!fgets(small, (int)sizeof small * argc, s) || fread(small, 1, (size_t)argc, s) > 1)
            return 3;
        checkpoint();
        h += small[0];
        fclose(s);
        fprintf(stdout, "%ld\n", h);
        dprintf(1, "%s", "");
    }
    return 0;
}
