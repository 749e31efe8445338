// A narrow field can hold nothing but addresses of pooled objects and null. Pointer classes do not
// see numbers, because nothing can be reached through them.
// RUN: lathe opt --passes='dtrans-pool<force>' --remarks=%t.yaml %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: %python %S/Inputs/reasons.py %t.yaml | FileCheck %s --check-prefix=WHY
// RUN: %python %tests/run/compare.py %s --passes='dtrans-pool<force>' \
// RUN:   --passes='dtrans-shuffle<seed=3>,dtrans-pool<force>'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tomb { struct tomb *next; int v; };
struct chosen { struct chosen *next; int v; };
struct passed { struct passed *next; int v; };
struct given { struct given *next; int v; };
struct listed { struct listed *next; int v; };
struct punned { struct punned *next; int v; };
struct filled { struct filled *next; int v; };
struct rounded { struct rounded *next; int v; };
struct made { struct made *next; int v; };
struct compared { struct compared *next; int v; };
struct cleared { struct cleared *next; int v; };

// All of these are pooled, and keep wide pointers.
// CHECK-DAG: %__DPL_struct.tomb = type { ptr, i32 }
// CHECK-DAG: %__DPL_struct.chosen = type { ptr, i32 }
// CHECK-DAG: %__DPL_struct.passed = type { ptr, i32 }
// CHECK-DAG: %__DPL_struct.given = type { ptr, i32 }
// CHECK-DAG: %__DPL_struct.listed = type { ptr, i32 }
// CHECK-DAG: %__DPL_struct.punned = type { ptr, i32 }
// CHECK-DAG: %__DPL_struct.filled = type { ptr, i32 }
// CHECK-DAG: %__DPL_struct.rounded = type { ptr, i32 }
// CHECK-DAG: %__DPL_struct.made = type { ptr, i32 }
// These only compare with a number, or fill with null.
// CHECK-DAG: %__DPL_struct.compared = type { i32, i32 }
// CHECK-DAG: %__DPL_struct.cleared = type { i32, i32 }

#define NEW(T, n, number)                                                                          \
    struct T *n = malloc(sizeof *n);                                                               \
    n->v = (number);                                                                               \
    n->next = NULL

static int tomb(void) {
    NEW(tomb, a, 1);
    NEW(tomb, b, 2);
    a->next = b;
    // WHY-DAG: PoolNumber struct.tomb {{.*}}: an integer that is not an address
    a->next->next = (struct tomb *)1;
    return b->next == (struct tomb *)1;
}
static int chosen(int n) {
    NEW(chosen, a, 1);
    // WHY-DAG: PoolNumber struct.chosen {{.*}}: an integer that is not an address
    struct chosen *p = n > 1 ? (struct chosen *)-1 : a;
    a->next = p;
    return a->next == (struct chosen *)-1;
}
__attribute__((noinline)) static void pass(struct passed *to, struct passed *next) {
    to->next = next;
}
static int passed(void) {
    NEW(passed, a, 1);
    NEW(passed, b, 2);
    pass(a, b);
    // WHY-DAG: PoolNumber struct.passed line [[@LINE+1]]: an integer that is not an address
    pass(b, (struct passed *)7);
    return a->next->v + (b->next == (struct passed *)7);
}
__attribute__((noinline)) static struct given *give(int n) {
    NEW(given, a, n);
    // WHY-DAG: PoolNumber struct.given {{.*}}: an integer that is not an address
    return n > 5 ? (struct given *)3 : a;
}
static int given(void) {
    struct given *a = give(1);
    a->next = give(6);
    return a->next == (struct given *)3;
}
static struct listed *table[2] = {NULL, (struct listed *)9};
static int listed(int n) {
    NEW(listed, a, n);
    table[0] = a;
    // WHY-DAG: PoolNumber struct.listed {{.*}}: an integer that is not an address
    a->next = table[n];
    return a->next == (struct listed *)9;
}
union word {
    uint64_t number;
    struct punned *pointer;
};
static int punned(int n) {
    NEW(punned, a, n);
    union word w[2];
    w[0].pointer = a;
    // WHY-DAG: PoolNumber struct.punned line [[@LINE+1]]: such a pointer's bytes are written
    w[n].number = 5;
    a->next = w[n].pointer;
    return a->next != NULL && w[0].pointer->v == n;
}
static int filled(int n) {
    NEW(filled, a, n);
    struct filled *row[4];
    // WHY-DAG: PoolNumber struct.filled line [[@LINE+1]]: such a pointer's bytes are written
    memset(row, n + 0xfe, sizeof row);
    row[0] = a;
    a->next = row[n];
    return a->next == (struct filled *)-1;
}
static int rounded(int n) {
    NEW(rounded, a, n);
    uintptr_t kept = (uintptr_t)a;
    // WHY-DAG: PoolNumber struct.rounded {{.*}}: an integer is cast to such a pointer
    a->next = (struct rounded *)kept;
    return a->next->v;
}
// Nothing is reached through what this field holds in some objects.
static int made(int n) {
    NEW(made, a, n);
    NEW(made, b, n);
    // WHY-DAG: PoolNumber struct.made {{.*}}: an integer that is not an address
    a->next = b;
    b->next = (struct made *)(uintptr_t)(n * 3);
    return a->next->v + (int)(uintptr_t)b->next;
}
static int compared(void) {
    NEW(compared, a, 1);
    NEW(compared, b, 2);
    a->next = b;
    return (a->next == (struct compared *)1) + a->next->v;
}
static int cleared(int n) {
    NEW(cleared, a, n);
    struct cleared *row[4];
    memset(row, 0, sizeof row);
    row[0] = a;
    a->next = row[n];
    return a->next == NULL;
}

int main(int argc, char **argv) {
    (void)argv;
    printf("%d %d %d %d %d %d %d %d %d %d %d\n", tomb(), chosen(argc + 1), passed(), given(),
           listed(argc), punned(argc), filled(argc), rounded(argc), made(argc), compared(), cleared(argc));
    return 0;
}
