// Which allocations a pool can stand for, and what is said of others.
// RUN: lathe opt --passes='dtrans-pool<force>' --remarks=%t.yaml %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: %python %S/Inputs/reasons.py %t.yaml | FileCheck %s --check-prefix=WHY
// RUN: %python %tests/run/compare.py %s --passes='dtrans-pool<force>'
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct grown { struct grown *next; int v; };
struct row { struct row *next; int v; };
struct aligned { struct aligned *next; int v; };
struct measured { struct measured *next; int v; };
struct tail { struct tail *next; int n; char text[]; };
struct single { struct single *next; int v; };
struct both { struct both *next; int v; };

// CHECK-DAG: %struct.grown = type { ptr, i32 }
// CHECK-DAG: %struct.row = type { ptr, i32 }
// CHECK-DAG: %struct.aligned = type { ptr, i32 }
// CHECK-DAG: %struct.measured = type { ptr, i32 }
// CHECK-DAG: %struct.tail = type { ptr, i32, [0 x i8] }
// CHECK-DAG: %__DPL_struct.single = type { i32, i32 }
// Single objects are pooled although others of the type are not; the field keeps its width.
// CHECK-DAG: %__DPL_struct.both = type { ptr, i32 }

static struct grown *grow(void) {
    struct grown *g = malloc(sizeof *g);
    g->next = NULL;
    g->v = 1;
    // WHY-DAG: PoolAllocator struct.grown line [[@LINE+1]]: an object is reallocated
    g = realloc(g, sizeof *g);
    return g;
}
static struct row *rows(int n) {
    // WHY-DAG: PoolArray struct.row line [[@LINE+1]]: more than one object, or an unknown number, is allocated at once
    struct row *r = malloc((size_t)n * sizeof *r);
    for (int i = 0; i < n; i++) {
        r[i].next = i ? &r[i - 1] : NULL;
        r[i].v = i;
    }
    return &r[n - 1];
}
static struct aligned *line(void) {
    // WHY-DAG: PoolAllocator struct.aligned line [[@LINE+1]]: objects are allocated by other functions than malloc and calloc
    struct aligned *a = aligned_alloc(64, sizeof *a);
    a->next = NULL;
    a->v = 4;
    return a;
}
static size_t measure(void) {
    struct measured *m = malloc(sizeof *m);
    m->next = m;
    m->v = 3;
    // WHY-DAG: AddressTaken struct.measured line [[@LINE+1]]: malloc_usable_size keeps the pointer
    size_t size = malloc_usable_size(m);
    int v = m->next->v;
    free(m);
    return (size >= sizeof *m) + (size_t)v;
}
static struct tail *text(const char *s, struct tail *next) {
    // WHY-DAG: PoolArray struct.tail {{.*}}: objects end in an array of any length
    struct tail *t = malloc(sizeof *t + strlen(s) + 1);
    t->next = next;
    t->n = (int)strlen(s);
    strcpy(t->text, s);
    return t;
}
static struct single *one(struct single *next, int v) {
    struct single *s = v % 2 ? malloc(sizeof *s) : calloc(sizeof *s, 1);
    s->next = next;
    s->v = v;
    return s;
}
static struct both *pair(int n) {
    struct both *b = malloc(sizeof *b), *c = malloc(2 * sizeof *c);
    b->next = c;
    b->v = n;
    c->next = NULL;
    c->v = n + 1;
    return b;
}

int main(void) {
    struct tail *t = text("b", text("a", NULL));
    struct single *s = NULL;
    struct both *b = pair(5);
    struct grown *g = grow();
    struct aligned *a = line();
    for (int i = 0; i < 5; i++)
        s = one(s, i);
    printf("%d %d %s%s %d %d %zu", g->v + (g->next == NULL), rows(3)->next->v, t->text,
           t->next->text, s->next->v, a->v + (a->next == NULL), measure());
    printf(" %d %d\n", b->next->v, b->next->next == NULL);
    while (s) {
        struct single *next = s->next;
        free(s);
        s = next;
    }
    return 0;
}
