// RUN: %compare %s
// RUN: lathe opt --passes='dtrans-pool<force>' --remarks=%t.yaml %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: %python %tests/dtrans/Inputs/reasons.py %t.yaml | FileCheck %s --check-prefix=WHY
/* Pointers that are not to the beginning of an object: links between members of objects, from which
 * the object is computed (such types stay as they are); members by address (such pointers stay
 * wide); an object in another, which is in the same arena; and beside them a tree that has none. */
// CHECK-DAG: %__DPL_struct.leaf = type { i32, i32, i32 }
// CHECK-DAG: %struct.task = type { i32, %struct.link, %struct.link, i64 }
// CHECK-DAG: %__DPL_struct.slot = type { ptr, i32, [4 x i32] }
// CHECK-DAG: %__DPL_struct.box = type { i32, %__DPL_struct.thing, i32 }
// WHY: Pooled struct.leaf
// WHY: AmbiguousGEP struct.link
// WHY: AmbiguousGEP struct.task
// WHY-NOT: Pooled struct.task
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct link { /* inside of others, which are found by its address */
    struct link *next, *prev;
};

struct task {
    int id;
    struct link all;
    struct link busy;
    long cost;
};

struct slot { /* pointed into by a cursor */
    struct slot *next;
    int values[4];
    int *best;
};

struct box { /* an object of the type below is a member */
    int tag;
    struct thing {
        struct thing *other;
        int weight;
    } inner;
    struct box *next;
};

struct leaf {
    struct leaf *left, *right;
    int key;
};

#define OWNER(type, member, at) ((type *)((char *)(at)-offsetof(type, member)))

static void link_init(struct link *l) {
    l->next = l->prev = l;
}

static void link_add(struct link *head, struct link *l) {
    l->next = head->next;
    l->prev = head;
    head->next->prev = l;
    head->next = l;
}

static void link_drop(struct link *l) {
    l->prev->next = l->next;
    l->next->prev = l->prev;
    link_init(l);
}

static void *get(size_t size) {
    void *p = calloc(1, size);
    if (!p)
        exit(1);
    return p;
}

static long tasks(void) {
    struct link all, busy;
    long sum = 0;
    link_init(&all);
    link_init(&busy);
    for (int i = 0; i < 20; i++) {
        struct task *t = get(sizeof *t);
        t->id = i;
        t->cost = i * i % 13;
        link_add(&all, &t->all);
        link_init(&t->busy);
        if (i % 3 == 0)
            link_add(&busy, &t->busy);
    }
    for (struct link *l = busy.next; l != &busy; l = l->next)
        sum = sum * 3 + OWNER(struct task, busy, l)->id;
    while (all.next != &all) {
        struct task *t = OWNER(struct task, all, all.next);
        sum += t->cost * t->id;
        link_drop(&t->all);
        link_drop(&t->busy);
        free(t);
    }
    return sum;
}

static long slots(void) {
    struct slot *first = NULL;
    long sum = 0;
    for (int i = 0; i < 9; i++) {
        struct slot *s = get(sizeof *s);
        for (int k = 0; k < 4; k++)
            s->values[k] = i * 5 % 7 + k;
        s->best = &s->values[i & 3];
        s->next = first;
        first = s;
    }
    for (struct slot *s = first, *next; s; s = next) {
        next = s->next;
        sum = sum * 2 + *s->best + (s->best - s->values);
        free(s);
    }
    return sum;
}

static long boxes(void) {
    struct box *first = NULL;
    struct thing *lone = get(sizeof *lone), *last = lone;
    long sum = 0;
    lone->weight = 1000;
    for (int i = 0; i < 7; i++) {
        struct box *b = get(sizeof *b);
        b->tag = i;
        b->inner.weight = i * 11;
        b->inner.other = last;
        last = &b->inner;
        b->next = first;
        first = b;
    }
    for (struct thing *t = last; t; t = t->other)
        sum = sum * 3 + t->weight;
    while (first) {
        struct box *next = first->next;
        sum += first->tag;
        free(first);
        first = next;
    }
    free(lone);
    return sum;
}

static struct leaf *put(struct leaf *l, int key) {
    if (!l) {
        l = get(sizeof *l);
        l->key = key;
    } else if (key < l->key) {
        l->left = put(l->left, key);
    } else {
        l->right = put(l->right, key);
    }
    return l;
}

static long take(struct leaf *l, long sum) {
    if (!l)
        return sum;
    sum = take(l->right, take(l->left, sum) * 2 + l->key);
    free(l);
    return sum % 1000003;
}

int main(void) {
    struct leaf *root = NULL;
    for (int i = 0; i < 60; i++)
        root = put(root, i * 37 % 61);
    printf("%ld %ld %ld %ld\n", tasks(), slots(), boxes(), take(root, 0));
    return 0;
}

// CHANGES dtrans-base-test: struct.box base-test 32; struct.leaf base-test 24; struct.slot base-test 32; struct.thing base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.box base-test 32; struct.leaf base-test 24; struct.slot base-test 32; struct.thing base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.box shuffle 200; struct.leaf shuffle 114; struct.slot shuffle 96; struct.thing shuffle 96
// CHANGES dtrans-shuffle<seed=2>: struct.box shuffle 168; struct.leaf shuffle 88; struct.slot shuffle 136; struct.thing shuffle 80
// CHANGES dtrans-shuffle<seed=3>: struct.box shuffle 176; struct.leaf shuffle 96; struct.slot shuffle 104; struct.thing shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.box reorder-fields 32; struct.slot reorder-fields 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.box reorder-fields 32; struct.slot reorder-fields 32
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.box shuffle 208; struct.leaf shuffle 88; struct.slot shuffle 112; struct.thing shuffle 80
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.box reorder-fields+shuffle 160; struct.leaf shuffle 104; struct.slot reorder-fields+shuffle 136; struct.thing shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.box reorder-fields 32; struct.slot reorder-fields 32
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.box shuffle+shuffle 200; struct.leaf shuffle+shuffle 127; struct.slot shuffle+shuffle 136; struct.thing shuffle+shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.box reorder-fields 32; struct.slot reorder-fields 32
// CHANGES dtrans-pool<force>: struct.box pool 16; struct.leaf pool 12; struct.slot pool 32; struct.thing pool 8
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.box shuffle+pool 16; struct.leaf shuffle+pool 12; struct.slot shuffle+pool 32; struct.thing shuffle+pool 8
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.box reorder-fields+pool 16; struct.leaf pool 12; struct.slot reorder-fields+pool 32; struct.thing pool 8
// CHANGES dtrans-pool<force;split>: struct.box pool 16; struct.leaf pool 12; struct.slot pool 32; struct.thing pool 8
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.box shuffle+pool 16; struct.leaf shuffle+pool 12; struct.slot shuffle+pool 32; struct.thing shuffle+pool 8
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.box reorder-fields+pool 16; struct.leaf pool 12; struct.slot reorder-fields+pool 32; struct.thing pool 8
// CHANGES hir-canonicalize,hir-identity: boxes(); main(); slots(); tasks()
// CHANGES hir-canonicalize<join>,hir-identity<join>: boxes(); main(); slots(); tasks()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: slots() sinking-into-the-start
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: slots() sinking-into-the-start
// CHANGES hir-optimize: nothing
