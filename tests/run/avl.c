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
