// RUN: %compare %s
/* Callbacks with a context behind void *: visitors, filters, observers in a list. */
// private: struct node, struct observer
#include <stdio.h>
#include <stdlib.h>

struct node {
    char kind;
    struct node *left;
    long weight;
    struct node *right;
    short seen;
};
typedef int visit_fn(struct node *n, void *context);

struct totals {
    int count;
    long sum;
    char last;
};
struct observer {
    unsigned char enabled;
    void (*notify)(struct observer *self, const struct node *n);
    int events;
    struct observer *next;
    long threshold;
};

static struct observer *observers;

static int visit(struct node *n, visit_fn *fn, void *context) {
    if (!n)
        return 0;
    int stop = visit(n->left, fn, context);
    if (stop)
        return stop;
    stop = fn(n, context);
    return stop ? stop : visit(n->right, fn, context);
}

static int add_up(struct node *n, void *context) {
    struct totals *t = context;
    t->count++;
    t->sum += n->weight;
    t->last = n->kind;
    n->seen++;
    return 0;
}

static int stop_at(struct node *n, void *context) {
    long *limit = context;
    *limit -= n->weight;
    n->seen++;
    return *limit < 0 ? n->kind : 0;
}

static int tell(struct node *n, void *context) {
    (void)context;
    for (struct observer *o = observers; o; o = o->next)
        if (o->enabled)
            o->notify(o, n);
    return 0;
}

static void heavy(struct observer *self, const struct node *n) {
    if (n->weight > self->threshold)
        self->events++;
}
static void seen_twice(struct observer *self, const struct node *n) {
    if (n->seen >= self->threshold)
        self->events += n->seen;
}

static void observe(void (*notify)(struct observer *, const struct node *), long threshold) {
    struct observer *o = malloc(sizeof *o);
    o->enabled = (unsigned char)(threshold != 7);
    o->notify = notify;
    o->events = 0;
    o->threshold = threshold;
    o->next = observers;
    observers = o;
}

static struct node *insert(struct node *n, long weight) {
    if (!n) {
        n = calloc(1, sizeof *n);
        n->weight = weight;
        n->kind = (char)('a' + weight % 26);
    } else if (weight < n->weight) {
        n->left = insert(n->left, weight);
    } else {
        n->right = insert(n->right, weight);
    }
    return n;
}

int main(void) {
    struct node *root = NULL;
    for (long i = 0; i < 25; i++)
        root = insert(root, i * 19 % 53);
    observe(heavy, 30);
    observe(heavy, 7);
    observe(seen_twice, 2);
    struct totals t = {0, 0, '?'};
    visit(root, add_up, &t);
    printf("%d %ld %c\n", t.count, t.sum, t.last);
    for (long limit = 50; limit < 800; limit += 150) {
        long rest = limit;
        int stop = visit(root, stop_at, &rest);
        printf("%ld: %d %ld\n", limit, stop, rest);
    }
    visit(root, tell, NULL);
    int events = 0;
    for (struct observer *o = observers; o; o = o->next) {
        printf("%d %d %ld\n", o->enabled, o->events, o->threshold);
        events += o->events;
    }
    return events;
}

// CHANGES dtrans-base-test: struct.node base-test 40; struct.observer base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.node base-test 40; struct.observer base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.node shuffle 111; struct.observer shuffle 144
// CHANGES dtrans-shuffle<seed=2>: struct.node shuffle 110; struct.observer shuffle 144
// CHANGES dtrans-shuffle<seed=3>: struct.node shuffle 112; struct.observer shuffle 93
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.node reorder-fields 32; struct.observer reorder-fields 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.node reorder-fields 32; struct.observer reorder-fields 32
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.node shuffle 130; struct.observer shuffle 128
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.node reorder-fields+shuffle 152; struct.observer reorder-fields+shuffle 111
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.node reorder-fields 32; struct.observer reorder-fields 32
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.node shuffle+shuffle 140; struct.observer shuffle+shuffle 114
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.node reorder-fields 32; struct.observer reorder-fields 32
// CHANGES dtrans-pool<force>: struct.node pool 24; struct.observer pool 32
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.node shuffle+pool 122; struct.observer shuffle+pool 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.node reorder-fields+pool 24; struct.observer reorder-fields+pool 32
// CHANGES dtrans-pool<force;split>: struct.node pool 24; struct.observer pool 32
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.node shuffle+pool 102; struct.observer shuffle+pool 121
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.node reorder-fields+pool 24; struct.observer reorder-fields+pool 32
// CHANGES hir-canonicalize,hir-identity: main(); tell()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); tell()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
