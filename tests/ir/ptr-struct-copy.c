// Copying a struct by assignment or memcpy makes its pointers those of the copy, not the struct
// around it.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct point {
    int *x;
    int *y;
};
struct box {
    int id;
    struct point from, to;
};
void *malloc(unsigned long);
void *memcpy(void *, const void *, unsigned long);

int main(void) {
    struct box *b = malloc(sizeof *b);
    struct point *p = malloc(sizeof *p);
    p->x = malloc(4);
    p->y = malloc(8);
    b->from = *p;
    memcpy(&b->to, &b->from, sizeof b->to);
    b->id = 1;
    return *b->to.x;
}

// CHECK: class 1
// CHECK-NEXT:   type struct.box {{.*}}ptr-struct-copy.c:23:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-struct-copy.c:19:21
// CHECK-NEXT:   +8: class 2 shared -> class 3
// CHECK-NEXT:   +24: class 2 shared -> class 3
// CHECK-NEXT: class 2 -> class 3
// CHECK-NEXT:   type struct.point {{.*}}ptr-struct-copy.c:21:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-struct-copy.c:20:23
// CHECK-NEXT:   +0: -> class 3
// CHECK-NEXT:   +8: -> class 4
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-struct-copy.c:21:12
// CHECK-NEXT: class 4
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-struct-copy.c:22:12
// CHECK-NOT: {{.}}
