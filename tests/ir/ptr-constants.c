// Initialised globals have literal types, not the struct's, and addresses of members are constant
// expressions of bytes: pointers are found at their byte offsets all the same.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    char kind;
    int *where;
    struct item *other;
};
struct list {
    struct item items[3];
    short count;
};
static int one, two;
static struct item a, b = {1, &one, &a}, a = {2, &two, &b};
static struct list all = {{{1, &one, &a}, {2, &two, 0}}, 2};
static int **inside = &all.items[1].where;
static struct item *end = &all.items[3];
static int **second = (int **)((char *)&a + 8);

int main(void) {
    return **inside + **second + *a.other->where + *end[-1].where;
}

// CHECK: class 1 -> class 10 at +32
// CHECK-NEXT:   global @inside {{.*}}ptr-constants.c:19
// CHECK-NEXT: class 2
// CHECK-NEXT:   global @two {{.*}}ptr-constants.c:16
// CHECK-NEXT: class 3 -> class 4 at +8
// CHECK-NEXT:   global @second {{.*}}ptr-constants.c:21
// CHECK-NEXT: class 4
// CHECK-NEXT:   type struct.item {{.*}}ptr-constants.c:24:37
// CHECK-NEXT:   global @a {{.*}}ptr-constants.c:17
// CHECK-NEXT:   +8: -> class 2
// CHECK-NEXT:   +16: -> class 5
// CHECK-NEXT: class 5
// CHECK-NEXT:   type struct.item {{.*}}ptr-constants.c:24:44
// CHECK-NEXT:   global @b {{.*}}ptr-constants.c:17
// CHECK-NEXT:   +8: -> class 6
// CHECK-NEXT:   +16: -> class 4
// CHECK-NEXT: class 6
// CHECK-NEXT:   global @one {{.*}}ptr-constants.c:16
// CHECK-NEXT: class 7 -> class 8
// CHECK-NEXT:   global @end {{.*}}ptr-constants.c:20
// CHECK-NEXT: class 8
// CHECK-NEXT:   type struct.item {{.*}}ptr-constants.c:24:53
// CHECK-NEXT:   back 24 {{.*}}ptr-constants.c:24:53
// CHECK-NEXT:   -24: class 9 shared
// CHECK-NEXT: class 9
// CHECK-NEXT:   type struct.item {{.*}}ptr-constants.c:24:61
// CHECK-NEXT:   +24: class 8 shared
// CHECK-NEXT: class 10
// CHECK-NEXT:   global @all {{.*}}ptr-constants.c:18
// CHECK-NEXT:   +8: -> class 6
// CHECK-NEXT:   +16: -> class 4
// CHECK-NEXT:   +32: -> class 2
// CHECK-NEXT:   +48: class 9 shared
// CHECK-NEXT:   +72: class 8 shared
// CHECK-NOT: {{.}}
