// RUN: %python %tests/everyday/everyday.py %s
/* Edges of an image in a struct. */
#include "everyday.h"
struct image {
    int width, height;
    size_t stride;
    unsigned char *data;
};
void sobel(const struct image *from, struct image *to) {
    for (int x = 1; x < from->width - 1; x++)
        for (int y = 1; y < from->height - 1; y++) {
            const unsigned char *p = from->data + (size_t)y * from->stride + x;
            long s = (long)from->stride;
            int h = p[1] * 2 + p[1 - s] + p[1 + s] - p[-1] * 2 - p[-1 - s] - p[-1 + s];
            int v = p[s] * 2 + p[s - 1] + p[s + 1] - p[-s] * 2 - p[-s - 1] - p[-s + 1];
            int sum = abs(h) + abs(v);
            to->data[(size_t)y * to->stride + x] = (unsigned char)(sum > 255 ? 255 : sum);
        }
}
void copy_columns(const struct image *from, struct image *to, int by) {
    for (int x = 0; x < from->width; x++)
        for (int y = 0; y < from->height; y++)
            to->data[(size_t)y * to->stride + x] =
                (unsigned char)(from->data[(size_t)y * from->stride + x] + by);
}
int main(void) {
    static unsigned char a[8000], b[8000];
    fill_bytes(a, 8000);
    struct image from = {70, 60, 72, a}, to = {70, 60, 75, b}, on = {70, 60, 72, a + 73};
    sobel(&from, &to), copy_columns(&to, &from, 1);
    show("apart", b, sizeof b);
    sobel(&from, &from), copy_columns(&from, &on, 3), copy_columns(&on, &from, 5);
    sobel(&from, &on), copy_columns(&from, &(struct image){70, 60, 11, a}, 1);
    show("itself", a, sizeof a);
}

// CHANGES hir-optimize: nothing
