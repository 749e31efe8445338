// RUN: lathe opt --passes=dtrans-delete-fields %s -o %t.bc --remarks=%t.yaml
// RUN: FileCheck %s < %t.yaml
// RUN: %python %tests/run/compare.py %s --passes=dtrans-delete-fields
/* aligned_alloc takes only multiples of the alignment: one struct would have 24 bytes then, the
 * other 32; a third is allocated through a function, where nothing is known. */
#include <stdio.h>
#include <stdlib.h>

struct odd {
    long a, b, dead, c;
};
struct even {
    long a, b, dead, c, d;
    char text[8];
    long unused[2];
};
struct wrapped {
    long a, dead;
};

// CHECK: Type: 'struct.odd'
// CHECK: Reason: {{.*}}aligned_alloc takes only multiples of its alignment
// CHECK: Name: FieldsDeleted
// CHECK: Type: 'struct.even'
// CHECK: Type: 'struct.wrapped'
// CHECK: Reason: {{.*}}aligned_alloc takes only multiples of its alignment

static void *get(size_t align, size_t size) {
    void *p = aligned_alloc(align, size);
    if (!p)
        exit(1);
    return p;
}

int main(void) {
    struct odd *o = aligned_alloc(16, sizeof *o);
    struct even *e = aligned_alloc(8, sizeof *e);
    struct wrapped *w = get(16, sizeof *w);
    if (!o || !e)
        return 1;
    o->a = o->b = o->c = 1;
    o->dead = 4;
    e->a = e->b = e->c = e->d = 2;
    e->dead = 5;
    e->text[0] = 'x';
    w->a = 6;
    w->dead = 7;
    printf("%ld %ld %c %ld\n", o->a + o->b + o->c, e->a + e->b + e->c + e->d, e->text[0], w->a);
    free(o);
    free(e);
    free(w);
    return 0;
}
