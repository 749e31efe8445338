// RUN: lathe opt --passes='dtrans-delete-fields<pays>,dtrans-reorder-fields<pays>' %s -o - | FileCheck %s
// RUN: lathe opt --passes='dtrans-delete-fields,dtrans-reorder-fields' %s -o - | FileCheck %s --check-prefix=ALL
// RUN: lathe opt --passes='dtrans-reorder-fields<pays>' --dtrans-only=once %s -o - | FileCheck %s --check-prefix=ONLY
// RUN: %python %tests/run/compare.py %s --passes='dtrans-delete-fields<pays>,dtrans-reorder-fields<pays>'
//
// What is only a few variables stays as it is if a change is to pay: no program is linked again for
// that. Objects on the heap, large arrays, and what lies in either of them, count.

// CHECK-DAG: %struct.once = type { i8, i64, i8 }
// CHECK-DAG: %struct.local = type { i8, i64, i8 }
// CHECK-DAG: %struct.within = type { i8, i64, i8 }
// CHECK-DAG: %__DRF_struct.heap = type { i64, i8, i8 }
// CHECK-DAG: %__DRF_struct.row = type { i64, i8, i8 }
// CHECK-DAG: %__DRF_struct.part = type { i8, i8, i64 }
// ALL-DAG: %__DRF_struct.once = type { i8, i8, i64 }
// ALL-DAG: %__DRF_struct.local = type { i64, i8, i8 }
// ALL-DAG: %__DRF_struct.within = type { i8, i8, i64 }
// ONLY: %struct.once = type { i8, i64, i8 }

#include <stdio.h>
#include <stdlib.h>

#define FIELDS                                                                                     \
    char a;                                                                                        \
    long b;                                                                                        \
    char c;
struct once {
    FIELDS
};
struct local {
    FIELDS
};
struct within {
    FIELDS
};
struct heap {
    FIELDS
};
struct row {
    FIELDS
};
struct part {
    FIELDS
};
struct whole {
    long number;
    struct part part;
};
struct holder {
    long number;
    struct within within;
};

static struct once once;
static struct holder holder;
static struct row rows[3000];

__attribute__((noinline)) static long sum_local(struct local *l) {
    return l->a + l->b + l->c;
}

__attribute__((noinline)) static long sum_part(struct part *p) {
    return p->a + p->b + p->c;
}

__attribute__((noinline)) static long sum_within(struct within *w) {
    return w->a + w->b + w->c;
}

int main(int argc, char **argv) {
    (void)argv;
    struct local local = {(char)(argc + 1), argc, (char)(argc + 3)};
    struct heap *heap = malloc(sizeof *heap);
    struct whole *whole = malloc(sizeof *whole);
    once.a = (char)(argc + 1), once.b = argc, once.c = (char)(argc + 2);
    holder.within.a = (char)(argc + 4), holder.within.b = argc, holder.within.c = (char)(argc + 6);
    heap->a = (char)(argc + 7), heap->b = argc, heap->c = (char)(argc + 9);
    whole->part.a = (char)(argc + 1), whole->part.b = argc, whole->part.c = (char)(argc + 5), whole->number = argc;
    for (int i = 0; i < 3000; i++)
        rows[i].a = (char)(argc + 1), rows[i].b = i, rows[i].c = (char)(argc + 2);
    long sum = once.a + once.b + once.c + sum_local(&local) + sum_within(&holder.within) +
               heap->a + heap->b + heap->c + sum_part(&whole->part) + whole->number;
    for (int i = 0; i < 3000; i += argc)
        sum += rows[i].a + rows[i].b * rows[i].c;
    printf("%ld\n", sum + holder.number);
    return 0;
}
