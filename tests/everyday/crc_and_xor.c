// RUN: %python %tests/everyday/everyday.py %s
/* Parity blocks, checksums, and tables of remainders. */
#include "everyday.h"
static uint32_t crc[8][256];
void make_tables(void) {
    for (unsigned i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        crc[0][i] = c;
    }
    for (unsigned i = 0; i < 256; i++)
        for (int t = 1; t < 8; t++)
            crc[t][i] = crc[t - 1][i] >> 8 ^ crc[0][crc[t - 1][i] & 255];
}
void parity(int disks, int size, unsigned char **disk, unsigned char *to) {
    for (int i = 0; i < size; i++)
        for (int d = 0; d < disks; d++)
            to[i] ^= disk[d][i];
}
void flat_parity(unsigned disks, unsigned size, const uint64_t *data, uint64_t *to) {
    for (unsigned i = 0; i < size; i++)
        for (unsigned d = 0; d < disks; d++)
            to[i] ^= data[d * size + i];
}
int main(void) {
    static unsigned char bytes[4000], to[600];
    static uint64_t words[3000], out[100];
    unsigned char *disk[10];
    make_tables();
    show("tables", crc, sizeof crc);
    fill_bytes(bytes, 4000), fill_bytes((unsigned char *)words, sizeof words);
    for (int d = 0; d < 10; d++)
        disk[d] = bytes + d * 350;
    parity(10, 350, disk, to), disk[4] = disk[2], parity(10, 350, disk, to);
    parity(10, 350, disk, disk[7]), parity(10, 350, disk, disk[3] + 40);
    show("bytes", bytes, sizeof bytes), show("to", to, sizeof to);
    flat_parity(30, 90, words, out), flat_parity(30, 90, words, words + 7);
    flat_parity(0, 90, words, words), flat_parity(30, 90, words, words + 2699);
    show("words", words, sizeof words), show("out", out, sizeof out);
}

// CHANGES hir-optimize: flat_parity()
