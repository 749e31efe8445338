// RUN: %python %tests/run/compare.py %s --passes=ir-rename-structs --passes=ir-test-split-blocks \
// RUN:   --passes=ir-test-split-edges --passes=sroa,ir-test-rebuild-phis \
// RUN:   --passes=ir-test-clone-functions --passes=sroa,ir-test-split-edges,ir-rename-structs \
// RUN:   --passes=ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions
// RUN: %compare %s
/* qsort and bsearch over structs, comparators through pointers, a heap of handles. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char name[12];
    unsigned char age;
    struct { int year, month; } born;
};
typedef int compare_fn(const void *, const void *);

static int by_age(const void *a, const void *b) {
    const struct person *p = a, *q = b;
    return p->age != q->age ? p->age - q->age : strcmp(p->name, q->name);
}
static int by_birth(const void *a, const void *b) {
    const struct person *p = a, *q = b;
    return p->born.year != q->born.year ? p->born.year - q->born.year
                                        : p->born.month - q->born.month;
}

struct heap {
    size_t length;
    struct handle { int priority; const struct person *who; } at[16];
};

static void heap_push(struct heap *h, struct handle x) {
    size_t i = h->length++;
    for (; i && h->at[(i - 1) / 2].priority > x.priority; i = (i - 1) / 2)
        h->at[i] = h->at[(i - 1) / 2];
    h->at[i] = x;
}

static struct handle heap_pop(struct heap *h) {
    struct handle top = h->at[0], last = h->at[--h->length];
    size_t i = 0, child;
    while ((child = 2 * i + 1) < h->length) {
        child += child + 1 < h->length && h->at[child + 1].priority < h->at[child].priority;
        if (last.priority <= h->at[child].priority)
            break;
        h->at[i] = h->at[child];
        i = child;
    }
    h->at[i] = last;
    return top;
}

int main(void) {
    struct person people[8];
    for (int i = 0; i < 8; i++) {
        people[i] = (struct person){.age = (unsigned char)(90 - i * 17 % 8),
                                    .born = {1990 + i * 5 % 8, i * 3 % 12}};
        snprintf(people[i].name, sizeof people[i].name, "p%d", i);
    }
    compare_fn *orders[] = {by_age, by_birth};
    for (int o = 0; o < 2; o++) {
        qsort(people, 8, sizeof *people, orders[o]);
        for (int i = 0; i < 8; i++)
            printf("%s:%d:%d ", people[i].name, people[i].age, people[i].born.year);
        putchar('\n');
    }
    struct person key = {.born = {1993, people[3].born.month}};
    struct person *found = bsearch(&key, people, 8, sizeof *people, by_birth);
    printf("%s\n", found ? found->name : "none");
    struct heap h = {0};
    for (int i = 0; i < 8; i++)
        heap_push(&h, (struct handle){people[i].age * 7 % 11, &people[i]});
    while (h.length) {
        struct handle x = heap_pop(&h);
        printf("%d%s ", x.priority, x.who->name);
    }
    putchar('\n');
    return found != NULL;
}

// CHANGES ir-rename-structs: by_age(); by_birth(); heap_pop(); heap_push(); main()
// CHANGES ir-test-split-blocks: bsearch(); by_age(); by_birth(); heap_pop(); heap_push(); main(); putchar()
// CHANGES ir-test-split-edges: bsearch(); by_age(); by_birth(); heap_pop(); heap_push(); main()
// CHANGES sroa,ir-test-rebuild-phis: bsearch(); by_age(); by_birth(); heap_pop(); heap_push(); main()
// CHANGES ir-test-clone-functions: heap_pop(); heap_push(); main()
// CHANGES sroa,ir-test-split-edges,ir-rename-structs: bsearch(); by_age(); by_birth(); heap_pop(); heap_push(); main()
// CHANGES ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions: bsearch(); by_age(); by_birth(); heap_pop(); heap_push(); main(); putchar()
// CHANGES dtrans-base-test: struct.anon base-test 8; struct.handle base-test 16; struct.heap base-test 264; struct.person base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.anon base-test 8; struct.handle base-test 16; struct.heap base-test 264; struct.person base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.anon shuffle 72; struct.handle shuffle 80; struct.heap shuffle 1352; struct.person shuffle 180
// CHANGES dtrans-shuffle<seed=2>: struct.anon shuffle 92; struct.handle shuffle 80; struct.heap shuffle 1376; struct.person shuffle 172
// CHANGES dtrans-shuffle<seed=3>: struct.anon shuffle 72; struct.handle shuffle 80; struct.heap shuffle 1360; struct.person shuffle 160
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.anon shuffle 88; struct.handle shuffle 80; struct.heap shuffle 1352; struct.person shuffle 168
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.anon shuffle 88; struct.handle shuffle 96; struct.heap shuffle 1632; struct.person shuffle 184
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.anon shuffle+shuffle 184; struct.handle shuffle+shuffle 80; struct.heap shuffle+shuffle 1400; struct.person shuffle+shuffle 308
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.anon shuffle 88; struct.handle shuffle 80; struct.heap shuffle 1352; struct.person shuffle 168
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.anon shuffle 72; struct.handle shuffle 80; struct.heap shuffle 1368; struct.person shuffle 152
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: bsearch(); heap_pop(); heap_push(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: bsearch(); heap_pop(); heap_push(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
