// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Files that the program writes: one all the time, one now and then, one appended to.
#include <stdio.h>
void checkpoint(void);
static void note(const char *mode, int i) {
    FILE *f = fopen("notes.txt", mode);
    fprintf(f, "note %d\n", i);
    checkpoint();
    fputs("end of note\n", f);
    fclose(f);
}
int main(void) {
    FILE *log = fopen("log.txt", "w");
    for (int i = 0; i < 60; i++) {
        fprintf(log, "line %d: %d\n", i, i * i);
        printf("step %d\n", i);
        checkpoint();
        if (i % 20 == 10)
            note(i == 10 ? "w" : "a", i);
        fwrite(&i, sizeof i, 1, log);
    }
    fclose(log);
    fputs("done\n", stdout);
}
