/* hospital.c with patients and list items in growing blocks, numbered from 1. */
#include <stdio.h>
#include <stdlib.h>

struct patient {
    int sent, time, left;
    unsigned home; /* number of the village; of a free one, the next */
};

struct item {
    unsigned next, previous, patient;
};

struct list {
    unsigned first, last;
};

static struct patient *patients;
static struct item *items;
static unsigned free_patient, patient_count, patient_room, free_item, item_count, item_room;

struct village {
    struct village *child[4];
    struct village *parent;
    struct list waiting, assessed, inside;
    int personnel, free_personnel, number;
    unsigned seed;
};

static unsigned patient_new(void) {
    unsigned n = free_patient;
    if (n) {
        free_patient = patients[n].home;
    } else {
        n = ++patient_count;
        if (n >= patient_room) {
            patient_room = patient_room ? patient_room + patient_room / 4 : 1024;
            patients = realloc(patients, patient_room * sizeof *patients);
            if (!patients)
                exit(1);
        }
    }
    patients[n] = (struct patient){0};
    return n;
}

static void patient_free(unsigned n) {
    patients[n].home = free_patient;
    free_patient = n;
}

static unsigned item_new(void) {
    unsigned n = free_item;
    if (n) {
        free_item = items[n].next;
        return n;
    }
    n = ++item_count;
    if (n >= item_room) {
        item_room = item_room ? item_room + item_room / 4 : 1024;
        items = realloc(items, item_room * sizeof *items);
        if (!items)
            exit(1);
    }
    return n;
}

static void item_free(unsigned n) {
    items[n].next = free_item;
    free_item = n;
}

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

static void append(struct list *l, unsigned p) {
    unsigned i = item_new();
    items[i] = (struct item){0, l->last, p};
    if (l->last)
        items[l->last].next = i;
    else
        l->first = i;
    l->last = i;
}

static void take_out(struct list *l, unsigned i) {
    unsigned before = items[i].previous, behind = items[i].next;
    if (before)
        items[before].next = behind;
    else
        l->first = behind;
    if (behind)
        items[behind].previous = before;
    else
        l->last = before;
    item_free(i);
}

static void treat(struct village *v) {
    for (unsigned i = v->inside.first, next; i; i = next) {
        unsigned n = items[i].patient;
        struct patient *p = &patients[n];
        next = items[i].next;
        p->time++;
        if (--p->left > 0)
            continue;
        v->free_personnel++;
        treated++;
        total_time += p->time;
        total_sent += p->sent;
        take_out(&v->inside, i);
        patient_free(n);
    }
}

static void assess(struct village *v, struct list *up) {
    for (unsigned i = v->assessed.first, next; i; i = next) {
        unsigned n = items[i].patient;
        struct patient *p = &patients[n];
        next = items[i].next;
        p->time++;
        if (--p->left > 0)
            continue;
        take_out(&v->assessed, i);
        if (draw(v) % 10 < 9 || !v->parent) {
            p->left = 10;
            append(&v->inside, n);
        } else {
            v->free_personnel++;
            p->sent++;
            append(up, n);
        }
    }
}

static void admit(struct village *v) {
    for (unsigned i = v->waiting.first, next; i; i = next) {
        unsigned n = items[i].patient;
        struct patient *p = &patients[n];
        next = items[i].next;
        if (v->free_personnel == 0) {
            p->time++;
            continue;
        }
        v->free_personnel--;
        p->left = 3;
        take_out(&v->waiting, i);
        append(&v->assessed, n);
    }
}

static void simulate(struct village *v, struct list *up) {
    struct list sent = {0};
    for (int i = 0; i < 4; i++)
        if (v->child[i])
            simulate(v->child[i], &sent);
    for (unsigned i = sent.first, next; i; i = next) {
        next = items[i].next;
        append(&v->waiting, items[i].patient);
        take_out(&sent, i);
    }
    treat(v);
    assess(v, up);
    admit(v);
    if (draw(v) % 3 == 0) {
        unsigned n = patient_new();
        patients[n].home = (unsigned)v->number;
        append(&v->waiting, n);
    }
}

static void finish(struct village *v) {
    struct list *lists[] = {&v->waiting, &v->assessed, &v->inside};
    for (int i = 0; i < 4; i++)
        if (v->child[i])
            finish(v->child[i]);
    for (int k = 0; k < 3; k++)
        for (unsigned i = lists[k]->first, next; i; i = next) {
            const struct patient *p = &patients[items[i].patient];
            next = items[i].next;
            total_time += p->time + (int)p->home % 3;
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
    free(patients);
    free(items);
    return 0;
}
