// An allocator that carves objects from an array of its own, moving a mark along, gives each caller an
// object; if somebody else moves the mark back, what it gives out is bytes of the array. So is one that
// passes on what malloc gives.
// RUN: lathe opt --passes='dtrans-analysis<type=struct.carved>' %s | FileCheck %s --check-prefix=CARVED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.passed>' %s | FileCheck %s --check-prefix=PASSED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.twice>' %s | FileCheck %s --check-prefix=TWICE
// RUN: %python %tests/run/compare.py %s --passes='dtrans-shuffle<seed=1>' \
// RUN:   --passes='dtrans-delete-fields,dtrans-reorder-fields'
// CARVED: type struct.carved{{.*}} legal reorder-fields delete-fields
// TWICE: type struct.twice
// TWICE-NOT: legal reorder-fields
// TWICE: BadCasting
// PASSED: type struct.passed{{.*}} legal reorder-fields delete-fields
#include <stdio.h>
#include <stdlib.h>
struct carved { char c; long l; int i; };
struct passed { char c; long l; int i; };
struct twice { char c; long l; int i; };
static char arena[100000];
static size_t used;
static void *carve(size_t bytes) {
    void *p = arena + used;
    used += (bytes + 15) & ~(size_t)15;
    return p;
}
static char other[100000];
static size_t mark;
static void *carve_again(size_t bytes) {
    void *p = other + mark;
    mark += (bytes + 15) & ~(size_t)15;
    return p;
}
static void back(void) {
    mark -= 16;
}
static void *take(size_t bytes) { return malloc(bytes); }
int main(int argc, char **argv) {
    struct carved *s = carve(sizeof *s);
    struct passed *p = take(sizeof *p);
    struct twice *t = carve_again(sizeof *t);
    back();
    long *again = carve_again(sizeof *again);
    *again = 5;
    t->i = 6;
    s->c = p->c = argc;
    s->l = p->l = 3;
    s->i = p->i = 4;
    printf("%ld %d %d\n", s->l, p->i, s->c);
    return s->c + (int)s->l + s->i + p->c + (int)p->l + p->i + t->i;
}
