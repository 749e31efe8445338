// RUN: lathe opt --passes='dtrans-analysis<type=struct.order>' %s | FileCheck %s --check-prefix=ORDER
// RUN: lathe opt --passes='dtrans-analysis<type=struct.start>' %s | FileCheck %s --check-prefix=START
// RUN: lathe opt --passes='dtrans-analysis<type=struct.cell>' %s | FileCheck %s --check-prefix=CELL
// RUN: %compare %s
//
// A distance that is only compared with zero asks what a comparison of the two pointers asks.

// ORDER: type struct.order{{.*}} legal nothing
// ORDER: BadPtrManipulation {{.*}}: the order of two fields in memory is compared
// START: type struct.start{{.*}} legal reorder-fields
// START: field 0 a offset 0 size 4 {{.*}}pinned
// CELL: type struct.cell{{.*}} legal reorder-fields
// CELL-NOT: pinned

#include <stdio.h>
#include <stdlib.h>

struct order {
    char a;
    long b;
    int c;
};
struct start {
    int a;
    long b;
    char c;
};
struct cell {
    char a;
    long b;
    int c;
};

__attribute__((noinline)) static int is_start(const void *object, const int *field) {
    return (const char *)field - (const char *)object == 0;
}

int main(int argc, char **argv) {
    struct order *o = calloc(2, sizeof *o);
    struct start *s = calloc(2, sizeof *s);
    struct cell *cells = calloc((size_t)argc + 3, sizeof *cells), *end = cells + argc + 3;
    o->a = o->b = o->c = 1;
    s->a = s->b = s->c = 2;
    for (struct cell *c = cells; end - c > 0; c++)
        c->a = c->b = c->c = 3;
    printf("%d %d\n", (char *)&o->c - (char *)&o->a > 0, is_start(s, &s->a));
    printf("%ld %ld %ld\n", o->a + o->b + o->c, s->a + s->b + s->c, cells[1].a + cells[1].b);
    printf("%d\n", cells[2].c);
    return 0;
}
