// A global struct whose first member is an array: the front end enters the array from the global's
// address alone. That is the member, not the object walked in bytes; the member stays first.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -emit-llvm -S %s -o %t.ll
// RUN: lathe opt --passes=dtrans-analysis %t.ll | FileCheck %s

#include <stdlib.h>

// CHECK-LABEL: type struct.voice size
// CHECK-SAME: legal reorder-fields delete-fields
// CHECK-NEXT: field 0 map offset 0 size 7 reads 2 writes 1 pinned
// CHECK-NOT: BadPtrManipulation
struct voice {
    char map[7];
    int number;
    struct voice *next;
};

// CHECK-LABEL: type struct.walked size
// CHECK-SAME: legal nothing
// CHECK: BadPtrManipulation {{.*}}yield-global-array.c:38:9 @main: a pointer to the object is moved by a number of bytes
struct walked {
    char map[7];
    int number;
};

static struct voice global, *head;
static struct walked bytes;

int main(int argc, char **argv) {
    struct voice *p = malloc(sizeof *p);
    p->number = argc;
    p->next = head;
    head = p;
    for (int i = 0; i < 7; i++)
        p->map[i] = global.map[i];
    char *each = (char *)&bytes;
    for (int i = 0; i < (int)sizeof bytes; i++)
        each[i] = (char)argc;
    return head->map[argc] + bytes.number + head->next->number;
}
