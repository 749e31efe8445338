/* A picture through a square of weights of any size. */
#include "picture.h"

#ifdef HAND
NOINLINE void convolve(const picture *in, picture *out, const float *kernel, int size) {
    int width = in->width, half = size / 2, x_end = width - half, wide = 16;
    for (int y = half; y < in->height - half; y++) {
        const float *from = in->pixels + (y - half) * width - half;
        float *to = out->pixels + y * width;
        int x = half;
        for (; x + wide <= x_end; x += wide) {
            float sum[16] = {0};
            for (int ky = 0; ky < size; ky++)
                for (int kx = 0; kx < size; kx++)
                    for (int i = 0; i < 16; i++)
                        sum[i] += kernel[ky * size + kx] * from[ky * width + x + kx + i];
            memcpy(to + x, sum, sizeof sum);
        }
        for (; x < x_end; x++) {
            float sum = 0;
            for (int ky = 0; ky < size; ky++)
                for (int kx = 0; kx < size; kx++)
                    sum += kernel[ky * size + kx] * from[ky * width + x + kx];
            to[x] = sum;
        }
    }
}
#else
NOINLINE void convolve(const picture *in, picture *out, const float *kernel, int size) {
    int half = size / 2;
    for (int y = half; y < in->height - half; y++)
        for (int x = half; x < in->width - half; x++) {
            float sum = 0;
            for (int ky = 0; ky < size; ky++)
                for (int kx = 0; kx < size; kx++)
                    sum += kernel[ky * size + kx] *
                           in->pixels[(y + ky - half) * in->width + x + kx - half];
            out->pixels[y * out->width + x] = sum;
        }
}
#endif

int main(void) {
    int size = at_run_time(7);
    picture in = new_picture(at_run_time(SCALED(1300)), at_run_time(SCALED(1000)), 1);
    picture out = new_picture(in.width, in.height, 2);
    float *kernel = some_floats((size_t)size * size, 3);
    for (int frame = 0; frame < 8; frame++) {
        convolve(&in, &out, kernel, size);
        in.pixels[frame] = out.pixels[out.width * (size + frame) + size];
    }
    print_picture(&out);
    free(in.pixels);
    free(out.pixels);
    free(kernel);
}
