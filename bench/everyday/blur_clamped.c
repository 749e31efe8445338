/* A picture blurred by the mean of nine pixels; beyond its border those of the border count. */
#include "everyday.h"

static inline int clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

static inline int mean_at(int width, int height, const unsigned char *in, int x, int y) {
    int sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += in[clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)];
    return sum / 9;
}

#ifdef HAND
static void middle(int width, const unsigned char *restrict above, const unsigned char *restrict at,
                   const unsigned char *restrict below, unsigned char *restrict out) {
    for (int x = 1; x < width - 1; x++) {
        unsigned short sum =
            (unsigned short)(above[x - 1] + above[x] + above[x + 1] + at[x - 1] + at[x] +
                             at[x + 1] + below[x - 1] + below[x] + below[x + 1]);
        out[x] = (unsigned char)(sum / 9);
    }
}

NOINLINE void blur(int width, int height, const unsigned char *in, unsigned char *out) {
    for (int y = 0; y < height; y++) {
        const unsigned char *at = in + y * width;
        if (y == 0 || y == height - 1) {
            for (int x = 0; x < width; x++)
                out[y * width + x] = (unsigned char)mean_at(width, height, in, x, y);
            continue;
        }
        out[y * width] = (unsigned char)mean_at(width, height, in, 0, y);
        middle(width, at - width, at, at + width, out + y * width);
        out[y * width + width - 1] = (unsigned char)mean_at(width, height, in, width - 1, y);
    }
}
#else
NOINLINE void blur(int width, int height, const unsigned char *in, unsigned char *out) {
    for (int x = 0; x < width; x++)
        for (int y = 0; y < height; y++)
            out[y * width + x] = (unsigned char)mean_at(width, height, in, x, y);
}
#endif

int main(void) {
    int width = at_run_time(SCALED(2000)), height = at_run_time(SCALED(1500));
    size_t count = (size_t)width * height;
    unsigned char *in = some_bytes(count, 1), *out = some_bytes(count, 2);
    for (int frame = 0; frame < 9; frame++) {
        blur(width, height, in, out);
        blur(width, height, out, in);
    }
    print_bits("picture", in, count);
    free(in);
    free(out);
}
