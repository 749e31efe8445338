// RUN: %compare %s
// RUN: lathe opt --passes='dtrans-aos-to-soa<force>' %s -o %t.ll --stats 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// RUN: lathe opt --passes='dtrans-aos-to-soa<force;index=32>' %s -o - | FileCheck %s --check-prefix=NARROW
// CHECK: {{[3-9]}} types changed by dtrans-aos-to-soa
/* Pointers to elements as parameters and results of functions that are called by name, through
 * tables, by themselves and by each other, with null among them; kept in memory that was filled with
 * zeroes in every way; one array from one of several allocations. */
// IR-DAG: define internal i64 @step_left(i64 %{{.*}}, i32 {{.*}})
// IR-DAG: define internal i64 @find(i64 %{{.*}}, i64 {{.*}})
// IR-DAG: %__SOADT_struct.cursor = type { i32, i64, [3 x i64] }
// NARROW-DAG: define internal i32 @step_left(i32 %{{.*}}, i32 {{.*}})
// NARROW-DAG: %__SOADT_struct.cursor = type { i32, i32, [3 x i32] }
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct site {
    long key;
    struct site *left, *right;
    int hits;
    char name[6];
};

struct cursor { /* dependent: pointers, and an array of them */
    int depth;
    struct site *at;
    struct site *trail[3];
};

struct walk { /* holds a dependent type by value, twice */
    struct cursor now;
    char state;
    struct cursor before[2];
};

struct visitor { /* functions that take and give such pointers */
    const char *name;
    struct site *(*step)(struct site *, int);
    int (*weigh)(const struct site *, const struct site *);
};

static struct site *sites;
static struct walk resting; /* zero from the beginning */

static struct site *step_left(struct site *s, int by) {
    while (s && by-- > 0)
        s = s->left;
    return s;
}

static struct site *step_right(struct site *s, int by) {
    return by <= 0 || !s ? s : step_right(s->right, by - 1);
}

static int weigh_keys(const struct site *a, const struct site *b) {
    return a && b ? (int)(a->key - b->key) : a ? 1 : b ? -1 : 0;
}

static int weigh_places(const struct site *a, const struct site *b) {
    return a == b ? 0 : !a || !b ? 99 : a < b ? -1 : (int)(a - b);
}

static const struct visitor visitors[] = {
    {"left", step_left, weigh_keys},
    {"right", step_right, weigh_places},
};

static struct site *find(struct site *s, long key);

static struct site *find_below(struct site *s, long key) {
    return s ? find(key < s->key ? s->left : s->right, key) : NULL;
}

static struct site *find(struct site *s, long key) {
    return !s || s->key == key ? s : find_below(s, key);
}

static struct site *insert(struct site *root, struct site *new) {
    struct site *s = root;
    if (!root)
        return new;
    for (;;) {
        struct site *next = new->key < s->key ? s->left : s->right;
        if (!next)
            break;
        s = next;
    }
    if (new->key < s->key)
        s->left = new;
    else
        s->right = new;
    return root;
}

/* One of three allocations gives the array. */
static struct site *allocate(int kind, int count) {
    struct site *s;
    if (kind == 0)
        return calloc((size_t)count, sizeof *s);
    s = kind == 1 ? malloc((size_t)count * sizeof *s) : malloc(sizeof *s * 64);
    if (s)
        memset(s, 0, (size_t)count * sizeof *s);
    return s;
}

static void report(const struct cursor *c, const char *what) {
    printf("%s: depth %d at %ld, trail", what, c->depth, c->at ? c->at->key : -1);
    for (int i = 0; i < 3; i++)
        printf(" %s", c->trail[i] ? c->trail[i]->name : "none");
    putchar('\n');
}

static void follow(struct walk *w, struct site *root, const struct visitor *v) {
    w->before[1] = w->before[0];
    w->before[0] = w->now;
    memset(&w->now, 0, sizeof w->now);
    report(&w->now, "cleared");
    w->now.at = root;
    for (struct site *s; (s = v->step(w->now.at, 1)); w->now.at = s) {
        w->now.trail[w->now.depth % 3] = w->now.at;
        w->now.depth++;
        s->hits += v->weigh(s, w->now.at);
    }
    report(&w->now, v->name);
    report(&w->before[1], "before");
}

int main(int argc, char **argv) {
    int count = 40, sum = 0;
    struct site *root = NULL;
    struct walk *heap = calloc(2, sizeof *heap), local = {.state = 'l'};
    sites = allocate(argc > 5 ? 0 : argc > 3 ? 2 : 1, count);
    if (!sites || !heap || !argv)
        return 1;
    for (int i = 0; i < count; i++) {
        sites[i].key = i * 17 % 41;
        snprintf(sites[i].name, sizeof sites[i].name, "s%d", i);
        root = insert(root, &sites[i]);
    }
    for (int round = 0; round < 4; round++) {
        follow(&resting, root, &visitors[round & 1]);
        follow(&heap[round & 1], step_right(root, round), &visitors[0]);
        follow(&local, find(root, round * 9), &visitors[1]);
    }
    for (long key = -1; key < 42; key += 6) {
        struct site *s = find(root, key), *n = s ? step_left(s, 1) : NULL;
        printf("%ld: %s %s %d\n", key, s ? s->name : "no", n ? n->name : "no", weigh_places(n, s));
    }
    for (struct site *s = sites, *end = sites + count; s != end; ++s)
        sum += s->hits * (int)(end - s);
    printf("%d %c\n", sum, local.state);
    free(sites);
    free(NULL);
    free(heap);
    return 0;
}

// CHANGES dtrans-base-test: struct.cursor base-test 40; struct.site base-test 40; struct.visitor base-test 24; struct.walk base-test 128
// CHANGES dtrans-base-test<ptr-as-int>: struct.cursor base-test 40; struct.site base-test 40; struct.visitor base-test 24; struct.walk base-test 128
// CHANGES dtrans-shuffle<seed=1>: struct.cursor shuffle 128; struct.site shuffle 144; struct.visitor shuffle 112; struct.walk shuffle 488
// CHANGES dtrans-shuffle<seed=2>: struct.cursor shuffle 112; struct.site shuffle 128; struct.visitor shuffle 96; struct.walk shuffle 416
// CHANGES dtrans-shuffle<seed=3>: struct.cursor shuffle 112; struct.site shuffle 128; struct.visitor shuffle 98; struct.walk shuffle 416
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.site reorder-fields 40; struct.visitor reorder-fields 24; struct.walk reorder-fields 128
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.site reorder-fields 40; struct.visitor reorder-fields 24; struct.walk reorder-fields 128
// CHANGES dtrans-aos-to-soa: struct.cursor aos-to-soa; struct.site aos-to-soa; struct.walk aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.cursor aos-to-soa; struct.site aos-to-soa; struct.visitor aos-to-soa -; struct.walk aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.cursor aos-to-soa; struct.site aos-to-soa; struct.visitor aos-to-soa -; struct.walk aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.visitor aos-to-soa -
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.cursor shuffle+aos-to-soa; struct.site shuffle+aos-to-soa; struct.visitor shuffle+aos-to-soa -; struct.walk shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.cursor aos-to-soa+shuffle; struct.site aos-to-soa+shuffle; struct.visitor aos-to-soa -; struct.walk aos-to-soa+reorder-fields+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.cursor aos-to-soa; struct.site reorder-fields+aos-to-soa; struct.visitor reorder-fields+aos-to-soa -; struct.walk reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.cursor split; struct.site split; struct.visitor split -; struct.walk split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.cursor shuffle+split+shuffle; struct.site shuffle+split+shuffle; struct.visitor shuffle+split -; struct.walk shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.cursor split; struct.site reorder-fields+split; struct.visitor reorder-fields+split -; struct.walk reorder-fields+split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.cursor shuffle 112; struct.site shuffle 152; struct.visitor shuffle 112; struct.walk shuffle 416
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.site reorder-fields 40; struct.visitor reorder-fields 24; struct.walk reorder-fields 128
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.cursor shuffle 112; struct.site shuffle 144; struct.visitor shuffle 96; struct.walk shuffle 408
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.site reorder-fields 40; struct.visitor reorder-fields 24; struct.walk reorder-fields 128
// CHANGES hir-canonicalize,hir-identity: follow(); insert(); main(); report(); step_left()
// CHANGES hir-canonicalize<join>,hir-identity<join>: follow(); insert(); main(); report(); step_left()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
