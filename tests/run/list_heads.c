// RUN: %compare %s
/* container_of: one kind of list head embedded in several structs, twice in one of them. */
// private: struct task, struct timer, struct worker, struct link
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct link {
    struct link *next, *prev;
};
struct task {
    short priority;
    struct link all;
    char name[6];
    struct link ready;
    long runs;
};
struct timer {
    unsigned due;
    struct task *wakes;
    struct link chain;
    unsigned char fired;
};
struct worker {
    struct link ready;
    int id;
    struct link timers;
    unsigned long done;
};

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

static struct link tasks = {&tasks, &tasks};

static void head_init(struct link *h) { h->next = h->prev = h; }
static void add_tail(struct link *h, struct link *l) {
    l->next = h;
    l->prev = h->prev;
    h->prev->next = l;
    h->prev = l;
}
static void unlink_one(struct link *l) {
    l->prev->next = l->next;
    l->next->prev = l->prev;
    head_init(l);
}

static struct task *new_task(int i) {
    struct task *t = malloc(sizeof *t);
    t->priority = (short)(i * 7 % 5);
    snprintf(t->name, sizeof t->name, "t%d", i);
    t->runs = 0;
    head_init(&t->ready);
    add_tail(&tasks, &t->all);
    return t;
}

static void add_timer(struct worker *w, unsigned due, struct task *t) {
    struct timer *n = calloc(1, sizeof *n);
    n->due = due;
    n->wakes = t;
    struct link *at = w->timers.next;
    while (at != &w->timers && container_of(at, struct timer, chain)->due <= due)
        at = at->next;
    add_tail(at, &n->chain);
}

static void step(struct worker *w, unsigned now) {
    while (w->timers.next != &w->timers) {
        struct timer *n = container_of(w->timers.next, struct timer, chain);
        if (n->due > now)
            break;
        n->fired++;
        unlink_one(&n->chain);
        unlink_one(&n->wakes->ready);
        add_tail(&w->ready, &n->wakes->ready);
        free(n);
    }
    if (w->ready.next == &w->ready)
        return;
    struct task *t = container_of(w->ready.next, struct task, ready);
    unlink_one(&t->ready);
    t->runs++;
    w->done += (unsigned long)t->priority + 1;
    printf("%u: worker %d runs %s\n", now, w->id, t->name);
    if (t->runs < 4)
        add_timer(w, now + 1 + (unsigned)t->priority, t);
}

int main(void) {
    struct worker *w = malloc(2 * sizeof *w);
    for (int i = 0; i < 2; i++) {
        w[i].id = i;
        w[i].done = 0;
        head_init(&w[i].ready);
        head_init(&w[i].timers);
    }
    for (int i = 0; i < 7; i++)
        add_timer(&w[i % 2], (unsigned)(i * 3 % 4), new_task(i));
    for (unsigned now = 0; now < 30; now++)
        for (int i = 0; i < 2; i++)
            step(&w[i], now);
    long runs = 0;
    for (struct link *l = tasks.next, *next; l != &tasks; l = next) {
        struct task *t = container_of(l, struct task, all);
        next = l->next;
        printf("%s %d %ld\n", t->name, t->priority, t->runs);
        runs += t->runs;
        free(t);
    }
    printf("%ld %lu %lu\n", runs, w[0].done, w[1].done);
    free(w);
    return (int)runs;
}

// CHANGES dtrans-base-test: nothing
// CHANGES dtrans-base-test<ptr-as-int>: nothing
// CHANGES dtrans-shuffle<seed=1>: nothing
// CHANGES dtrans-shuffle<seed=2>: nothing
// CHANGES dtrans-shuffle<seed=3>: nothing
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: add_timer(); main(); step()
// CHANGES hir-canonicalize<join>,hir-identity<join>: add_timer(); main(); step()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
