// RUN: %compare %s
/* Villages in a tree, each with a hospital; patients wait in lists whose heads are members of the
 * villages, so that a list node points to another one or into a village. */
#include <stdio.h>
#include <stdlib.h>

struct village;
struct patient {
    int hospitals, time, time_left;
    struct village *home;
};
struct list {
    struct list *next, *prev;
    struct patient *patient;
};
struct hospital {
    int personnel, free_personnel, waiting_count;
    struct list waiting, assess, inside, up;
};
struct village {
    struct village *child[4], *parent;
    struct hospital h;
    int label;
    long seed;
};

static long total_patients, total_time, total_hospitals;

static float rnd(struct village *v) {
    v->seed = (v->seed * 16807) % 2147483647;
    return (float)v->seed / 2147483647.0f;
}
static struct village *build(int level, int label, struct village *parent, long seed) {
    if (!level)
        return NULL;
    struct village *v = calloc(1, sizeof *v);
    v->parent = parent;
    v->label = label;
    v->seed = label * (127773 + seed);
    v->h.personnel = v->h.free_personnel = 1 << (level - 1);
    for (int i = 0; i < 4; i++)
        v->child[i] = build(level - 1, label * 4 + i + 1, v, seed);
    return v;
}
static void add(struct list *l, struct patient *p) {
    struct list *n = malloc(sizeof *n), *at = l;
    n->patient = p;
    n->next = NULL;
    while (at->next)
        at = at->next;
    at->next = n;
    n->prev = at;
}
static void drop(struct list *n) {
    n->prev->next = n->next;
    if (n->next)
        n->next->prev = n->prev;
    free(n);
}
static void generate(struct village *v) {
    if (rnd(v) > 0.666f) {
        struct patient *p = malloc(sizeof *p);
        p->hospitals = 0;
        p->time = 0;
        p->time_left = 0;
        p->home = v;
        total_patients++;
        p->hospitals++;
        if (v->h.free_personnel > 0) {
            v->h.free_personnel--;
            p->time_left = 3;
            p->time += 3;
            add(&v->h.assess, p);
        } else {
            v->h.waiting_count++;
            add(&v->h.waiting, p);
        }
    }
}
static void check_inside(struct village *v) {
    for (struct list *l = v->h.inside.next, *n; l; l = n) {
        n = l->next;
        if (--l->patient->time_left == 0) {
            struct patient *p = l->patient;
            v->h.free_personnel++;
            drop(l);
            total_time += p->time;
            total_hospitals += p->hospitals;
            free(p);
        }
    }
}
static void check_assess(struct village *v) {
    for (struct list *l = v->h.assess.next, *n; l; l = n) {
        struct patient *p = l->patient;
        n = l->next;
        if (--p->time_left)
            continue;
        drop(l);
        if (rnd(v) > 0.1f || !v->parent) {
            p->time_left = 10;
            p->time += 10;
            add(&v->h.inside, p);
        } else {
            v->h.free_personnel++;
            add(&v->h.up, p);
        }
    }
}
static void check_waiting(struct village *v) {
    for (struct list *l = v->h.waiting.next, *n; l; l = n) {
        struct patient *p = l->patient;
        n = l->next;
        if (v->h.free_personnel > 0) {
            v->h.free_personnel--;
            p->time_left = 3;
            p->time += 3;
            drop(l);
            v->h.waiting_count--;
            add(&v->h.assess, p);
        } else
            p->time++;
    }
}
static void sim(struct village *v) {
    if (!v)
        return;
    for (int i = 3; i >= 0; i--)
        sim(v->child[i]);
    for (int i = 3; i >= 0; i--) {
        struct village *c = v->child[i];
        if (!c)
            continue;
        for (struct list *l = c->h.up.next, *n; l; l = n) {
            struct patient *p = l->patient;
            n = l->next;
            p->hospitals++;
            if (v->h.free_personnel > 0) {
                v->h.free_personnel--;
                p->time_left = 3;
                p->time += 3;
                add(&v->h.assess, p);
            } else {
                v->h.waiting_count++;
                add(&v->h.waiting, p);
            }
            drop(l);
        }
    }
    check_inside(v);
    check_assess(v);
    check_waiting(v);
    if (!v->child[0])
        generate(v);
}
int main(void) {
    struct village *top = build(4, 0, NULL, 42);
    for (int i = 0; i < 100; i++)
        sim(top);
    printf("%ld %ld %ld\n", total_patients, total_time, total_hospitals);
}

// CHANGES dtrans-base-test: struct.hospital base-test 112; struct.list base-test 24; struct.patient base-test 24; struct.village base-test 168
// CHANGES dtrans-base-test<ptr-as-int>: struct.hospital base-test 112; struct.list base-test 24; struct.patient base-test 24; struct.village base-test 168
// CHANGES dtrans-shuffle<seed=1>: struct.hospital shuffle 496; struct.list shuffle 96; struct.patient shuffle 96; struct.village shuffle 664
// CHANGES dtrans-shuffle<seed=2>: struct.hospital shuffle 592; struct.list shuffle 120; struct.patient shuffle 120; struct.village shuffle 760
// CHANGES dtrans-shuffle<seed=3>: struct.hospital shuffle 520; struct.list shuffle 104; struct.patient shuffle 100; struct.village shuffle 640
// CHANGES dtrans-delete-fields: struct.patient delete-fields 12; struct.village delete-fields 160
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.patient delete-fields 12; struct.village delete-fields 160
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.hospital shuffle 520; struct.list shuffle 96; struct.patient shuffle 112; struct.village shuffle 664
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.hospital shuffle 584; struct.list shuffle 112; struct.patient delete-fields+shuffle 108; struct.village delete-fields+shuffle 728
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.patient delete-fields 12; struct.village delete-fields 160
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.hospital shuffle+shuffle 496; struct.list shuffle+shuffle 88; struct.patient shuffle+shuffle 105; struct.village shuffle+shuffle 648
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.patient delete-fields 12; struct.village delete-fields 160
// CHANGES dtrans-pool<force>: struct.hospital pool 60; struct.list pool 12; struct.patient pool 16; struct.village pool 96
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.hospital shuffle+pool 172; struct.list shuffle+pool 12; struct.patient shuffle+pool 16; struct.village shuffle+pool 208
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.hospital pool 60; struct.list pool 12; struct.patient delete-fields+pool 12; struct.village delete-fields+pool 96
// CHANGES dtrans-pool<force;split>: struct.hospital pool 60; struct.list pool 12; struct.patient pool 16; struct.village pool 96
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.hospital shuffle+pool 160; struct.list shuffle+pool 12; struct.patient shuffle+pool 108; struct.village shuffle+pool 192
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.hospital pool 60; struct.list pool 12; struct.patient delete-fields+pool 12; struct.village delete-fields+pool 88
// CHANGES hir-canonicalize,hir-identity: add(); build(); check_assess(); check_inside(); check_waiting(); main(); sim()
// CHANGES hir-canonicalize<join>,hir-identity<join>: add(); build(); check_assess(); check_inside(); check_waiting(); main(); sim()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
