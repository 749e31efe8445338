/* Repeated blurring of an image: two buffers that change places. */
#include "torture.h"

enum { W = 512, H = 384 };

static void blur(const float *from, float *to) {
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++) {
            const float *p = from + y * W + x;
            to[y * W + x] = (p[-W - 1] + 2 * p[-W] + p[-W + 1] + 2 * p[-1] + 4 * p[0] + 2 * p[1] +
                             p[W - 1] + 2 * p[W] + p[W + 1]) *
                            0.0625f;
        }
}

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 8000);
    float *from = calloc(W * H, sizeof *from), *to = calloc(W * H, sizeof *to);
    uint32_t state = 7;
    for (int i = 0; i < W * H; i++)
        from[i] = (float)(next_random(&state) % 256);
    for (long r = 0; r < rounds; r++) {
        blur(from, to);
        float *swap = from;
        from = to;
        to = swap;
        if (r % 10 == 0)
            checkpoint();
    }
    uint64_t hash = 0;
    for (int i = 0; i < W * H; i++)
        hash = mix_double(hash, from[i]);
    printf("%016llx %a\n", (unsigned long long)hash, from[W * H / 2 + W / 2]);
    return 0;
}
