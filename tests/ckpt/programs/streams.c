// RUN: %torture --kills=6 --damage=1 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// Streams in every mode: read and written in place, positions, bytes pushed back (also at the very
// beginning, and not mistaken for pending later), ends of files, buffers, lines.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void checkpoint(void);

static long read_back(FILE *f) {
    long at = ftell(f), h = 0;
    int c;
    rewind(f);
    while ((c = getc(f)) != EOF) {
        h = h * 31 + c;
        if (c == '7')
            checkpoint();
    }
    fseek(f, at / 2, SEEK_SET);
    c = getc(f);
    ungetc('Z', f);
    checkpoint();
    h += getc(f) * c;
    fseek(f, at - 3, SEEK_SET);
    fputs("x", f);
    checkpoint();
    fseek(f, 0, SEEK_END);
    return h;
}

static long read_lines(const char *path) {
    FILE *f = fopen(path, "r+");
    char *line = NULL;
    size_t size = 0;
    long h = 0;
    ungetc('Q', f);
    checkpoint();
    h = getc(f);
    checkpoint();
    for (int n = 0; getline(&line, &size, f) > 0; n++) {
        h = h * 7 + (long)strlen(line);
        if (n % 8 == 0)
            checkpoint();
    }
    checkpoint();
    h = h * 2 + (feof(f) != 0);
    free(line);
    fclose(f);
    return h;
}

int main(void) {
    char buffer[100];
    FILE *written = fopen("written", "w+"), *appended = fopen("append.log", "a+");
    setvbuf(written, buffer, _IOFBF, sizeof buffer);
    for (int i = 0; i < 25; i++) {
        fprintf(written, "line %d\n", i);
        fprintf(appended, "more %d\n", i * i);
        checkpoint();
        if (i % 5 == 4)
            printf("%ld\n", read_back(written));
    }
    fseek(appended, 3, SEEK_SET);
    printf("%c", getc(appended));
    checkpoint();
    printf("%c\n", getc(appended));
    fclose(appended);
    fclose(written);
    printf("%ld\n", read_lines("written"));
    return 0;
}
