// RUN: clang -O2 -c -emit-llvm %s -o %t.bc
// RUN: lathe opt --passes='dtrans-analysis<type=struct.number>' %t.bc | FileCheck %s
// RUN: %compare %t.bc
//
// A library function stores a pointer in the first field. In optimised IR it is given the object's
// address, and nothing else tells of the field.

// CHECK: legal reorder-fields
// CHECK: field 0 {{.*}}pinned

#include <stdio.h>
#include <stdlib.h>

struct number {
    char *rest;
    int digits;
    long value;
    char known;
};
static struct number numbers[3];

__attribute__((noinline)) static void parse(int i, const char *text) {
    struct number *n = &numbers[i];
    n->digits = 2;
    n->known = 1;
    n->value = strtol(text, &n->rest, 10);
}

int main(int argc, char **argv) {
    parse(argc, "12xyz");
    for (int i = 0; i < 3; i++)
        printf("%d %ld %d\n", numbers[i].digits, numbers[i].value, numbers[i].known);
    return 0;
}
