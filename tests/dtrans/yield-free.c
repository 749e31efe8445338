// free only ever gets the start of a block: a pointer that may be a later member by its class alone
// blocks nothing; one that may be the first member keeps that member first.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -emit-llvm -S %s -o %t.ll
// RUN: lathe opt --passes=dtrans-analysis %t.ll | FileCheck %s

#include <stdlib.h>

// CHECK-LABEL: type struct.first size
// CHECK-SAME: legal reorder-fields delete-fields
// CHECK-NEXT: field 0 sum {{.*}} pinned
struct first {
    double sum;
    long n;
};

// CHECK-LABEL: type struct.later size
// CHECK-SAME: legal reorder-fields delete-fields
// CHECK-NOT: BadPtrManipulation
struct later {
    long n;
    double mean;
};

static double mean_of(double *place) {
    return *place / 2;
}

static double use_later(struct later *s, long n) {
    double *block = malloc(sizeof *block);
    *block = s->mean;
    double *either = n > 1 ? &s->mean : block;
    double result = mean_of(either) + (double)s->n;
    free(block);
    return result;
}

static void drop(double *sum) {
    free(sum);
}

int main(int argc, char **argv) {
    struct later *s = calloc(1, sizeof *s);
    struct first *f = calloc(1, sizeof *f);
    f->n = argc;
    double result = use_later(s, f->n);
    drop(&f->sum);
    free(s);
    return result > 1;
}
