// RUN: %compare %s
/* A balanced tree with parent pointers, an enum and small fields in between; deletion and walks. */
// private: struct avl, struct set
#include <stdio.h>
#include <stdlib.h>

enum side { LEFT, RIGHT };
struct avl {
    enum side side;
    struct avl *kids[2];
    signed char height;
    struct avl *parent;
    int key;
    _Bool marked;
};
struct set {
    struct avl *root;
    unsigned size, rotations;
};

static int height(const struct avl *t) { return t ? t->height : 0; }
static void measure(struct avl *t) {
    int l = height(t->kids[LEFT]), r = height(t->kids[RIGHT]);
    t->height = (signed char)(1 + (l > r ? l : r));
}
static void hang(struct set *s, struct avl *parent, enum side side, struct avl *t) {
    if (parent)
        parent->kids[side] = t;
    else
        s->root = t;
    if (t) {
        t->parent = parent;
        t->side = side;
    }
}

static struct avl *rotate(struct set *s, struct avl *t, enum side to) {
    enum side from = to == LEFT ? RIGHT : LEFT;
    struct avl *up = t->kids[from];
    s->rotations++;
    hang(s, t->parent, t->side, up);
    hang(s, t, from, up->kids[to]);
    hang(s, up, to, t);
    measure(t);
    measure(up);
    return up;
}

static void repair(struct set *s, struct avl *t) {
    while (t) {
        measure(t);
        int lean = height(t->kids[RIGHT]) - height(t->kids[LEFT]);
        if (lean > 1 || lean < -1) {
            enum side heavy = lean > 0 ? RIGHT : LEFT, light = lean > 0 ? LEFT : RIGHT;
            struct avl *kid = t->kids[heavy];
            if (height(kid->kids[light]) > height(kid->kids[heavy]))
                rotate(s, kid, heavy);
            t = rotate(s, t, light);
        }
        t = t->parent;
    }
}

static void add(struct set *s, int key) {
    struct avl *parent = NULL, *t = s->root;
    enum side side = LEFT;
    while (t) {
        if (key == t->key)
            return;
        parent = t;
        side = key > t->key ? RIGHT : LEFT;
        t = t->kids[side];
    }
    t = calloc(1, sizeof *t);
    t->key = key;
    t->height = 1;
    hang(s, parent, side, t);
    s->size++;
    repair(s, parent);
}

static void take(struct set *s, int key) {
    struct avl *t = s->root;
    while (t && t->key != key)
        t = t->kids[key > t->key ? RIGHT : LEFT];
    if (!t)
        return;
    if (t->kids[LEFT] && t->kids[RIGHT]) {
        struct avl *least = t->kids[RIGHT];
        while (least->kids[LEFT])
            least = least->kids[LEFT];
        t->key = least->key;
        t->marked = least->marked;
        t = least;
    }
    struct avl *parent = t->parent;
    hang(s, parent, t->side, t->kids[LEFT] ? t->kids[LEFT] : t->kids[RIGHT]);
    free(t);
    s->size--;
    repair(s, parent);
}

static const struct avl *next(const struct avl *t) {
    if (t->kids[RIGHT]) {
        for (t = t->kids[RIGHT]; t->kids[LEFT]; t = t->kids[LEFT])
            ;
        return t;
    }
    while (t->parent && t->side == RIGHT)
        t = t->parent;
    return t->parent;
}

int main(void) {
    struct set *s = calloc(1, sizeof *s);
    for (int i = 0; i < 100; i++)
        add(s, i * 37 % 101);
    printf("%u %u %d\n", s->size, s->rotations, height(s->root));
    for (int i = 0; i < 100; i += 3)
        take(s, i);
    const struct avl *t = s->root;
    while (t->kids[LEFT])
        t = t->kids[LEFT];
    for (; t; t = next(t)) {
        ((struct avl *)t)->marked = t->key % 2;
        printf("%d%c%d%c ", t->key, t->side ? 'R' : 'L', t->height, t->marked ? '*' : '.');
    }
    printf("\n%u %u %d\n", s->size, s->rotations, height(s->root));
    while (s->root)
        take(s, s->root->key);
    unsigned left = s->size;
    free(s);
    return (int)left;
}

// CHANGES dtrans-base-test: struct.avl base-test 48; struct.set base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.avl base-test 48; struct.set base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.avl shuffle 135; struct.set shuffle 110
// CHANGES dtrans-shuffle<seed=2>: struct.avl shuffle 144; struct.set shuffle 88
// CHANGES dtrans-shuffle<seed=3>: struct.avl shuffle 120; struct.set shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.avl reorder-fields 40
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.avl reorder-fields 40
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.set aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.set aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.avl shuffle 144; struct.set shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.set aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.avl reorder-fields 40; struct.set aos-to-soa
// CHANGES dtrans-split<force>: struct.set split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.avl shuffle+shuffle 158; struct.set shuffle+shuffle 123
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.avl reorder-fields 40; struct.set split
// CHANGES dtrans-pool<force>: struct.avl pool 24; struct.set pool 12
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.avl shuffle+pool 24; struct.set shuffle+pool 12
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.avl reorder-fields+pool 24; struct.set pool 12
// CHANGES dtrans-pool<force;split>: struct.avl pool 28; struct.set pool 12
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.avl shuffle+pool 28; struct.set shuffle+pool 12
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.avl reorder-fields+pool 24; struct.set pool 12
// CHANGES hir-canonicalize,hir-identity: add(); main(); next(); repair(); take()
// CHANGES hir-canonicalize<join>,hir-identity<join>: add(); main(); next(); repair(); take()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
