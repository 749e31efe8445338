// RUN: %torture --kills=6 --levels=0,2 %s
// RUN: %torture --kills=5 --every=0.002 --levels=2 %s
// REQUIRES: ckpt-runtime
// Handlers of exit that write, rename and remove files, through streams and descriptors that the
// program left open and through their own; registered before and after checkpoints, in handlers too.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void checkpoint(void);
static FILE *left_open;
static int descriptor;
static long total;
static void spin(void) {
    for (volatile int i = 0; i < 300000; i++)
        ;
}
static void nested(void) {
    FILE *f = fopen("nested", "a");
    fprintf(f, "nested %ld\n", total);
    fclose(f);
    spin();
}
static void summary(void) {
    char text[64];
    spin();
    fprintf(left_open, "end %ld\n", total);
    int n = snprintf(text, sizeof text, "last %ld\n", total);
    if (write(descriptor, text, (size_t)n) != n || rename("partial", "whole"))
        _exit(3);
    spin();
    atexit(nested);
}
static void tidy(int status, void *name) {
    spin();
    printf("tidy %d %s %d\n", status, (char *)name, remove(name));
    FILE *f = fopen("log", "r+");
    fprintf(f, "tidy");
    fclose(f);
    spin();
}
static void round_of(int i) {
    char name[20];
    snprintf(name, sizeof name, "temporary%d", i % 3);
    FILE *f = fopen(name, "w");
    fprintf(f, "%d\n", i);
    checkpoint();
    fclose(f);
    if (i % 20 == 7)
        on_exit(tidy, i < 10 ? "temporary0" : i < 30 ? "temporary1" : "temporary2");
    dprintf(descriptor, "round %d\n", i);
    fprintf(left_open, "round %d\n", i);
    total = total * 5 + i;
    spin();
    checkpoint();
}
int main(void) {
    atexit(summary);
    left_open = fopen("log", "w");
    descriptor = open("partial", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (int i = 0; i < 60; i++) {
        round_of(i);
        if (total < 0 && i > 55)
            exit(4);
    }
    return 5;
}
