/* Backtracking: fine-grained recursion with a checkpoint now and then at any depth. */
#include "torture.h"

static long n, nodes;
static uint64_t hash;

static long place(long row, uint32_t columns, uint32_t left, uint32_t right) {
    long solutions = 0;
    if (row == n) {
        hash = mix(hash, (uint64_t)nodes);
        return 1;
    }
    if (++nodes % 20000 == 0)
        checkpoint();
    uint32_t room = ~(columns | left | right) & ((1u << n) - 1);
    while (room) {
        uint32_t bit = room & -room;
        room ^= bit;
        solutions += place(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return solutions;
}

int main(int argc, char **argv) {
    n = size_argument(argc, argv, 15);
    long solutions = place(0, 0, 0, 0);
    printf("%ld %ld %016llx\n", solutions, nodes, (unsigned long long)hash);
    return 0;
}
