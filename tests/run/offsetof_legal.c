// RUN: %compare %s
/* offsetof and sizeof that do not tie the layout: containers found from members, numbers printed. */
// private: struct event, struct hook
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct hook {
    struct hook *next;
    int (*run)(struct hook *h, int n);
};
struct event {
    char kind;
    struct hook before;
    long count;
    struct hook after;
    short level;
};

#define of(h, member) ((struct event *)((char *)(h) - offsetof(struct event, member)))

static struct hook *hooks;

static int run_before(struct hook *h, int n) {
    struct event *e = of(h, before);
    e->count += n;
    return e->level;
}
static int run_after(struct hook *h, int n) {
    struct event *e = of(h, after);
    e->level = (short)(e->level + 1);
    return (int)e->count * n;
}

static void hang(struct hook *h, int (*run)(struct hook *, int)) {
    h->run = run;
    h->next = hooks;
    hooks = h;
}

int main(void) {
    struct event *events = calloc(4, sizeof *events);
    for (int i = 0; i < 4; i++) {
        events[i].kind = (char)('a' + i);
        events[i].level = (short)(i * 10);
        hang(&events[i].before, run_before);
        if (i % 2)
            hang(&events[i].after, run_after);
    }
    long sum = 0;
    for (int n = 1; n < 4; n++)
        for (struct hook *h = hooks; h; h = h->next) {
            int got = h->run(h, n);
            printf("%d ", got);
            sum = sum * 3 % 10007 + got;
        }
    printf("\n");
    for (int i = 0; i < 4; i++)
        printf("%c %ld %d\n", events[i].kind, events[i].count, events[i].level);
    printf("%zu %zu %zu %ld\n", offsetof(struct event, after), offsetof(struct event, level),
           sizeof(struct event), sum);
    free(events);
    return (int)(sum % 111);
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
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
