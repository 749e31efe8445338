// RUN: lathe opt --passes='dtrans-analysis<type=struct.pair>' %s | FileCheck %s --check-prefix=MOVED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.deep>' %s | FileCheck %s --check-prefix=MOVED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.same>' %s | FileCheck %s --check-prefix=MOVED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.start>' %s | FileCheck %s --check-prefix=MOVED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.rows>' %s | FileCheck %s --check-prefix=GOOD
// RUN: %compare %s
//
// Which of two members comes first, however deep what is compared lies in them; a pointer that runs
// along an array does not ask that.

// MOVED: legal nothing
// MOVED: BadPtrManipulation {{.*}}: the order of two members in memory is compared
// GOOD: legal reorder-fields

#include <stdio.h>
#include <stdlib.h>

struct part {
    int n;
    char text[12];
    long value;
};
struct pair {
    long a;
    struct part one;
    char b;
    struct part two;
};
struct inside {
    char text[12];
    int n;
};
struct deep {
    long a;
    struct inside one;
    char b;
    struct inside two;
};
struct leaf {
    int n;
    long value;
};
struct same {
    long a;
    struct leaf one;
    char b;
    struct leaf two;
};
struct start {
    char a;
    long b;
    char text[8];
};
struct cell {
    char a;
    long b;
};
struct rows {
    char a;
    struct cell cells[4];
    long b;
};

__attribute__((noinline)) static int is_before(struct leaf *a, struct leaf *b) {
    return a < b;
}

__attribute__((noinline)) static long sum(struct cell *from, struct cell *end) {
    long result = 0;
    for (; from < end; from++)
        result += from->b;
    return result;
}

int main(int argc, char **argv) {
    struct pair *p = calloc(2, sizeof *p);
    struct deep *d = calloc(2, sizeof *d);
    struct same *s = calloc(2, sizeof *s);
    struct start *t = calloc(2, sizeof *t);
    struct rows *r = calloc(2, sizeof *r);
    p->one.value = d->one.n = s->two.n = argc;
    p->b = d->b = s->b = t->a = r->a = 1;
    t->b = r->cells[2].b = r->b = 5;
    struct part *one = &p->one, *two = &p->two;
    printf("%d %d %d %d\n", one < two, d->one.text < d->two.text, is_before(&s->one, &s->two),
           (char *)t < t->text);
    printf("%ld %ld %ld %ld\n", sum(r->cells, r->cells + 4), p->one.value + d->one.n + s->two.n,
           p->b + d->b + s->b + t->a + r->a + t->b, r->b);
    return 0;
}
