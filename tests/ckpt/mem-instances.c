// The spec's own kind of function: LU over a one-dimensional array, and one over structs, arrays of
// three dimensions, globals and locals; called several times with memories and arguments of their
// own, one within the other. SubroutineInjection 9 and 10 in ckpt_mem mode.
//
// RUN: clang -O2 %S/Inputs/mem_main.c %S/Inputs/mem_calls.c %s -DPLAIN -o %t.plain
// RUN: %t.plain > %t.want
// RUN: %S/Inputs/mem_levels.sh %s %t %S/Inputs/mem_main.c 8 %S/Inputs/mem_calls.c
#include "Inputs/mem_calls.h"
#include <string.h>
#ifdef PLAIN
static void checkpoint(void) {}
#else
void checkpoint(void);
#endif
static double cube[8][7][4];
static int counter;

void lu(double a[static N * N], int n, unsigned *ckpt_mem) {
    for (int k = 0; k < n; k++) {
        checkpoint();
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    }
}

long mixed(int n, double b[static 20], item outer[static 1], unsigned *ckpt_mem) {
    item inner[4];
    unsigned char used[9] = {0};
    long h = 0;
    memset(inner, 0, sizeof inner);
    for (int i = 0; i < n; i++) {
        inner[i % 4].a[i % 3] += i;
        inner[i % 4].n++;
        used[i % 9] ^= (unsigned char)i;
        b[i % 20] += inner[i % 4].a[1] * 1e-3;
        outer->a[i % 3] += 0.5;
        outer->n += i;
        cube[i % 8][i % 7][i % 4] += i;
        counter++;
        switch (i % 5) {
        case 0:
            checkpoint();
            h += used[3];
            break;
        case 3:
            h ^= outer->n;
            checkpoint();
            break;
        default:
            h = h * 3 + inner[(i + 1) % 4].n;
        }
        h += (long)b[(i + 3) % 20] + counter;
    }
    return h + used[5] + (long)cube[3][2][1];
}
