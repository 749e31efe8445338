/* LU after Doolittle, row by row, 512 x 512, in place, with a checkpoint into memory behind each
 * row. The matrix is made anew for each of the rounds that the argument tells. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 512, ROOM = 64 + 2 * (N * N * 8 + 256) };

void checkpoint(void);

static double a[N][N];
static uint64_t room[ROOM / 8];

__attribute__((noinline)) void factor(double m[static N][N], uint64_t ckpt_mem[static ROOM / 8]) {
    for (long i = 1; i < N; i++) {
        for (long k = 0; k < i; k++) {
            double factor = m[i][k] /= m[k][k];
            for (long j = k + 1; j < N; j++)
                m[i][j] -= factor * m[k][j];
        }
        checkpoint();
    }
}

static void fill(void) {
    uint32_t state = 1;
    for (long i = 0; i < N; i++)
        for (long j = 0; j < N; j++) {
            state ^= state << 13, state ^= state >> 17, state ^= state << 5;
            a[i][j] = state / 4294967296.0 + (i == j ? N : 0);
        }
}

int main(int argc, char **argv) {
    uint64_t hash = 0, bits;
    for (long rounds = argc > 1 ? atol(argv[1]) : 1; rounds > 0; rounds--) {
        fill();
        factor(a, room);
        for (long i = 0; i < N * N; i++) {
            memcpy(&bits, &a[0][0] + i, sizeof bits);
            hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
        }
    }
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
