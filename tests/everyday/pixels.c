// RUN: %python %tests/everyday/everyday.py %s
/* Structs of bytes: planes, greys, and turning by a quarter. */
#include "everyday.h"
struct pixel {
    unsigned char r, g, b, a;
};
void greys(int w, int h, const struct pixel *from, unsigned char *to) {
    for (int x = 0; x < w; x++)
        for (int y = 0; y < h; y++) {
            const struct pixel *p = &from[y * w + x];
            to[y * w + x] = (unsigned char)((p->r * 77 + p->g * 150 + p->b * 29) >> 8);
        }
}
void turn(int w, int h, const struct pixel *from, struct pixel *to) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            to[x * h + (h - 1 - y)] = from[y * w + x];
}
void blend(int w, int h, struct pixel *to, const struct pixel *from, int top) {
    for (int x = 0; x < w; x++)
        for (int y = top; y < h; y++) {
            struct pixel *t = &to[y * w + x];
            const struct pixel *f = &from[y * w + x];
            t->r = (unsigned char)((t->r * (255 - f->a) + f->r * f->a) / 255);
            t->g = (unsigned char)((t->g * (255 - f->a) + f->g * f->a) / 255);
            t->b = (unsigned char)((t->b * (255 - f->a) + f->b * f->a) / 255);
        }
}
int main(void) {
    static struct pixel a[4000], b[4000];
    fill_bytes((unsigned char *)a, sizeof a), fill_bytes((unsigned char *)b, sizeof b);
    turn(60, 50, a, b), blend(60, 50, a, b, 3), greys(60, 50, a, (unsigned char *)b);
    show("apart", b, sizeof b);
    turn(60, 50, b, b), blend(60, 50, b, b, 0), blend(60, 50, b, b + 60, 0);
    blend(60, 49, b + 60, b, 0), greys(60, 50, b, (unsigned char *)b);
    greys(60, 50, b, &b[1].g);
    show("itself", b, sizeof b);
}

// CHANGES hir-optimize: blend() greys()
