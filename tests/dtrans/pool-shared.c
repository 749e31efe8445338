// A pointer to a pointer may lead to a field, to a variable, or into a row of pointers: all of them
// become narrow, or none.
// RUN: lathe opt --passes='dtrans-pool<force>' --remarks=%t.yaml %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: %python %S/Inputs/reasons.py %t.yaml | FileCheck %s --check-prefix=WHY
// RUN: %python %tests/run/compare.py %s --passes='dtrans-pool<force>' \
// RUN:   --passes='dtrans-shuffle<seed=5>,dtrans-pool<force>'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct local { struct local *next; int v; };
struct global { struct global *next; int v; };
struct entry { struct entry *chain; int v; };
struct table { struct entry **buckets; int size; };
struct kid { struct kid *kids[3]; int v; };
struct fixed { struct fixed *next; int v; };
struct sorted { struct sorted *next; int v; };
struct apart { struct apart *next; int v; };
struct first { struct first *next; int v; };

// CHECK-DAG: %__DPL_struct.local = type { i32, i32 }
// CHECK-DAG: %__DPL_struct.global = type { i32, i32 }
// CHECK-DAG: @all = internal global i32 0, align 8
// CHECK-DAG: %__DPL_struct.entry = type { i32, i32 }
// CHECK-DAG: %struct.table = type { ptr, i32 }
// CHECK-DAG: %__DPL_struct.kid = type { [3 x i32], i32 }
// CHECK-DAG: %__DPL_struct.fixed = type { i32, i32 }
// CHECK-DAG: @rows = internal global [4 x i32] zeroinitializer
// CHECK-DAG: %__DPL_struct.sorted = type { ptr, i32 }
// CHECK-DAG: %__DPL_struct.apart = type { i32, i32 }
// CHECK-DAG: @loose = internal global ptr null
// CHECK-DAG: %__DPL_struct.first = type { ptr, i32 }

#define NEW(T, n, number)                                                                          \
    struct T *n = malloc(sizeof *n);                                                               \
    memset(n, 0, sizeof *n);                                                                       \
    n->v = (number)

// CHECK-LABEL: define {{.*}}i32 @locals(
// CHECK: alloca i32, align 8
__attribute__((noinline)) void put(struct local **at, int v) {
    NEW(local, n, v);
    while (*at && (*at)->v < v)
        at = &(*at)->next;
    n->next = *at;
    *at = n;
}
__attribute__((noinline)) int locals(void) {
    struct local *head = NULL;
    int sum = 0;
    for (int i = 0; i < 7; i++)
        put(&head, i * 5 % 7);
    for (struct local **at = &head; *at;)
        if ((*at)->v % 2) {
            struct local *gone = *at;
            *at = gone->next;
            free(gone);
        } else {
            sum = sum * 10 + (*at)->v;
            at = &(*at)->next;
        }
    return sum;
}

static struct global *all;
static int globals(void) {
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        NEW(global, n, i);
        struct global **at = &all;
        while (*at)
            at = &(*at)->next;
        *at = n;
    }
    for (struct global *g = all; g; g = g->next)
        sum = sum * 10 + g->v;
    return sum;
}

// CHECK-LABEL: define {{.*}}ptr @slot(
// CHECK: getelementptr inbounds {{.*}}i32, ptr %{{.*}}, i64
__attribute__((noinline)) struct entry **slot(struct table *t, int v) {
    struct entry **at = &t->buckets[v % t->size];
    while (*at && (*at)->v != v)
        at = &(*at)->chain;
    return at;
}
// CHECK-LABEL: define {{.*}}i32 @entries(
// CHECK: call {{.*}}ptr @calloc(i64 {{.*}}4, i64 {{.*}}4)
// CHECK: call {{.*}}ptr @realloc(ptr {{.*}}, i64 {{.*}}28)
__attribute__((noinline)) int entries(void) {
    struct table t = {calloc(4, sizeof *t.buckets), 4};
    int sum = 0;
    for (int i = 0; i < 30; i++) {
        struct entry **at = slot(&t, i * i % 17);
        if (*at) {
            struct entry *gone = *at;
            *at = gone->chain;
            sum += gone->v;
            free(gone);
        } else {
            *at = malloc(sizeof **at);
            (*at)->chain = NULL;
            (*at)->v = i * i % 17;
        }
    }
    t.buckets = realloc(t.buckets, 7 * sizeof *t.buckets);
    t.buckets[sum % 4 + 3] = t.buckets[1];
    for (struct entry *e = t.buckets[sum % 4 + 3]; e; e = e->chain)
        sum = sum * 3 + e->v;
    free(t.buckets);
    return sum;
}

// CHECK-LABEL: define {{.*}}ptr @place(
// CHECK: getelementptr inbounds {{.*}}[3 x i32], ptr
__attribute__((noinline)) struct kid **place(struct kid **at, int v) {
    while (*at)
        at = &(*at)->kids[v++ % 3];
    return at;
}
static int kids(void) {
    struct kid *root = NULL;
    int sum = 0;
    for (int i = 0; i < 12; i++) {
        NEW(kid, n, i);
        *place(&root, i) = n;
    }
    for (struct kid *k = root; k; k = k->kids[2] ? k->kids[2] : k->kids[k->v % 2])
        sum = sum * 7 + k->v;
    return sum;
}

static struct fixed *rows[4];
static int fixed(int n) {
    int sum = 0;
    for (int i = 0; i < 9; i++) {
        NEW(fixed, f, i);
        struct fixed **at = &rows[i % (3 + n)];
        while (*at)
            at = &(*at)->next;
        *at = f;
    }
    for (int i = 0; i < 4; i++)
        for (struct fixed *f = rows[i]; f; f = f->next)
            sum = sum * 3 + f->v;
    return sum;
}

// The library moves 8 bytes at a time.
static int compare(const void *a, const void *b) {
    return (*(struct sorted *const *)a)->v - (*(struct sorted *const *)b)->v;
}
static int sorted(int n) {
    struct sorted *row[5];
    for (int i = 0; i < 5; i++) {
        NEW(sorted, s, i * 3 % 5);
        row[i] = s;
    }
    // WHY-DAG: PoolAddress struct.sorted line [[@LINE+1]]: such fields are handed on as bytes
    qsort(row, 5, sizeof *row, compare);
    struct sorted **at = row;
    row[0]->next = row[n + 3];
    for (int i = 0; i < n; i++)
        at = &(*at)->next;
    return (*at)->v * 10 + row[n]->v;
}
// Nothing leads to both, so the variable stays as it is.
static struct apart *loose;
static int apart(void) {
    NEW(apart, a, 2);
    a->next = a;
    loose = a->next;
    return loose->v;
}
// A variable in a section of its own may be part of something larger.
// WHY-DAG: PoolShared struct.first line [[@LINE+1]]: a pointer to such a field may also lead to other memory
static struct first *fixed_head __attribute__((section("heads")));
static int first(int n) {
    struct first **at = &fixed_head;
    for (int i = 0; i < 3 + n; i++) {
        NEW(first, f, i);
        *at = f;
        at = &f->next;
    }
    return fixed_head->next->v;
}

int main(int argc, char **argv) {
    (void)argv;
    printf("%d %d %d %d %d %d %d %d\n", locals(), globals(), entries(), kids(), fixed(argc),
           sorted(argc), apart(), first(argc));
    return 0;
}
