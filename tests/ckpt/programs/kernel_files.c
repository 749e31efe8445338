// RUN: %torture --kills=6 --levels=0,2 %s
// REQUIRES: ckpt-runtime
// A kernel that saves into memory of the program, called between checkpoints of the program as a whole,
// beside pointers to functions of the library; what is killed inside the kernel begins it again.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
static double (*volatile function)(double) = sin;
static int (*print)(const char *, ...) = printf;
static float memory[4096];
static int kernel(float data[64], int n, float ckpt_mem[4096]) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 64; k++)
            data[k] = data[k] * 0.5f + (float)(i % 7);
        sum += data[i % 64];
        checkpoint();
    }
    return (int)sum;
}
int main(void) {
    float data[64] = {0};
    float *heap = calloc(4096, sizeof *heap);
    FILE *log = fopen("log", "w");
    double total = 0;
    for (int i = 0; i < 40; i++) {
        total += kernel(data, 2000 + i, i % 2 ? memory : heap);
        total += function(total) * 10;
        fprintf(log, "%d %g\n", i, total);
        checkpoint();
    }
    fclose(log);
    free(heap);
    print("%g %g\n", total, (double)data[5]);
    return 0;
}
