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
