// counted_by makes the front end read the count and compute sizes from it.
//
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -emit-llvm -S %s -o %t.ll
// RUN: lathe opt --passes=dtrans-analysis %t.ll | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes='dtrans-shuffle<seed=1>' \
// RUN:   --passes='dtrans-shuffle<seed=2>'

#include <stdio.h>
#include <stdlib.h>

// CHECK-LABEL: type struct.counted size 8 {{.*}} legal reorder-fields delete-fields split
// CHECK-NEXT: field 0 n offset 0 size 8 reads 1 writes 1
struct counted {
    long n;
    int items[] __attribute__((counted_by(n)));
};
// CHECK-LABEL: type struct.points size 16 {{.*}} legal reorder-fields delete-fields split
// CHECK-NEXT: field 0 n offset 0 size 8 reads 1 writes 1
struct points {
    long n;
    int *items __attribute__((counted_by(n)));
};

int main(int argc, char **argv) {
    struct counted *c = malloc(sizeof *c + argc * sizeof(int));
    c->n = argc;
    c->items[0] = 1;
    struct points *p = malloc(sizeof *p);
    p->items = malloc(argc * sizeof(int));
    p->n = argc;
    p->items[0] = 2;
    printf("%d %d\n", c->items[0] + (int)__builtin_dynamic_object_size(c->items, 0),
           p->items[0] + (int)__builtin_dynamic_object_size(p->items, 0));
    return 0;
}

// CHANGES dtrans-shuffle<seed=1>: struct.counted shuffle 96; struct.points shuffle 80
// CHANGES dtrans-shuffle<seed=2>: struct.counted shuffle 88; struct.points shuffle 96
