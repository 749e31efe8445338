// RUN: lathe opt '--passes=dtrans-split<force>' %s -o %t.ll --remarks=%t.yaml
// RUN: %python %S/Inputs/remark_lines.py %t.yaml | sort | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// RUN: %python %tests/run/compare.py %s '--passes=dtrans-split<force>' '--passes=dtrans-split<force;index=32>'
/* Reasons to leave a struct alone, above all those that have to do with what is side by side, and
 * beside them, with a name in _ok, what differs in that point alone and is split. What else forbids
 * it is in soa-refused.c: the proofs are the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRUCT(NAME)                                                                               \
    struct NAME {                                                                                  \
        int key, other, third, fourth;                                                             \
        double value;                                                                              \
        struct NAME *next;                                                                         \
    }
#define NEW(NAME, N) calloc((N), sizeof(struct NAME))

/* Even fields that end up side by side in a group are reached by their own names only. */
// CHECK-DAG: across: the address of one field is computed from another's
// CHECK-DAG: across_ok: Split
// IR-DAG: %struct.across = type
STRUCT(across);
STRUCT(across_ok);
static int run_across(int n) {
    struct across *a = NEW(across, n);
    int *k = &a[1].other;
    a[1].third = 5;
    a[1].other = 6;
    int sum = k[0] * 10 + *(int *)((char *)k + 4);
    free(a);
    return sum;
}
static int run_across_ok(int n) {
    struct across_ok *a = NEW(across_ok, n);
    int *k = &a[1].other, *o = &a[1].third;
    *o = 5;
    *k = 6;
    int sum = k[0] * 10 + *o;
    free(a);
    return sum;
}

/* Where a field ends the next one begins, but nobody looks there. */
// CHECK-DAG: ends_ok: Split
struct ends_ok {
    int key;
    short data[4];
    int after;
    long more;
};
static int run_ends_ok(int n) {
    struct ends_ok *a = NEW(ends_ok, n);
    int sum = 0;
    for (short *p = a[1].data; p != a[1].data + 4; p++)
        *p = 2;
    for (short *p = a[1].data; p < a[1].data + 4; p++)
        sum += *p;
    a[1].after = sum;
    sum = sum * 10 + a[1].after;
    free(a);
    return sum;
}
// CHECK-DAG: ends: WholeStructureReference
struct ends {
    int key;
    short data[4];
    int after;
    long more;
};
static int run_ends(int n) {
    struct ends *a = NEW(ends, n);
    a[1].after = 7;
    int sum = *(int *)(a[1].data + 4);
    free(a);
    return sum;
}

/* Part of an element is copied. */
// CHECK-DAG: part: BadMemFuncSize
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

// CHECK-DAG: two: more than one block of it may be alive, and an index would not say which
// CHECK-DAG: two_ok: Split
STRUCT(two);
STRUCT(two_ok);
static int sum_two(const struct two *p) {
    return p->key;
}
static int sum_two_ok(const struct two_ok *p) {
    return p->key;
}
static int run_two(int n) {
    struct two *a = NEW(two, n), *b = NEW(two, n);
    a[1].key = 3;
    b[1].key = 4;
    int sum = sum_two(a + 1) * 10 + sum_two(b + 1);
    free(a);
    free(b);
    return sum;
}
static int run_two_ok(int n) {
    struct two_ok *a = NEW(two_ok, n);
    a[1].key = 3;
    a[2].key = 4;
    int sum = sum_two_ok(a + 1) * 10 + sum_two_ok(a + 2);
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
    printf("%d %d %d %d %d %d %d %d %d %d\n", run_across(n), run_across_ok(n), run_ends(n),
           run_ends_ok(n), run_part(n), run_part_ok(n), run_two(n), run_two_ok(n), run_sorted(n),
           run_lone(n));
    return 0;
}
