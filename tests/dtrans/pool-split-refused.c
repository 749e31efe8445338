// Why objects in a pool stay in one piece, and near misses: what looks alike and is split.
// RUN: lathe opt --passes='dtrans-pool<force;split>' %s -o %t.ll --remarks=%t.yaml
// RUN: FileCheck %s < %t.yaml
// RUN: FileCheck %s --check-prefix=LINE < %t.yaml
// RUN: clang -Wno-override-module -O2 %t.ll %pool-runtime -o %t && %t > %t.out
// RUN: clang -O2 %s -o %t.plain && %t.plain | diff - %t.out
//
// CHECK: Type: 'struct.outside'
// CHECK-NOT: Parts
// CHECK: Type: 'struct.near_outside'
// CHECK: Groups: 'a, b, c, next'
// CHECK: Type: 'struct.given'
// CHECK-NOT: Parts
// CHECK: Type: 'struct.outer'
// CHECK: Groups: 'x, in, other'
// CHECK: Type: 'struct.inner'
// CHECK-NOT: Parts
// CHECK: Type: 'struct.near_hooked'
// CHECK: Groups: 'a, b, hook, c'
// CHECK: Type: 'struct.measured'
// CHECK-NOT: Parts
// CHECK: Type: 'struct.near_measured'
// CHECK: Groups: 'a+b, row, c'
// CHECK: Type: 'struct.counted'
// CHECK-NOT: Parts
// CHECK: Type: 'struct.near_cut'
// CHECK: Groups: 'a, b, c'
// CHECK: Type: 'struct.cleared'
// CHECK-NOT: Parts
// CHECK: Type: 'struct.near_cleared'
// CHECK: Groups: 'a, b, c'
// CHECK: Type: 'struct.printed'
// CHECK-NOT: Parts
// CHECK: Type: 'struct.near_printed'
// CHECK: Groups: 'a, b, c'
// CHECK: Type: 'struct.aligned'
// CHECK-NOT: Parts
// CHECK: Type: 'struct.near_aligned'
// CHECK: Groups: 'a, b, c'
//
// CHECK: Name: SplitOutside
// CHECK: Type: 'struct.outside'
// CHECK: Reason: 'such a pointer may lead to something else than an object of the pool'
// CHECK: Name: SplitValue
// CHECK: Type: 'struct.given'
// CHECK: Reason: 'an object is passed by value'
// CHECK: Name: SplitInside
// CHECK: Type: 'struct.inner'
// CHECK: Reason: 'some objects are inside others'
// CHECK: Name: SplitAddress
// CHECK: Type: 'struct.hooked'
// CHECK: Reason: 'the address of a field is computed from that of another'
// CHECK: Name: SplitAddress
// CHECK: Type: 'struct.measured'
// CHECK: Reason: 'arithmetic is done on the address of a field'
// CHECK: Name: SplitArray
// CHECK: Type: 'struct.counted'
// CHECK: Reason: 'a pointer is moved from object to object'
// CHECK: Name: SplitBytes
// CHECK: Type: 'struct.cleared'
// CHECK: Reason: 'a part of an object is copied or set'
// CHECK: Name: SplitBytes
// CHECK: Type: 'struct.printed'
// CHECK: Reason: 'an object is given to the library'
// CHECK: Name: SplitBytes
// CHECK: Type: 'struct.aligned'
// CHECK: Reason: 'an address leads between fields'
// CHECK: Name: SplitLarge
// CHECK: Type: 'struct.large'
// CHECK: Reason: 'objects are larger than parts are for'
// CHECK: Name: SplitLayout
// CHECK: Type: 'struct.tight'
// CHECK: Reason: 'its fields must keep their order'
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEW(p)                                                                                     \
    do {                                                                                           \
        if (!((p) = calloc(1, sizeof *(p))))                                                       \
            exit(1);                                                                               \
    } while (0)

struct given {
    long a, b, c;
};
__attribute__((noinline)) static long sum_of(struct given g) {
    return g.a + g.b + g.c;
}
static long by_value(void) {
    struct given *p;
    NEW(p);
    p->b = 2;
    // LINE: Name: SplitValue
    // LINE: Line: [[#@LINE+1]],
    long sum = sum_of(*p);
    free(p);
    return sum;
}

struct outside {
    long a, b, c;
    struct outside *next;
};
static struct outside first;
static long not_from_a_pool(void) {
    struct outside *p;
    NEW(p);
    p->next = &first;
    first.b = 3;
    long sum = 0;
    for (struct outside *o = p; o; o = o->next)
        sum += o->b + o->c;
    free(p);
    return sum;
}

struct near_outside {
    long a, b, c;
    struct near_outside *next;
};
static long only_copied(void) {
    struct near_outside *p, local = {1, 2, 3, NULL};
    NEW(p);
    *p = local;
    p->next = p;
    local = *p;
    long sum = local.a + p->c + (local.next == p);
    free(p);
    return sum;
}

struct inner {
    long a, b, c;
};
struct outer {
    long x;
    struct inner in;
    struct inner *other;
};
static long inside(void) {
    struct outer *p;
    NEW(p);
    NEW(p->other);
    struct inner *i = p->x ? p->other : &p->in;
    i->b = 4;
    long sum = p->in.b + p->other->b;
    free(p->other);
    free(p);
    return sum;
}

struct hooked {
    int a;
    double b;
    long hook, c;
};
__attribute__((noinline)) static struct hooked *of_hook(long *hook) {
    // LINE: Name: SplitAddress
    // LINE: Line: [[#@LINE+1]],
    return (struct hooked *)((char *)hook - offsetof(struct hooked, hook));
}
static long from_a_field(void) {
    struct hooked *p;
    NEW(p);
    p->a = 5;
    for (int i = 0; i < 3; i++)
        p->a += (int)p->b + i;
    long sum = of_hook(&p->hook)->a;
    free(p);
    return sum;
}

struct near_hooked {
    int a;
    double b;
    long hook, c;
};
__attribute__((noinline)) static void bump(long *hook) {
    (*hook)++;
}
static long to_a_field(void) {
    struct near_hooked *p;
    NEW(p);
    bump(&p->hook);
    bump(&p->c);
    long sum = p->hook + p->c + p->a;
    free(p);
    return sum;
}

struct measured {
    int a;
    double b;
    long row[4], c;
};
static long how_far(int n) {
    struct measured *p;
    NEW(p);
    for (int i = 0; i < 3; i++)
        p->a += (int)p->b + i;
    p->row[n + 1] = 3;
    long *at = p->row;
    while (!*at)
        at++;
    // LINE: Name: SplitAddress
    // LINE: Line: [[#@LINE+1]],
    long sum = at - p->row + p->a + p->c;
    free(p);
    return sum;
}

struct near_measured {
    int a;
    double b;
    long row[4], c;
};
static long what_is_there(int n) {
    struct near_measured *p;
    NEW(p);
    for (int i = 0; i < 3; i++)
        p->a += (int)p->b + i;
    p->row[n + 1] = 3;
    long *at = p->row;
    while (!*at)
        at++;
    long sum = *at + p->a + p->c;
    free(p);
    return sum;
}

struct counted {
    long a, b, c;
};
static long behind(int n) {
    struct counted *p;
    NEW(p);
    struct counted *end = p + n;
    long sum = 0;
    // LINE: Name: SplitArray
    // LINE: Line: [[#@LINE-3]],
    for (struct counted *q = p; q != end; q++)
        sum += ++q->b + q->c;
    free(p);
    return sum;
}

struct near_cut {
    long a;
    double b;
    long c;
};
static long pieces(void) {
    struct near_cut *p, *q;
    NEW(p);
    NEW(q);
    p->a = 8;
    p->c = 9;
    memcpy(&q->b, &p->b, sizeof p->b);
    memset(&p->c, 0, sizeof p->c);
    long sum = q->a + p->c + (long)q->b;
    free(p);
    free(q);
    return sum;
}

struct cleared {
    long a, b, c;
};
static long any_number(int n) {
    struct cleared *p;
    NEW(p);
    p->b = 6;
    // LINE: Name: SplitBytes
    // LINE: Line: [[#@LINE+1]],
    memset(p, 0, (size_t)n * sizeof *p);
    long sum = p->a + p->b + p->c;
    free(p);
    return sum;
}

struct near_cleared {
    long a, b, c;
};
static long one(void) {
    struct near_cleared *p;
    NEW(p);
    p->b = 6;
    memset(p, 0, sizeof *p);
    long sum = p->a + p->b + p->c;
    free(p);
    return sum;
}

struct printed {
    long a, b, c;
};
static long to_the_library(void) {
    struct printed *p;
    char text[40];
    NEW(p);
    p->b = 6;
    // LINE: Name: SplitBytes
    // LINE: Line: [[#@LINE+1]],
    long sum = snprintf(text, sizeof text, "%p", (void *)p) > 2;
    sum += p->a + p->b + p->c;
    free(p);
    return sum;
}

struct near_printed {
    long a, b, c;
};
static long a_field_to_the_library(void) {
    struct near_printed *p;
    char text[40];
    NEW(p);
    p->b = 6;
    long sum = snprintf(text, sizeof text, "%ld", p->b);
    sum += p->a + p->b + p->c;
    free(p);
    return sum;
}

struct aligned {
    char a;
    _Alignas(16) int b;
    double c;
};
static long between(void) {
    struct aligned *p;
    NEW(p);
    // LINE: Name: SplitBytes
    // LINE: Line: [[#@LINE+1]],
    ((char *)p)[1] = 3;
    long sum = p->a + p->b + (long)p->c;
    free(p);
    return sum;
}

struct near_aligned {
    char a;
    _Alignas(16) int b;
    double c;
};
static long at_the_start(void) {
    struct near_aligned *p;
    NEW(p);
    ((char *)p)[0] = 3;
    long sum = p->a + p->b + (long)p->c;
    free(p);
    return sum;
}

struct large {
    long a, b;
    char text[5000];
};
static long too_large(void) {
    struct large *p;
    NEW(p);
    p->b = 6;
    strcpy(p->text, "large");
    long sum = p->b + (long)strlen(p->text);
    free(p);
    return sum;
}

struct __attribute__((packed)) tight {
    char a;
    long b, c;
};
static long packed(void) {
    struct tight *p;
    NEW(p);
    p->b = 7;
    long sum = p->b + p->c;
    free(p);
    return sum;
}

int main(int argc, char **argv) {
    (void)argv;
    printf("%ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld %ld\n", by_value(),
           not_from_a_pool(), only_copied(), inside(), from_a_field(), to_a_field(), how_far(argc),
           what_is_there(argc), behind(argc), pieces(), any_number(argc), one(), to_the_library(), a_field_to_the_library(), between(),
           at_the_start(), too_large(), packed());
    return 0;
}
