/* Edges of a picture of bytes, column by column, through a function that reads one pixel. */
#include "everyday.h"

typedef struct {
    int width, height;
    unsigned char *data;
} gray;

#ifdef HAND
static void edges_of_row(int width, const unsigned char *restrict above,
                         const unsigned char *restrict at, const unsigned char *restrict below,
                         unsigned char *restrict out) {
    for (int x = 1; x < width - 1; x++) {
        short right = (short)(above[x + 1] + 2 * at[x + 1] + below[x + 1]);
        short left = (short)(above[x - 1] + 2 * at[x - 1] + below[x - 1]);
        short down = (short)(below[x - 1] + 2 * below[x] + below[x + 1]);
        short up = (short)(above[x - 1] + 2 * above[x] + above[x + 1]);
        short gx = (short)(right - left), gy = (short)(down - up);
        short size = (short)((gx < 0 ? (short)-gx : gx) + (gy < 0 ? (short)-gy : gy));
        out[x] = (unsigned char)(size > 255 ? 255 : size);
    }
}

NOINLINE void edges(const gray *in, gray *out) {
    int width = in->width;
    for (int y = 1; y < in->height - 1; y++) {
        const unsigned char *at = in->data + y * width;
        edges_of_row(width, at - width, at, at + width, out->data + y * width);
    }
}
#else
static inline int pixel(const gray *g, int x, int y) {
    return g->data[y * g->width + x];
}

NOINLINE void edges(const gray *in, gray *out) {
    for (int x = 1; x < in->width - 1; x++)
        for (int y = 1; y < in->height - 1; y++) {
            int gx = pixel(in, x + 1, y - 1) + 2 * pixel(in, x + 1, y) + pixel(in, x + 1, y + 1) -
                     pixel(in, x - 1, y - 1) - 2 * pixel(in, x - 1, y) - pixel(in, x - 1, y + 1);
            int gy = pixel(in, x - 1, y + 1) + 2 * pixel(in, x, y + 1) + pixel(in, x + 1, y + 1) -
                     pixel(in, x - 1, y - 1) - 2 * pixel(in, x, y - 1) - pixel(in, x + 1, y - 1);
            int size = abs(gx) + abs(gy);
            out->data[y * out->width + x] = (unsigned char)(size > 255 ? 255 : size);
        }
}
#endif

int main(void) {
    gray in = {at_run_time(SCALED(1900)), at_run_time(SCALED(1400)), NULL}, out = in;
    size_t count = (size_t)in.width * in.height;
    in.data = some_bytes(count, 1);
    out.data = some_bytes(count, 2);
    for (int frame = 0; frame < 8; frame++) {
        edges(&in, &out);
        in.data[frame * in.width] = out.data[out.width + 1 + frame];
    }
    print_bits("edges", out.data, count);
    free(in.data);
    free(out.data);
}
