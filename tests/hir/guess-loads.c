// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.ll -- -g 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: FileCheck %s --input-file=%t.ll
// RUN: lathe opt --passes='hir-canonicalize<nests>' %s -o - | FileCheck --check-prefix=NONE %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize %s
// Bounds and addresses in memory that a store of the nest might overwrite: loaded before the nest,
// if it is found at run time that no store goes there. Nothing is left of what was only guessed.
// CHECK-NOT: lathe.kept
// NONE-NOT: lathe.kept
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#define APART __attribute__((noinline))
typedef struct table { int rows, columns; int *d; } table;
typedef struct image { int width, height; unsigned char *data; } image;

// WHY-DAG: interchange of a loop in 'fill' done
APART void fill(table *t, int x) {
    for (int j = 0; j < t->columns; j++)
        for (int i = 0; i < t->rows; i++)
            t->d[i * t->columns + j] += x;
}

// Characters may be anything, addresses too.
// WHY-DAG: interchange of a loop in 'invert' done
APART void invert(const image *in, image *out) {
    for (int x = 0; x < in->width; x++)
        for (int y = 0; y < in->height; y++)
            out->data[y * out->width + x] = 255 - in->data[y * in->width + x];
}

// Bounds in variables, rows walked by a pointer, size_t.
static size_t high, wide;
// WHY-DAG: interchange of a loop in 'walk' done
APART void walk(size_t *to, const size_t *from) {
    for (size_t x = 0; x < wide; x++)
        for (size_t y = 0; y < high; y++)
            to[y * wide + x] = from[y * wide + x] * 3;
}

// No loop is moved, but the innermost one has fewer loads.
// WHY-DAG: unroll-and-jam of a loop in 'rows' done
APART void rows(table *t) {
    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < t->columns; j++)
            t->d[i * t->columns + j] ^= i;
}

// The nest writes a bound before it is first read: that one may be another.
// WHY-NOT: of a loop in 'late' done
APART void late(table *t, int *to, int n) {
    for (int i = 0; i < n; i++) {
        to[i] = 3;
        for (int j = 0; j < t->columns; j++)
            t->d[i * 8 + j] = j;
    }
}

// Where it writes is not known before.
// WHY-NOT: of a loop in 'anywhere' done
APART void anywhere(table *t, const unsigned char *where) {
    for (int i = 0; i < t->rows; i++)
        for (int j = 0; j < t->columns; j++)
            t->d[where[i * 3 + j]] = j;
}

// A call may write.
static int calls;
// WHY-NOT: of a loop in 'called' done
APART void count(void) { calls++; }
APART void called(table *t) {
    for (int j = 0; j < t->columns; j++) {
        for (int i = 0; i < t->rows; i++)
            t->d[i * t->columns + j] = i;
        count();
    }
}

// Something is read where nothing may be, unless the loop around runs.
// WHY-DAG: interchange of a loop in 'inner' done
APART void inner(int n, table *t) {
    for (int k = 0; k < n; k++)
        for (int j = 0; j < t->columns; j++)
            for (int i = 0; i < t->rows; i++)
                t->d[i * t->columns + j] += k;
}

static unsigned sum(const void *at, size_t count) {
    unsigned s = 0;
    for (size_t i = 0; i < count; i++)
        s = s * 31 + ((const unsigned char *)at)[i];
    return s;
}

/* The table's own numbers may be the last ones of its elements. */
static void inside(int rows_, int columns, int at) {
    int *all = calloc(600, sizeof(int));
    table *t = (table *)(all + 200);
    *t = (table){rows_, columns, all + 200 + at - 40};
    fill(t, -1);
    printf("fill %d %u\n", at, sum(all, 800));
    *t = (table){rows_, columns, all + 200 + at - 40};
    rows(t);
    printf("rows %d %u %u\n", at, sum(all, 800), sum(all + 204, 1500));
    *t = (table){rows_, columns, all + 200 + at - 40};
    inner(1, t);
    printf("inner %d %u\n", at, sum(all, 800));
    free(all);
}

/* Of a picture whose pixels go over its own width, which is 0 then. */
static void over_itself(size_t offset) {
    unsigned char *all = calloc(70000, 1);
    image *in = (image *)(all + 8192), *out = (image *)(all + 4096 + 64);
    *in = (image){9, 7, all + 100};
    *out = (image){9, 7, all + 4096 + 64 - offset};
    memset(all + 100, 255, 300);
    invert(in, out);
    printf("%zu %d %d %u\n", offset, out->width, out->height, sum(all, 4096));
    free(all);
}

int main(void) {
    table t = {17, 9, calloc(900, sizeof(int))}, none = {0, 5, NULL};
    image a = {20, 11, calloc(300, 1)}, b = {24, 11, calloc(300, 1)};
    size_t *from = calloc(200, sizeof *from), *to = calloc(200, sizeof *to);
    unsigned char where[300] = {1, 2, 3};
    fill(&t, 5);
    fill(&none, 5);
    rows(&t);
    rows(&none);
    inner(3, &t);
    inner(0, NULL);
    late(&t, calloc(50, sizeof(int)), 50);
    late(&none, NULL, 0);
    t.rows = t.columns = 8;
    anywhere(&t, where);
    called(&t);
    printf("%u\n", sum(t.d, 3600));
    for (int i = 0; i < 220; i++)
        a.data[i] = (unsigned char)i;
    invert(&a, &b);
    printf("%u\n", sum(b.data, 264));
    high = 12, wide = 13;
    for (size_t i = 0; i < 200; i++)
        from[i] = i;
    walk(to, from);
    walk(from + 1, from);
    printf("%u %u\n", sum(to, 1600), sum(from, 1600));
    for (int at = 20; at <= 30; at++)
        inside(3, 4, at);
    for (size_t offset = 55; offset < 70; offset++)
        over_itself(offset);
    /* A member that lies where nothing may be read. */
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || mprotect(page + 4096, 4096, PROT_NONE))
        return 0;
    table *end = (table *)(void *)(page + 4096 - 8);
    end->rows = 0;
    end->columns = 5;
    fill(end, 1);
    rows(end);
    printf("%d\n", end->columns);
}
