// Objects of the type that are not in a pool keep pointers wide, unless they are members of pooled
// objects: those are at low addresses, too.
// RUN: lathe opt --passes='dtrans-pool<force>' --remarks=%t.yaml %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: %python %S/Inputs/reasons.py %t.yaml | FileCheck %s --check-prefix=WHY
// RUN: %python %tests/run/compare.py %s --passes='dtrans-pool<force>' \
// RUN:   --passes='dtrans-shuffle<seed=4>,dtrans-pool<force>'
#include <stdio.h>
#include <stdlib.h>

struct ring { struct ring *next, *prev; int v; };
struct fixed { struct fixed *next; int v; };
struct link { struct link *next, *prev; int v; };
struct ward { short name; struct link waiting, inside; struct ward *up; };
struct part { struct part *next; int v; };
struct block { struct part parts[3]; int n; };
struct bolt { struct bolt *next; char v; } __attribute__((packed));
struct frame { char c; struct bolt bolt; } __attribute__((packed));
struct wide { struct wide *next; int v; };
struct holder { struct wide first; long double much; struct holder *next; };

// CHECK-DAG: %__DPL_struct.ring = type { ptr, ptr, i32 }
// CHECK-DAG: %__DPL_struct.fixed = type { ptr, i32 }
// CHECK-DAG: %__DPL_struct.link = type { i32, i32, i32 }
// CHECK-DAG: %__DPL_struct.ward = type { %__DPL_struct.link, %__DPL_struct.link, i32, i16 }
// CHECK-DAG: %__DPL_struct.part = type { ptr, i32 }
// CHECK-DAG: %__DPL_struct.bolt = type <{ ptr, i8 }>
// CHECK-DAG: %__DPL_struct.wide = type { i32, i32 }
// A holder is aligned to 16 bytes, but must be where pointers to its first member can lead.
// CHECK-DAG: @lathe.pool.struct.holder = internal global {{.*}} { i32 48, i32 2, i64 0,
// CHECK-DAG: @lathe.pool.struct.wide = internal global {{.*}} { i32 8, i32 2, i64 0,

static int ring(void) {
    // WHY-DAG: PoolOutside struct.ring {{.*}}: some objects are variables
    struct ring head = {&head, &head, 0};
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        struct ring *r = malloc(sizeof *r);
        r->v = i;
        r->next = &head;
        r->prev = head.prev;
        head.prev->next = r;
        head.prev = r;
    }
    for (struct ring *r = head.next; r != &head; r = r->next)
        sum = sum * 10 + r->v;
    while (head.next != &head) {
        struct ring *r = head.next;
        head.next = r->next;
        r->next->prev = &head;
        free(r);
    }
    return sum;
}

// WHY-DAG: PoolMixed struct.fixed {{.*}}: a field also holds pointers to other objects
static struct fixed end = {&end, -1};
static int fixed(void) {
    struct fixed *f = malloc(sizeof *f);
    struct fixed *g = malloc(sizeof *g);
    f->next = g;
    f->v = 3;
    f->next->v = 4;
    f->next->next = &end;
    int v = f->v + g->next->v;
    free(f);
    free(g);
    return v;
}

static void append(struct link *head, int v) {
    struct link *l = malloc(sizeof *l);
    l->v = v;
    l->next = NULL;
    while (head->next)
        head = head->next;
    head->next = l;
    l->prev = head;
}
static struct ward *ward(struct ward *up, int n) {
    struct ward *w = calloc(1, sizeof *w);
    w->name = (short)n;
    w->up = up;
    for (int i = 0; i < n; i++)
        append(i % 2 ? &w->waiting : &w->inside, i);
    return w;
}
static int links(struct link *l) {
    int sum = 0;
    while (l->next)
        l = l->next;
    for (; l; l = l->prev)
        sum = sum * 3 + l->v;
    return sum;
}

// An array at once is no single object, so its members are in no pool.
// WHY-DAG: PoolOutside struct.part {{.*}}: some objects are inside others that are in no pool
static int parts(int n) {
    struct block *b = calloc((size_t)n, sizeof *b);
    struct part *p = malloc(sizeof *p);
    // WHY-DAG: PoolArray struct.block line [[@LINE-2]]: more than one object
    p->v = 5;
    p->next = &b->parts[n % 3];
    p->next->v = 6;
    p->next->next = p;
    int v = p->next->next->v;
    free(b);
    free(p);
    return v;
}

// Members of packed structs may be anywhere.
// WHY-DAG: PoolOutside struct.bolt {{.*}}: some objects are inside others that are in no pool
static int bolts(void) {
    struct frame *f = calloc(1, sizeof *f);
    struct bolt *b = malloc(sizeof *b);
    b->next = &f->bolt;
    b->next->v = 9;
    b->next->next = b;
    int v = b->next->v + (b->next->next == b);
    free(f);
    free(b);
    return v;
}

static int holders(void) {
    struct holder *h = calloc(1, sizeof *h);
    struct wide *w = calloc(1, sizeof *w);
    h->first.next = w;
    w->next = &h->first;
    h->much = 1.5L;
    h->next = h;
    h->first.v = 8;
    int v = w->next->v + (int)h->next->much;
    free(w);
    free(h);
    return v;
}

int main(int argc, char **argv) {
    (void)argv;
    struct ward *w = ward(ward(NULL, 5), 8);
    printf("%d %d %d %d %d %d %d %d %d\n", ring(), fixed(), links(&w->waiting), links(&w->inside),
           links(&w->up->waiting), w->up->name, parts(argc), bolts(), holders());
    return 0;
}
