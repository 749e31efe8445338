// RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s
// RUN: %compare %s
// RUN: %compare --cflags=-O0 %s
//
// A front end initialises an array of structs through a type it makes up, in which some elements
// are the struct and others are spelled out with their padding.

// CHECK: type struct.row {{.*}}legal reorder-fields
// CHECK-NOT: UnhandledUse

#include <stdio.h>

struct row {
    char a;
    long b;
    short c;
};

__attribute__((noinline)) static long sum(struct row *p, int n) {
    long result = 0;
    for (int i = 0; i < n; i++)
        result = result * 3 + p[i].a + p[i].b + p[i].c;
    return result;
}

int main(int argc, char **argv) {
    struct row some[] = {[2] = {1, 2, 3}, [0] = {.b = 5}};
    struct row many[][3] = {{{1, 2, 3}}, {[1] = {.c = 4}}, {[2] = {5, 6, 7}}};
    printf("%ld %ld\n", sum(some, 3), sum(many[0], 3) + sum(many[1], 3) * 5 + sum(many[2], 3));
    return argc - 1;
}
