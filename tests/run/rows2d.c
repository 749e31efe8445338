// RUN: %compare %s
/* Two-dimensional dynamic arrays: rows of pointers to rows of structs, ragged, swapped, resized. */
// private: struct pixel, struct image
#include <stdio.h>
#include <stdlib.h>

struct pixel {
    unsigned char red;
    unsigned depth;
    unsigned char green, blue;
    float alpha;
};
struct image {
    short width;
    struct pixel **rows;
    short height;
    char name[3];
};

static struct image *make(int width, int height) {
    struct image *m = malloc(sizeof *m);
    m->width = (short)width;
    m->height = (short)height;
    snprintf(m->name, sizeof m->name, "%c%c", 'a' + width, 'a' + height);
    m->rows = malloc((size_t)height * sizeof *m->rows);
    for (int y = 0; y < height; y++) {
        m->rows[y] = malloc((size_t)width * sizeof **m->rows);
        for (int x = 0; x < width; x++) {
            struct pixel *p = &m->rows[y][x];
            p->red = (unsigned char)(x * 40);
            p->green = (unsigned char)(y * 30);
            p->blue = (unsigned char)(x ^ y);
            p->depth = (unsigned)(x * y);
            p->alpha = (float)(x + 1) / (float)(y + 1);
        }
    }
    return m;
}

static void flip(struct image *m) {
    for (int y = 0; y < m->height / 2; y++) {
        struct pixel *t = m->rows[y];
        m->rows[y] = m->rows[m->height - 1 - y];
        m->rows[m->height - 1 - y] = t;
    }
}

static void widen(struct image *m, int by) {
    int width = m->width + by;
    for (struct pixel **row = m->rows; row < m->rows + m->height; row++) {
        *row = realloc(*row, (size_t)width * sizeof **row);
        for (int x = m->width; x < width; x++)
            (*row)[x] = (*row)[x - m->width];
    }
    m->width = (short)width;
}

static struct image *transpose(struct image *m) {
    struct image *t = make(m->height, m->width);
    for (int y = 0; y < t->height; y++)
        for (int x = 0; x < t->width; x++)
            t->rows[y][x] = m->rows[x][y];
    return t;
}

static unsigned long show(const struct image *m) {
    unsigned long h = 7;
    float alpha = 0;
    for (int y = 0; y < m->height; y++)
        for (int x = 0; x < m->width; x++) {
            struct pixel p = m->rows[y][x];
            h = h * 33 + p.red + p.green * 3u + p.blue * 5u + p.depth * 7u;
            alpha += p.alpha * (float)(x + 1);
        }
    printf("%s %dx%d %lu %.3f\n", m->name, m->width, m->height, h % 1000003, (double)alpha);
    return h;
}

static void drop(struct image *m) {
    for (int y = 0; y < m->height; y++)
        free(m->rows[y]);
    free(m->rows);
    free(m);
}

int main(void) {
    struct image *m = make(5, 7);
    unsigned long h = show(m);
    flip(m);
    h ^= show(m);
    widen(m, 3);
    h ^= show(m);
    struct image *t = transpose(m);
    h ^= show(t);
    drop(m);
    drop(t);
    return (int)(h % 100);
}

// CHANGES dtrans-base-test: struct.image base-test 24; struct.pixel base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.image base-test 24; struct.pixel base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.image shuffle 112; struct.pixel shuffle 92
// CHANGES dtrans-shuffle<seed=2>: struct.image shuffle 104; struct.pixel shuffle 108
// CHANGES dtrans-shuffle<seed=3>: struct.image shuffle 80; struct.pixel shuffle 85
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.image reorder-fields 16; struct.pixel reorder-fields 12
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.image reorder-fields 16; struct.pixel reorder-fields 12
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.image shuffle 96; struct.pixel shuffle 78
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.image reorder-fields+shuffle 112; struct.pixel reorder-fields+shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.image reorder-fields 16; struct.pixel reorder-fields 12
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.image shuffle+shuffle 104; struct.pixel shuffle+shuffle 140
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.image reorder-fields 16; struct.pixel reorder-fields 12
// CHANGES dtrans-pool<force>: struct.image pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.image shuffle+pool 96; struct.pixel shuffle 78
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.image reorder-fields+pool 16; struct.pixel reorder-fields 12
// CHANGES dtrans-pool<force;split>: struct.image pool 16
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.image shuffle+pool 16; struct.pixel shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.image reorder-fields+pool 16; struct.pixel reorder-fields 12
// CHANGES hir-canonicalize,hir-identity: drop(); flip(); make(); show(); transpose(); widen()
// CHANGES hir-canonicalize<join>,hir-identity<join>: drop(); flip(); make(); show(); transpose(); widen()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: make() distribution+sinking-into-the-start; show() hoisting-of-the-guard
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: make() distribution+sinking-into-the-start; show() hoisting-of-the-guard
// CHANGES hir-optimize: nothing
