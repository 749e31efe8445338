// RUN: %compare %s
// RUN: lathe opt --passes='dtrans-aos-to-soa<force>' %s -o %t.ll --stats 2>&1 | FileCheck %s
// CHECK: {{[6-9]|[1-9][0-9]}} types changed by dtrans-aos-to-soa
/* Corners: elements reached by constants only, rows as pointers to arrays, negative and narrow
 * indexes, one object passed by address, failures of realloc, blocks that are reused, tails of
 * conditions, first members, elements in variables of other types, empty arrays. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fixed { int a; long b; };
struct grid { short v; double w; struct grid *up; };
struct lone { int n; struct lone *self; char text[7]; };
struct grown { long id; float weight; struct grown *root; };
struct first { struct { int x, y; } at; long tail; };
struct held { int v; long w; };
struct hands { struct held *left, *right; int which; };
struct bits { unsigned a : 3, b : 9; uint8_t c; struct bits *n; };

static struct fixed fixed[3];
static struct grid grid[5][4];
static struct grown *grown;
static struct first *firsts;
static struct held table[6];

static long get(const struct fixed *f) { return f->a * 100 + f->b; }

static void rows(void) {
    int n = 0;
    for (struct grid(*row)[4] = grid; row < grid + 5; row++)
        for (int i = 0; i < 4; i++) {
            (*row)[i].v = (short)n++;
            (*row)[i].w = n / 8.0;
            (*row)[i].up = row == grid ? NULL : &row[-1][i];
        }
    struct grid *p = &grid[4][3];
    double sum = 0;
    for (unsigned char back = 0; back < 20; back++)
        sum += p[-(int)back].w * p[-(long)back].v;
    int height = 0;
    for (const struct grid *g = p; g; g = g->up)
        height++;
    printf("%g %d %td\n", sum, height, p - grid[0]);
}

static void touch(struct lone *l, int n) {
    l->n += n;
    l->self = n % 2 ? l : NULL;
    snprintf(l->text, sizeof l->text, "%d", l->n);
}
static int alone(int n) {
    struct lone l = {.n = 5};
    touch(&l, n);
    touch(&l, 2 * n + 1);
    return l.self == &l ? l.n : -(int)strlen(l.text);
}

static int grow(size_t n) {
    struct grown *more = realloc(grown, n * sizeof *more);
    if (!more)
        return 0;
    grown = more;
    return 1;
}
static void growing(void) {
    size_t filled = 0;
    for (size_t n = 1; n < 40; n += n / 2 + 1) {
        if (!grow(n))
            exit(9);
        for (; filled < n; filled++)
            grown[filled] = (struct grown){(long)filled, n / 2.0f, NULL};
        for (size_t i = 0; i < n; i++)
            grown[i].root = i % 3 ? &grown[i / 2] : NULL;
        struct grown *p = &grown[n / 2];
        printf("%ld/%g ", p->id + (p->root ? p->root->id : 1000), p->weight);
    }
    int failed = grow(SIZE_MAX / sizeof(struct grown) / 2);
    printf("%d %ld\n", failed, grown[0].id);
    failed = grow(60);
    printf("%d %ld %g %d\n", failed, grown[7].id, grown[30].weight, grown[0].root == NULL);
    free(grown);
    grown = NULL;
    printf("%d\n", grow(4));
    memset(grown, 0, 4 * sizeof *grown);
    printf("%d\n", grown[3].root == NULL);
    free(grown);
}

static int *first_x(struct first *f) { return &f->at.x; }
static void firsts_used(int n) {
    firsts = calloc((size_t)n, sizeof *firsts);
    if (!firsts)
        return;
    for (int i = 0; i < n; i++) {
        *first_x(&firsts[i]) = i;
        firsts[i].at.y = -i;
        firsts[i].tail = i * 10L;
    }
    long sum = 0;
    for (int i = n; i-- > 0;)
        sum += *first_x(firsts + i) * 3 + firsts[i].at.y + firsts[i].tail;
    printf("%ld\n", sum);
    free(firsts);
}

static struct held *hand(struct hands *h) { return h->which ? h->right : h->left; }
static void hands_used(void) {
    struct hands h[2] = {{&table[1], table + 4, 0}, {NULL, &table[5], 1}};
    for (int i = 0; i < 6; i++)
        table[i] = (struct held){i, i * i};
    struct held *p = hand(&h[0]), *q = hand(&h[1]);
    h[1].which = 0;
    printf("%d %d %td %d\n", p->v, q ? q->v : -1, q - p, hand(&h[1]) == NULL);
    struct held t = *p;
    *p = *q;
    *q = t;
    printf("%ld %ld\n", table[1].w, table[5].w);
}

static unsigned bits_used(unsigned n) {
    struct bits *b = calloc(n + 1, sizeof *b), *at = b;
    if (!b)
        return 0;
    for (unsigned i = 0; i < n; i++) {
        b[i].a = i;
        b[i].b = i * 7;
        b[i].c = (uint8_t)(i * 40);
        b[i].n = i + 1 < n ? &b[i + 1] : NULL;
    }
    unsigned sum = 0;
    for (; at; at = at->n)
        sum = sum * 3 + at->a + at->b + at->c;
    free(b);
    return sum;
}

int main(void) {
    fixed[0].a = 1;
    fixed[1].b = 2;
    fixed[2] = fixed[1];
    fixed[2].a = 7;
    printf("%ld %ld %ld\n", get(&fixed[2]), get(fixed), get(&fixed[1]));
    rows();
    printf("%d %d %d\n", alone(1), alone(2), alone(30000));
    growing();
    firsts_used(9);
    hands_used();
    printf("%u %u %u\n", bits_used(5), bits_used(0), bits_used(11));
    return 0;
}

// CHANGES dtrans-base-test: struct.anon base-test 8; struct.bits base-test 16; struct.first base-test 16; struct.fixed base-test 16; struct.grid base-test 24; struct.grown base-test 24; struct.hands base-test 24; struct.held base-test 16; struct.lone base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.anon base-test 8; struct.bits base-test 16; struct.first base-test 16; struct.fixed base-test 16; struct.grid base-test 24; struct.grown base-test 24; struct.hands base-test 24; struct.held base-test 16; struct.lone base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.anon shuffle 76; struct.bits shuffle 104; struct.first shuffle 152; struct.fixed shuffle 88; struct.grid shuffle 104; struct.grown shuffle 128; struct.hands shuffle 88; struct.held shuffle 93; struct.lone shuffle 104
// CHANGES dtrans-shuffle<seed=2>: struct.anon shuffle 88; struct.bits shuffle 104; struct.first shuffle 192; struct.fixed shuffle 76; struct.grid shuffle 104; struct.grown shuffle 120; struct.hands shuffle 88; struct.held shuffle 88; struct.lone shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.anon shuffle 72; struct.bits shuffle 80; struct.first shuffle 160; struct.fixed shuffle 88; struct.grid shuffle 82; struct.grown shuffle 100; struct.hands shuffle 96; struct.held shuffle 80; struct.lone shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.bits aos-to-soa; struct.first aos-to-soa; struct.fixed aos-to-soa -; struct.grid aos-to-soa -; struct.grown aos-to-soa; struct.hands aos-to-soa; struct.held aos-to-soa -; struct.lone aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.bits aos-to-soa; struct.first aos-to-soa; struct.fixed aos-to-soa -; struct.grid aos-to-soa -; struct.grown aos-to-soa; struct.hands aos-to-soa; struct.held aos-to-soa -; struct.lone aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.bits aos-to-soa; struct.first aos-to-soa; struct.fixed aos-to-soa -
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.anon shuffle 84; struct.bits shuffle+aos-to-soa; struct.first shuffle+aos-to-soa; struct.fixed shuffle 76; struct.grid shuffle+aos-to-soa -; struct.grown shuffle+aos-to-soa; struct.hands shuffle 104; struct.held shuffle 77; struct.lone shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.bits aos-to-soa+shuffle; struct.first aos-to-soa+shuffle; struct.fixed aos-to-soa -; struct.grid aos-to-soa -; struct.grown aos-to-soa+shuffle; struct.hands aos-to-soa+shuffle; struct.held aos-to-soa -; struct.lone aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.bits aos-to-soa; struct.first aos-to-soa; struct.fixed aos-to-soa -; struct.grid aos-to-soa -; struct.grown aos-to-soa; struct.hands aos-to-soa; struct.held aos-to-soa -; struct.lone aos-to-soa
// CHANGES dtrans-split<force>: struct.bits split; struct.first split; struct.fixed split -; struct.grid split -; struct.grown split; struct.hands split; struct.held split -; struct.lone split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.anon shuffle 72; struct.bits shuffle+split+shuffle; struct.first shuffle+split+shuffle; struct.fixed shuffle+shuffle 86; struct.grid shuffle+shuffle 121; struct.grown shuffle+split+shuffle; struct.hands shuffle 96; struct.held shuffle+shuffle 112; struct.lone shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.bits split; struct.first split; struct.fixed split -; struct.grid split -; struct.grown split; struct.hands split; struct.held split -; struct.lone split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.anon shuffle 84; struct.bits shuffle 88; struct.first shuffle 184; struct.fixed shuffle 76; struct.grid shuffle 96; struct.grown shuffle 112; struct.hands shuffle 104; struct.held shuffle 77; struct.lone shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.anon shuffle 72; struct.bits shuffle 88; struct.first shuffle 144; struct.fixed shuffle 80; struct.grid shuffle 90; struct.grown shuffle 120; struct.hands shuffle 84; struct.held shuffle 88; struct.lone shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: bits_used(); firsts_used(); growing(); hands_used(); rows()
// CHANGES hir-canonicalize<join>,hir-identity<join>: bits_used(); firsts_used(); growing(); hands_used(); rows()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: bits_used() distribution; firsts_used() distribution; growing() sinking-into-the-start; hands_used() distribution; rows() distribution+interchange
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: bits_used() distribution; firsts_used() distribution; growing() sinking-into-the-start; hands_used() distribution; rows() distribution
// CHANGES hir-optimize: nothing
