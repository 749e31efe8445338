// RUN: %torture --kills=6 --damage=1 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// Standard streams that the program opens again by name: printf and scanf go on with those.
#include <stdio.h>
void checkpoint(void);

static void make(const char *path) {
    FILE *f = fopen(path, "w");
    for (int i = 0; i < 30; i++)
        fprintf(f, "%d ", i);
    fclose(f);
}

int main(void) {
    long sum = 0;
    int x;
    checkpoint();
    make("numbers");
    if (!freopen("numbers", "r", stdin) || !freopen("out", "w", stdout))
        return 1;
    while (scanf("%d", &x) == 1) {
        sum = sum * 3 + x;
        checkpoint();
        int c = getchar();
        if (x % 5 == 2)
            ungetc(c, stdin);
        printf("%d %ld\n", x, sum);
        checkpoint();
        fputs("and\n", stdout);
    }
    return 0;
}
