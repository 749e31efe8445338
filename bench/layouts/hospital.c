/* A tree of villages with hospitals: patients wait, are assessed and treated, or sent up. All lists
 * are doubly linked and made one node at a time. */
#include <stdio.h>
#include <stdlib.h>

struct patient {
    int sent, time, left;
    struct village *home;
};

struct item {
    struct item *next, *previous;
    struct patient *patient;
};

struct list {
    struct item *first, *last;
};

struct village {
    struct village *child[4];
    struct village *parent;
    struct list waiting, assessed, inside;
    int personnel, free_personnel, number;
    unsigned seed;
};

static long treated, total_time, total_sent;

static unsigned draw(struct village *v) {
    v->seed = v->seed * 1664525u + 1013904223u;
    return v->seed >> 8;
}

static struct village *village_new(int level, int *number, struct village *parent) {
    struct village *v = calloc(1, sizeof *v);
    if (!v)
        exit(1);
    v->parent = parent;
    v->number = (*number)++;
    v->seed = (unsigned)v->number * 2654435761u + 1;
    v->personnel = v->free_personnel = 1 << (level < 12 ? level : 12);
    for (int i = 0; i < 4 && level > 1; i++)
        v->child[i] = village_new(level - 1, number, v);
    return v;
}

static void append(struct list *l, struct patient *p) {
    struct item *i = malloc(sizeof *i);
    if (!i)
        exit(1);
    i->patient = p;
    i->next = NULL;
    i->previous = l->last;
    if (l->last)
        l->last->next = i;
    else
        l->first = i;
    l->last = i;
}

static void take_out(struct list *l, struct item *i) {
    if (i->previous)
        i->previous->next = i->next;
    else
        l->first = i->next;
    if (i->next)
        i->next->previous = i->previous;
    else
        l->last = i->previous;
    free(i);
}

static void treat(struct village *v) {
    for (struct item *i = v->inside.first, *next; i; i = next) {
        struct patient *p = i->patient;
        next = i->next;
        p->time++;
        if (--p->left > 0)
            continue;
        v->free_personnel++;
        treated++;
        total_time += p->time;
        total_sent += p->sent;
        take_out(&v->inside, i);
        free(p);
    }
}

static void assess(struct village *v, struct list *up) {
    for (struct item *i = v->assessed.first, *next; i; i = next) {
        struct patient *p = i->patient;
        next = i->next;
        p->time++;
        if (--p->left > 0)
            continue;
        take_out(&v->assessed, i);
        if (draw(v) % 10 < 9 || !v->parent) {
            p->left = 10;
            append(&v->inside, p);
        } else {
            v->free_personnel++;
            p->sent++;
            append(up, p);
        }
    }
}

static void admit(struct village *v) {
    for (struct item *i = v->waiting.first, *next; i; i = next) {
        struct patient *p = i->patient;
        next = i->next;
        if (v->free_personnel == 0) {
            p->time++;
            continue;
        }
        v->free_personnel--;
        p->left = 3;
        take_out(&v->waiting, i);
        append(&v->assessed, p);
    }
}

static void simulate(struct village *v, struct list *up) {
    struct list sent = {0};
    for (int i = 0; i < 4; i++)
        if (v->child[i])
            simulate(v->child[i], &sent);
    for (struct item *i = sent.first, *next; i; i = next) {
        next = i->next;
        append(&v->waiting, i->patient);
        take_out(&sent, i);
    }
    treat(v);
    assess(v, up);
    admit(v);
    if (draw(v) % 3 == 0) {
        struct patient *p = calloc(1, sizeof *p);
        if (!p)
            exit(1);
        p->home = v;
        append(&v->waiting, p);
    }
}

static void finish(struct village *v) {
    struct list *lists[] = {&v->waiting, &v->assessed, &v->inside};
    for (int i = 0; i < 4; i++)
        if (v->child[i])
            finish(v->child[i]);
    for (int k = 0; k < 3; k++)
        for (struct item *i = lists[k]->first, *next; i; i = next) {
            next = i->next;
            total_time += i->patient->time + i->patient->home->number % 3;
            free(i->patient);
            free(i);
        }
    free(v);
}

int main(int argc, char **argv) {
    int levels = argc > 1 ? atoi(argv[1]) : 7;
    int steps = argc > 2 ? atoi(argv[2]) : 450;
    int number = 0;
    struct village *top = village_new(levels, &number, NULL);
    struct list none = {0};
    for (int i = 0; i < steps; i++)
        simulate(top, &none);
    printf("%d villages, %ld treated, time %ld, sent %ld\n", number, treated, total_time,
           total_sent);
    finish(top);
    printf("%ld\n", total_time);
    return 0;
}
