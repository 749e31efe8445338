/* Nearly everything is static: scalars, arrays, pointers into arrays, static locals. */
#include "torture.h"

static double grid[300][300];
static int8_t signs[300];
static uint16_t counts[1000];
static struct {
    long row, column;
    double *best;
    const char *name;
} cursor = {0, 0, &grid[0][0], "start"};
static uint64_t history[64];
static unsigned (*chosen)(unsigned);
uint64_t visible = 77;

static unsigned twice(unsigned x) {
    return 2 * x + 1;
}

static unsigned thrice(unsigned x) {
    return 3 * x + 2;
}

static unsigned calls(void) {
    static unsigned count = 100;
    return count++;
}

static void sweep(long round) {
    for (long i = 1; i < 299; i++)
        for (long j = 1; j < 299; j++) {
            grid[i][j] += 0.25 * (grid[i - 1][j] + grid[i + 1][j] - 2 * grid[i][j]) +
                          signs[(i + round) % 300] * 1e-3;
            if (grid[i][j] > *cursor.best)
                cursor.best = &grid[i][j];
        }
}

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 6000);
    for (int i = 0; i < 300; i++)
        signs[i] = (int8_t)(i % 7 - 3);
    for (long r = 0; r < rounds; r++) {
        sweep(r);
        cursor.row = (cursor.best - &grid[0][0]) / 300;
        cursor.column = (cursor.best - &grid[0][0]) % 300;
        chosen = r % 2 ? twice : thrice;
        cursor.name = r % 3 ? "even" : "odd";
        counts[chosen((unsigned)r) % 1000]++;
        visible = mix(visible, (uint64_t)cursor.row * calls());
        history[r % 64] = visible;
        checkpoint();
    }
    uint64_t hash = 0;
    for (int i = 0; i < 300; i++)
        for (int j = 0; j < 300; j++)
            hash = mix_double(hash, grid[i][j]);
    for (int i = 0; i < 1000; i++)
        hash = mix(hash, counts[i]);
    for (int i = 0; i < 64; i++)
        hash = mix(hash, history[i]);
    printf("%016llx %ld %ld %s %u\n", (unsigned long long)hash, cursor.row, cursor.column,
           cursor.name, calls());
    return 0;
}
