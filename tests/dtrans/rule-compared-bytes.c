// RUN: lathe opt --passes='dtrans-analysis<type=struct.node>' %s | FileCheck %s
// RUN: %compare %s
// RUN: %compare --cflags=-fcommon %s
//
// memcmp compares pointers, too: the object's address and that of its first field stay one. The
// object is a tentative definition, which shuffling fills like any other.

// CHECK: field 0 id {{.*}}pinned

#include <stdio.h>
#include <string.h>

struct node {
    int id;
    char kind;
    long value;
};
struct node one;

int main(int argc, char **argv) {
    struct node *objects[2] = {&one, &one};
    int *fields[2] = {&one.id, &one.id};
    one.id = argc;
    one.kind = 2;
    one.value += 3;
    printf("%d %d\n", memcmp(objects, fields, sizeof objects) != 0, objects[1] == objects[0]);
    printf("%d %d %ld\n", *fields[1], objects[1]->kind, objects[0]->value);
    return 0;
}
