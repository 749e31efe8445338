// Addresses of fields with pointers to pooled objects: what is computed with them, in bytes or as
// numbers, would be wrong if the fields were narrow; what an address may lead to is narrow as a
// whole, or not at all.
// RUN: lathe opt --passes='dtrans-pool<force>' --remarks=%t.yaml %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: %python %S/Inputs/reasons.py %t.yaml | FileCheck %s --check-prefix=WHY
// RUN: %python %tests/run/compare.py %s --passes='dtrans-pool<force>' \
// RUN:   --passes='dtrans-shuffle<seed=7>,dtrans-pool<force>'
#include <stdio.h>
#include <stdlib.h>

struct bytes { struct bytes *kids[4]; int v; };
struct near_bytes { struct near_bytes *kids[4]; int v; };
struct apart { struct apart *kids[4]; int v; };
struct near_apart { struct near_apart *kids[4]; int v; };
struct node { struct node *next; int v; };
struct list { struct node *first; int n; short m; };
struct near_node { struct near_node *next; int v; };
struct near_list { struct near_node *first; int n; short m; };
struct large { struct large *next; char text[1 << 20]; };
struct near_large { struct near_large *next; char text[1 << 10]; };

// CHECK-DAG: %__DPL_struct.bytes = type { [4 x ptr], i32 }
// CHECK-DAG: %__DPL_struct.near_bytes = type { [4 x i32], i32 }
// CHECK-DAG: %__DPL_struct.apart = type { [4 x ptr], i32 }
// CHECK-DAG: %__DPL_struct.near_apart = type { [4 x i32], i32 }
// CHECK-DAG: %__DPL_struct.node = type { ptr, i32 }
// CHECK-DAG: %struct.list = type { ptr, i32, i16 }
// CHECK-DAG: %__DPL_struct.near_node = type { i32, i32 }
// CHECK-DAG: %__DPLDT_struct.near_list = type { i32, i32, i16 }
// CHECK-DAG: %struct.large = type { ptr, [1048576 x i8] }
// CHECK-DAG: %__DPL_struct.near_large = type { i32, [1024 x i8] }

#define NEW(p)                                                                                     \
    do {                                                                                           \
        if (!((p) = calloc(1, sizeof *(p))))                                                       \
            exit(1);                                                                               \
    } while (0)

static int bytes(int n) {
    struct bytes *b;
    NEW(b);
    for (int i = 0; i < 4; i++)
        b->kids[i] = b;
    b->v = 3;
    char *first = (char *)b->kids;
    // WHY-DAG: PoolAddress struct.bytes line [[@LINE+1]]: an address among such fields is computed in bytes
    int v = (*(struct bytes **)(first + (size_t)n * sizeof b))->v;
    free(b);
    return v;
}
static int near_bytes(int n) {
    struct near_bytes *b;
    NEW(b);
    for (int i = 0; i < 4; i++)
        b->kids[i] = b;
    b->v = 3;
    struct near_bytes **first = b->kids;
    int v = first[n]->v;
    free(b);
    return v;
}

static int apart(void) {
    struct apart *a;
    NEW(a);
    a->kids[0] = a->kids[1] = a;
    struct apart **at = a->kids;
    while (*at)
        at++;
    // WHY-DAG: PoolAddress struct.apart line [[@LINE+1]]: arithmetic is done on the address of such a field
    int v = (int)(at - a->kids);
    free(a);
    return v;
}
static int near_apart(void) {
    struct near_apart *a;
    NEW(a);
    a->kids[0] = a->kids[1] = a;
    struct near_apart **at = a->kids;
    int v = 0;
    while (*at) {
        at++;
        v++;
    }
    free(a);
    return v;
}

// One of the fields that a pointer leads to is kept by what holds it, and so the other must stay, too.
// WHY-DAG: PoolHolder struct.node {{.*}}: a struct that is passed by value holds such a pointer
__attribute__((noinline)) static int by_value(struct list l) { return l.first->v + l.n + l.m; }
static int list(void) {
    struct list l = {NULL, 0, 5};
    struct node **at = &l.first;
    for (; l.n < 4; l.n++) {
        NEW(*at);
        (*at)->v = l.n + 1;
        at = &(*at)->next;
    }
    int v = by_value(l);
    while (l.first) {
        struct node *gone = l.first;
        l.first = gone->next;
        v = v * 3 + gone->v;
        free(gone);
    }
    return v;
}
__attribute__((noinline)) static int by_address(const struct near_list *l) {
    return l->first->v + l->n + l->m;
}
static int near_list(void) {
    struct near_list l = {NULL, 0, 5};
    struct near_node **at = &l.first;
    for (; l.n < 4; l.n++) {
        NEW(*at);
        (*at)->v = l.n + 1;
        at = &(*at)->next;
    }
    int v = by_address(&l);
    while (l.first) {
        struct near_node *gone = l.first;
        l.first = gone->next;
        v = v * 3 + gone->v;
        free(gone);
    }
    return v;
}

// WHY-DAG: PoolArray struct.large {{.*}}: objects are larger than a pool is for
#define LINKED_TO_ITSELF(T)                                                                        \
    static int T(void) {                                                                           \
        struct T *one;                                                                             \
        NEW(one);                                                                                  \
        one->next = one;                                                                           \
        one->next->text[7] = 7;                                                                    \
        int v = one->text[7];                                                                      \
        free(one);                                                                                 \
        return v;                                                                                  \
    }
LINKED_TO_ITSELF(large)
LINKED_TO_ITSELF(near_large)

int main(int argc, char **argv) {
    (void)argv;
    printf("%d %d %d %d %d %d %d %d\n", bytes(argc), near_bytes(argc), apart(), near_apart(),
           list(), near_list(), large(), near_large());
    return 0;
}
