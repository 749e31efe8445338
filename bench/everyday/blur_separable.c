/* A picture blurred along its rows, then along its columns, with weights for so many neighbours. */
#include "picture.h"

static inline int clamp(int value, int most) {
    return value < 0 ? 0 : value > most ? most : value;
}

#ifdef HAND
static void weigh(int count, int taps, const float *weights, const float *in, size_t apart,
                  float *restrict out) {
    int x = 0;
    for (; x + 16 <= count; x += 16) {
        float sum[16] = {0};
        for (int t = 0; t < taps; t++)
            for (int i = 0; i < 16; i++)
                sum[i] += weights[t] * in[t * apart + x + i];
        memcpy(out + x, sum, sizeof sum);
    }
    for (; x < count; x++) {
        float sum = 0;
        for (int t = 0; t < taps; t++)
            sum += weights[t] * in[t * apart + x];
        out[x] = sum;
    }
}

NOINLINE void blur_rows(const picture *in, picture *out, const float *weights, int radius) {
    int width = in->width, taps = 2 * radius + 1;
    float *row = allocate((size_t)(width + 2 * radius) * sizeof *row);
    for (int y = 0; y < in->height; y++) {
        for (int x = -radius; x < width + radius; x++)
            row[x + radius] = in->pixels[y * width + clamp(x, width - 1)];
        weigh(width, taps, weights, row, 1, out->pixels + y * width);
    }
    free(row);
}

NOINLINE void blur_columns(const picture *in, picture *out, const float *weights, int radius) {
    int width = in->width, height = in->height;
    for (int y = 0; y < height; y++) {
        float *to = out->pixels + y * width;
        if (y >= radius && y < height - radius) {
            weigh(width, 2 * radius + 1, weights, in->pixels + (y - radius) * width, (size_t)width,
                  to);
            continue;
        }
        for (int x = 0; x < width; x++)
            to[x] = 0;
        for (int t = -radius; t <= radius; t++)
            for (int x = 0; x < width; x++)
                to[x] += weights[t + radius] * in->pixels[clamp(y + t, height - 1) * width + x];
    }
}
#else
NOINLINE void blur_rows(const picture *in, picture *out, const float *weights, int radius) {
    for (int y = 0; y < in->height; y++)
        for (int x = 0; x < in->width; x++) {
            float sum = 0;
            for (int t = -radius; t <= radius; t++)
                sum +=
                    weights[t + radius] * in->pixels[y * in->width + clamp(x + t, in->width - 1)];
            out->pixels[y * out->width + x] = sum;
        }
}

NOINLINE void blur_columns(const picture *in, picture *out, const float *weights, int radius) {
    for (int x = 0; x < in->width; x++)
        for (int y = 0; y < in->height; y++) {
            float sum = 0;
            for (int t = -radius; t <= radius; t++)
                sum +=
                    weights[t + radius] * in->pixels[clamp(y + t, in->height - 1) * in->width + x];
            out->pixels[y * out->width + x] = sum;
        }
}
#endif

int main(void) {
    int radius = at_run_time(4);
    picture in = new_picture(at_run_time(SCALED(1100)), at_run_time(SCALED(900)), 1);
    picture half = new_picture(in.width, in.height, 2);
    float *weights = some_floats((size_t)(2 * radius + 1), 3);
    for (int frame = 0; frame < 15; frame++) {
        blur_rows(&in, &half, weights, radius);
        blur_columns(&half, &in, weights, radius);
        in.pixels[frame] = 1;
    }
    print_picture(&in);
    free(in.pixels);
    free(half.pixels);
    free(weights);
}
