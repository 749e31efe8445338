// RUN: %compare %s
// RUN: %python %tests/run/compare.py %s --cflags=-fwrapv-pointer --pipelines=%S/Inputs/null.txt --levels=-O2
// RUN: %python %tests/run/compare.py %s --cflags=-fno-delete-null-pointer-checks \
// RUN:     --pipelines=%S/Inputs/null.txt --levels=-O2
// RUN: lathe opt --passes='dtrans-shuffle<seed=1>' %s -o %t.ll --stats 2>&1 | FileCheck %s --check-prefix=SHUFFLE
// RUN: lathe opt --passes='dtrans-aos-to-soa<force>' %s -o %t.ll --stats 2>&1 | FileCheck %s --check-prefix=SOA
// RUN: lathe opt --passes='dtrans-pool<force;split>' %s -o %t.ll --stats 2>&1 | FileCheck %s --check-prefix=POOL
// SHUFFLE: {{[5-9]}} types changed by dtrans-shuffle
// SOA: {{[2-9]}} types changed by dtrans-aos-to-soa
// POOL: {{[2-9]}} types changed by dtrans-pool
/* The address of the first field of null is null: returned, kept, passed, compared, chosen, counted
 * with, and on the way through other fields; in nodes and in arrays, and with nothing to find. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

struct base { int kind; int pad; };
struct record { struct base b; long key, weight; double cold; };
struct node { int tag; struct node *next; long key; char text[12]; double cold; };
struct text { char name[24]; long uses; int length; };
struct item { long id; int left, right; double cost; };
struct holder { int *tag; struct base *b; char *name; long *id; int count; };

static struct record *records;
static struct item *items;
static int count;

NOINLINE static struct record *find_record(long key) {
    for (int i = 0; i < count; i++)
        if (records[i].key == key)
            return &records[i];
    return NULL;
}
NOINLINE static struct item *find_item(long id) {
    for (struct item *p = items; p < items + count; p++)
        if (p->id == id)
            return p;
    return NULL;
}
NOINLINE static struct node *find_node(struct node *n, long key) {
    while (n && n->key != key)
        n = n->next;
    return n;
}

/* Returned. */
NOINLINE static struct base *up(struct record *r) { return &r->b; }
NOINLINE static int *kind_of(struct record *r) { return &r->b.kind; }
NOINLINE static int *tag_of(struct node *n) { return &n->tag; }
NOINLINE static long *id_of(struct item *p) { return &p->id; }
NOINLINE static char *name_of(struct text *t) { return t->name; }
NOINLINE static int *kind_at(struct record *r, long i) { return &r[i].b.kind; }
NOINLINE static long *id_at(struct item *p, int i) { return &p[i].id; }

/* Kept in memory, and looked at later. */
NOINLINE static void keep(struct holder *h, struct node *n, struct record *r, struct text *t,
                          struct item *p) {
    h->tag = &n->tag;
    h->b = &r->b;
    h->name = t->name;
    h->id = &p->id;
}
NOINLINE static int kept(const struct holder *h) {
    return !h->tag + 2 * !h->b + 4 * !h->name + 8 * !h->id;
}

/* Passed on. */
NOINLINE static int value_or(int *p, int otherwise) { return p ? *p : otherwise; }
NOINLINE static int pass(struct node *n, struct record *r) {
    return value_or(&n->tag, -1) + value_or(&r->b.kind, -20);
}

/* Chosen, by a branch and by a condition. */
NOINLINE static int *choose(struct node *n, struct record *r, int which) {
    int *p;
    if (which)
        p = &n->tag;
    else
        p = &r->b.kind;
    return p;
}
NOINLINE static int *first_of(struct node *n, int *otherwise) {
    int *tag = &n->tag;
    return tag ? tag : otherwise;
}

/* As a number. */
NOINLINE static long counted(struct node *n, struct item *p) {
    return ((uintptr_t)&n->tag == 0) * 10 + !(intptr_t)&p->id;
}

/* Only read if there is one: no test is needed before the access. */
NOINLINE static long sum(struct node *n) {
    long s = 0;
    for (; n; n = n->next)
        s += n->tag + n->key;
    return s;
}

/* Copied if there is something to copy. */
NOINLINE static void copy(struct text *t, const char *from, size_t length) {
    memcpy(t->name, from, length);
    if (length)
        t->length = (int)length;
}

static struct node *push(struct node *top, int tag, long key) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->tag = tag;
    n->next = top;
    n->key = key;
    n->cold = tag;
    snprintf(n->text, sizeof n->text, "n%d", tag);
    return n;
}

static void fill(void) {
    count = 40;
    records = malloc((size_t)count * sizeof *records);
    items = malloc((size_t)count * sizeof *items);
    if (!records || !items)
        abort();
    for (int i = 0; i < count; i++) {
        records[i].b.kind = i % 5;
        records[i].b.pad = i;
        records[i].key = 3L * i;
        records[i].weight = i;
        records[i].cold = i / 2.0;
        items[i].id = 7L * i;
        items[i].left = i - 1;
        items[i].right = i + 1;
        items[i].cost = i;
    }
}

static void report(struct node *list, long key) {
    struct record *r = find_record(key);
    struct item *p = find_item(key);
    struct node *n = find_node(list, key);
    struct text *t = key % 2 ? NULL : calloc(1, sizeof *t);
    struct holder h = {.count = 1};
    int other = 99;
    keep(&h, n, r, t, p);
    printf("%ld: %d%d%d%d%d%d%d", key, !up(r), !kind_of(r), !tag_of(n), !id_of(p), !name_of(t),
           !kind_at(r, 0), !id_at(p, 0));
    printf(" kept %d passed %d", kept(&h), pass(n, r));
    printf(" chosen %d%d %d", !choose(n, r, 0), !choose(n, r, 1), *first_of(n, &other));
    printf(" counted %ld", counted(n, p));
    copy(t, "abc", t ? 3 : 0);
    if (t)
        printf(" %s %d", t->name, t->length);
    printf(" %s\n", up(r) ? "record" : "none");
    free(t);
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 10; i++)
        list = push(list, i, 6L * i);
    printf("%d%d\n", !id_of(items), !kind_at(records, 0)); /* before there are any */
    fill();
    for (long key = 0; key < 48; key += 1)
        report(list, key);
    long s = sum(list);
    for (int i = 0; i < count; i++)
        s += records[i].weight + (long)records[i].cold + records[i].b.pad + items[i].left +
             items[i].right + (long)items[i].cost;
    while (list) {
        struct node *next = list->next;
        s += (long)list->cold + list->text[1];
        free(list);
        list = next;
    }
    printf("%ld\n", s);
    free(records);
    free(items);
    return 0;
}

// CHANGES dtrans-base-test: struct.base base-test 8; struct.holder base-test 40; struct.item base-test 24; struct.node base-test 48; struct.record base-test 32; struct.text base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.base base-test 8; struct.holder base-test 40; struct.item base-test 24; struct.node base-test 48; struct.record base-test 32; struct.text base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.base shuffle 72; struct.holder shuffle 135; struct.item shuffle 112; struct.node shuffle 144; struct.record shuffle 192; struct.text shuffle 120
// CHANGES dtrans-shuffle<seed=2>: struct.base shuffle 92; struct.holder shuffle 120; struct.item shuffle 120; struct.node shuffle 160; struct.record shuffle 200; struct.text shuffle 128
// CHANGES dtrans-shuffle<seed=3>: struct.base shuffle 72; struct.holder shuffle 128; struct.item shuffle 104; struct.node shuffle 136; struct.record shuffle 160; struct.text shuffle 136
// CHANGES dtrans-delete-fields: struct.holder delete-fields 32; struct.text delete-fields 28
// CHANGES dtrans-reorder-fields: struct.item reorder-fields 24; struct.node reorder-fields 40
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.holder delete-fields 32; struct.item reorder-fields 24; struct.node reorder-fields 40; struct.text delete-fields 28
// CHANGES dtrans-aos-to-soa: struct.item aos-to-soa; struct.record aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.holder aos-to-soa; struct.item aos-to-soa; struct.record aos-to-soa; struct.text aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.holder aos-to-soa; struct.item aos-to-soa; struct.record aos-to-soa; struct.text aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.holder aos-to-soa
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.base shuffle 76; struct.holder shuffle+aos-to-soa; struct.item shuffle+aos-to-soa; struct.node shuffle 152; struct.record shuffle+aos-to-soa; struct.text shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.holder aos-to-soa+shuffle; struct.item aos-to-soa+shuffle; struct.record aos-to-soa+shuffle; struct.text aos-to-soa+delete-fields+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.holder delete-fields+aos-to-soa; struct.item reorder-fields+aos-to-soa; struct.node reorder-fields 40; struct.record aos-to-soa; struct.text delete-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.holder split; struct.item split; struct.record split; struct.text split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.base shuffle 84; struct.holder shuffle+split+shuffle; struct.item shuffle+split+shuffle; struct.node shuffle 112; struct.record shuffle+split+shuffle; struct.text shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.holder delete-fields+split; struct.item reorder-fields+split; struct.node reorder-fields 40; struct.record split; struct.text delete-fields+split
// CHANGES dtrans-pool<force>: struct.node pool 40; struct.text pool 40
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.base shuffle 76; struct.holder shuffle 136; struct.item shuffle 88; struct.node shuffle+pool 40; struct.record shuffle 184; struct.text shuffle+pool 152
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.holder delete-fields 32; struct.item reorder-fields 24; struct.node reorder-fields+pool 40; struct.text delete-fields+pool 28
// CHANGES dtrans-pool<force;split>: struct.node pool 48; struct.text pool 40
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.base shuffle 72; struct.holder shuffle 100; struct.item shuffle 120; struct.node shuffle+pool 40; struct.record shuffle 192; struct.text shuffle+pool 40
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.holder delete-fields 32; struct.item reorder-fields 24; struct.node reorder-fields+pool 40; struct.text delete-fields+pool 28
// CHANGES hir-canonicalize,hir-identity: fill(); find_item(); find_node(); find_record(); main(); sum()
// CHANGES hir-canonicalize<join>,hir-identity<join>: fill(); find_item(); find_node(); find_record(); main(); sum()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: fill() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: fill() distribution
// CHANGES hir-optimize: nothing
// CHANGES -fwrapv-pointer dtrans-shuffle<seed=1>: struct.base shuffle 72; struct.holder shuffle 135; struct.item shuffle 112; struct.node shuffle 144; struct.record shuffle 192; struct.text shuffle 120
// CHANGES -fwrapv-pointer dtrans-shuffle<seed=2>: struct.base shuffle 92; struct.holder shuffle 120; struct.item shuffle 120; struct.node shuffle 160; struct.record shuffle 200; struct.text shuffle 128
// CHANGES -fwrapv-pointer dtrans-delete-fields,dtrans-reorder-fields: struct.holder delete-fields 32; struct.item reorder-fields 24; struct.node reorder-fields 40; struct.text delete-fields 28
// CHANGES -fwrapv-pointer dtrans-aos-to-soa<force>: struct.holder aos-to-soa; struct.item aos-to-soa; struct.record aos-to-soa; struct.text aos-to-soa
// CHANGES -fwrapv-pointer dtrans-pool<force;split>: struct.node pool 48; struct.text pool 40
// CHANGES -fno-delete-null-pointer-checks dtrans-shuffle<seed=1>: struct.base shuffle 72; struct.holder shuffle 135; struct.item shuffle 112; struct.node shuffle 144; struct.record shuffle 192; struct.text shuffle 120
// CHANGES -fno-delete-null-pointer-checks dtrans-shuffle<seed=2>: struct.base shuffle 92; struct.holder shuffle 120; struct.item shuffle 120; struct.node shuffle 160; struct.record shuffle 200; struct.text shuffle 128
// CHANGES -fno-delete-null-pointer-checks dtrans-delete-fields,dtrans-reorder-fields: struct.holder delete-fields 32; struct.item reorder-fields 24; struct.node reorder-fields 40; struct.text delete-fields 28
// CHANGES -fno-delete-null-pointer-checks dtrans-aos-to-soa<force>: struct.holder aos-to-soa; struct.item aos-to-soa; struct.record aos-to-soa; struct.text aos-to-soa
// CHANGES -fno-delete-null-pointer-checks dtrans-pool<force;split>: struct.node pool 48; struct.text pool 40
