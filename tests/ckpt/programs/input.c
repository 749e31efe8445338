// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// A file that is read line by line goes on where it was.
#include <ctype.h>
#include <stdio.h>
#include <string.h>
void checkpoint(void);
int main(void) {
    char line[64], *save;
    unsigned long sum = 0;
    FILE *f = fopen("input.txt", "w");
    for (int i = 0; i < 80; i++)
        fprintf(f, "%d Word%d x%d\n", i, i * 7, i * i);
    fclose(f);
    f = fopen("input.txt", "r");
    while (fgets(line, sizeof line, f)) {
        int n;
        if (sscanf(line, "%d", &n) == 1)
            sum += (unsigned)n;
        checkpoint();
        for (char *w = strtok_r(line, " \n", &save); w; w = strtok_r(NULL, " \n", &save))
            for (char *p = w; *p; p++)
                sum = sum * 31 + (unsigned char)(isupper((unsigned char)*p) ? tolower(*p) : *p);
    }
    printf("%lu %d\n", sum, feof(f) != 0);
    fclose(f);
}
