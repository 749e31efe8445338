// RUN: lathe opt --passes='dtrans-analysis<type=struct.marked>' %s | FileCheck %s
// RUN: lathe opt --passes='dtrans-analysis<type=struct.list>' %s | FileCheck %s --check-prefix=GOOD
// RUN: %compare %s
//
// A member without size names the one behind it; an array without an end does not.

// CHECK: legal nothing
// CHECK: UnhandledUse: a member without size shares its address with another
// GOOD: legal reorder-fields

#include <stdio.h>
#include <stdlib.h>

struct marked {
    long a;
    int start[0];
    int b;
    char c;
    long d;
};
struct empty {
    long a;
    struct {
    } mark;
    int b;
    long d;
};
struct list {
    char a;
    long count;
    int items[];
};

int main(int argc, char **argv) {
    struct marked *m = malloc(sizeof *m);
    m->a = argc, m->b = 2, m->c = 3, m->d = 4;
    int *first = m->start;
    *first = 11;
    struct empty *e = malloc(sizeof *e);
    e->a = argc, e->b = 2, e->d = 3;
    struct list *l = malloc(sizeof *l + 4 * sizeof(int));
    l->a = 1, l->count = 4, l->items[3] = 7;
    printf("%ld %d %d %ld\n", m->a, m->b, m->c, m->d);
    printf("%ld %d %ld %d\n", e->a, e->b, e->d, (void *)&e->mark == (void *)&e->b);
    printf("%d %ld %d\n", l->a, l->count, l->items[3]);
    return 0;
}
