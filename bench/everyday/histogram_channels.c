/* Histograms of the channels of a picture whose pixels are three bytes, and what is below each. */
#include "everyday.h"

#ifdef HAND
NOINLINE void histograms(int width, int height, const unsigned char *data, int counts[3][256]) {
    static int part[2][3][256];
    int count = width * height, i = 0;
    memset(part, 0, sizeof part);
    for (; i + 2 <= count; i += 2) {
        const unsigned char *p = data + 3 * i;
        part[0][0][p[0]]++;
        part[0][1][p[1]]++;
        part[0][2][p[2]]++;
        part[1][0][p[3]]++;
        part[1][1][p[4]]++;
        part[1][2][p[5]]++;
    }
    for (; i < count; i++)
        for (int c = 0; c < 3; c++)
            part[0][c][data[3 * i + c]]++;
    for (int c = 0; c < 3; c++)
        for (int v = 0; v < 256; v++)
            counts[c][v] = part[0][c][v] + part[1][c][v];
}
#else
NOINLINE void histograms(int width, int height, const unsigned char *data, int counts[3][256]) {
    for (int c = 0; c < 3; c++) {
        for (int v = 0; v < 256; v++)
            counts[c][v] = 0;
        for (int x = 0; x < width; x++)
            for (int y = 0; y < height; y++)
                counts[c][data[(y * width + x) * 3 + c]]++;
    }
}
#endif

NOINLINE void accumulate(int counts[3][256]) {
    for (int v = 1; v < 256; v++)
        for (int c = 0; c < 3; c++)
            counts[c][v] += counts[c][v - 1];
}

int main(void) {
    int width = at_run_time(SCALED(1600)), height = at_run_time(SCALED(1200)), counts[3][256];
    size_t count = (size_t)width * height * 3;
    unsigned char *data = some_bytes(count, 1);
    for (int frame = 0; frame < 40; frame++) {
        histograms(width, height, data, counts);
        accumulate(counts);
        data[frame] = (unsigned char)counts[1][data[frame]];
    }
    print_bits("counts", counts, sizeof counts);
    free(data);
}
