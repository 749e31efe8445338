// RUN: %torture --kills=6 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// Text made in memory by the C library: each way that it allocates.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void checkpoint(void);
int main(void) {
    char *all = NULL, *part, *word = NULL, *line = NULL;
    size_t size, room = 0;
    FILE *f = fopen("words", "w+");
    FILE *out = open_memstream(&all, &size);
    for (int i = 0; i < 40; i++) {
        fprintf(out, "[%d]", i);
        checkpoint();
        if (asprintf(&part, "%d-%d", i, i * i) < 0)
            return 1;
        checkpoint();
        if (sscanf(part, "%m[0-9]-", &word) != 1)
            return 2;
        fprintf(f, "%s %s\n", word, part);
        free(word);
        checkpoint();
        free(part);
        part = strdup("kept");
        if (i % 10 == 9)
            fflush(out);
        checkpoint();
        if (strcmp(part, "kept"))
            return 3;
        free(part);
    }
    rewind(f);
    unsigned h = 0;
    while (getline(&line, &room, f) > 0) {
        checkpoint();
        for (char *c = line; *c; c++)
            h = h * 31 + (unsigned char)*c;
    }
    fclose(out);
    printf("%u %zu %s\n", h, size, all);
    free(all);
    free(line);
    return 0;
}
