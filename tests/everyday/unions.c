// RUN: %python %tests/everyday/everyday.py %s
/* Words seen as bytes and as other numbers, in loops over both. */
#include "everyday.h"
union word {
    uint32_t whole;
    unsigned char bytes[4];
    float number;
};
void swap(int n, int m, union word (*a)[40]) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            unsigned char t = a[i][j].bytes[0];
            a[i][j].bytes[0] = a[i][j].bytes[3];
            a[i][j].bytes[3] = t;
            a[i][j].whole += 0x100;
        }
}
void through_bytes(int n, int m, uint32_t *words, unsigned char *bytes) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            words[i * m + j] += bytes[i * 4 * m + j];
}
int main(void) {
    static union word a[50][40];
    for (int i = 0; i < 2000; i++)
        a[i / 40][i % 40].whole = draw() << 7;
    swap(50, 40, a), swap(40, 60, a), swap(0, 9, a);
    show("a", a, sizeof a);
    uint32_t *words = &a[0][0].whole;
    unsigned char *bytes = &a[0][0].bytes[0];
    through_bytes(30, 40, words, bytes), through_bytes(20, 40, words, bytes + 3000);
    through_bytes(20, 40, words + 800, bytes), through_bytes(30, 40, words, bytes + 161);
    show("a", a, sizeof a);
}

// CHANGES hir-optimize: nothing
