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
