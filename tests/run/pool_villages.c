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
