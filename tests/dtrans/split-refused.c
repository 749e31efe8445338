// RUN: lathe opt '--passes=dtrans-split<force>' %s -o %t.ll --remarks=%t.yaml
// RUN: %python %S/Inputs/remark_lines.py %t.yaml | sort | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// RUN: lathe opt '--passes=dtrans-split' %s -o %t.own.ll --stats 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: %python %tests/run/compare.py %s '--passes=dtrans-split<force>' '--passes=dtrans-split<force;index=32>'
/* Reasons to leave a struct alone, above all those that have to do with what is side by side, and
 * beside them, with a name in _ok, what differs in that point alone and is split. What else forbids
 * it is in soa-refused.c: the proofs are the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRUCT(NAME)                                                                               \
    struct NAME {                                                                                  \
        int key, other;                                                                            \
        double value;                                                                              \
        struct NAME *next;                                                                         \
    }
#define NEW(NAME, N) calloc((N), sizeof(struct NAME))

/* Nothing here is large or hot enough without force. */
// OWN-NOT: types changed by dtrans-split
// OWN: 0 types changed by dtrans-split

/* Even fields that end up side by side in a group are reached by their own names only. */
// CHECK-DAG: across: {{.+}}
// CHECK-DAG: across_ok: Split
// IR-DAG: %struct.across = type
STRUCT(across);
STRUCT(across_ok);
static int run_across(int n) {
    struct across *a = NEW(across, n);
    int *k = &a[1].key;
    a[1].other = 5;
    a[1].key = 6;
    int sum = k[0] * 10 + *(int *)((char *)k + 4);
    free(a);
    return sum;
}
static int run_across_ok(int n) {
    struct across_ok *a = NEW(across_ok, n);
    int *k = &a[1].key, *o = &a[1].other;
    *o = 5;
    *k = 6;
    int sum = k[0] * 10 + *o;
    free(a);
    return sum;
}

/* Part of an element is copied. */
// CHECK-DAG: part: {{.+}}
// CHECK-DAG: part_ok: Split
// IR-DAG: %struct.part = type
STRUCT(part);
STRUCT(part_ok);
static int run_part(int n) {
    struct part *a = NEW(part, n);
    a[0].key = 3;
    a[0].other = 4;
    memcpy(&a[1], &a[0], 2 * sizeof(int));
    int sum = a[1].key * 10 + a[1].other;
    free(a);
    return sum;
}
static int run_part_ok(int n) {
    struct part_ok *a = NEW(part_ok, n);
    a[0].key = 3;
    a[0].other = 4;
    memcpy(&a[1], &a[0], sizeof a[0]);
    int sum = a[1].key * 10 + a[1].other;
    free(a);
    return sum;
}

// CHECK-DAG: two: more than one block of it may be alive, and a number would not tell which
// CHECK-DAG: two_ok: Split
STRUCT(two);
STRUCT(two_ok);
static int run_two(int n) {
    struct two *a = NEW(two, n), *b = NEW(two, n);
    a[1].next = b;
    b[0].key = 4;
    int sum = a[1].next->key;
    free(a);
    free(b);
    return sum;
}
static int run_two_ok(int n) {
    struct two_ok *a = NEW(two_ok, n);
    a[1].next = a;
    a[0].key = 4;
    int sum = a[1].next->key;
    free(a);
    return sum;
}

// CHECK-DAG: sorted: a library function is given an element's address
STRUCT(sorted);
static int by_key(const void *x, const void *y) {
    return ((const struct sorted *)x)->key - ((const struct sorted *)y)->key;
}
static int run_sorted(int n) {
    struct sorted *a = NEW(sorted, n);
    for (int i = 0; i < n; i++)
        a[i].key = n - i;
    qsort(a, (size_t)n, sizeof *a, by_key);
    int sum = a[0].key;
    free(a);
    return sum;
}

/* A struct of one field has nothing to split; it becomes an array of the field. */
// CHECK-DAG: lone: Split
// IR-DAG: %__SPLIT_struct.lone = type { ptr }
// IR-NOT: %__SPLIT_struct.lone.0
struct lone {
    struct lone *next;
};
static int run_lone(int n) {
    struct lone *a = NEW(lone, n);
    a[1].next = &a[2];
    int sum = (int)(a[1].next - a);
    free(a);
    return sum;
}

int main(int argc, char **argv) {
    (void)argv;
    int n = 10 + argc;
    printf("%d %d %d %d %d %d %d %d\n", run_across(n), run_across_ok(n), run_part(n),
           run_part_ok(n), run_two(n), run_two_ok(n), run_sorted(n), run_lone(n));
    return 0;
}
