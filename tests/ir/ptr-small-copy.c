// A copy of fewer bytes than a pointer has moves none: the two objects stay apart.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct mark {
    int kind;
    int *where;
};
void *malloc(unsigned long);
void *memcpy(void *, const void *, unsigned long);

int main(void) {
    struct mark *a = malloc(sizeof *a);
    struct mark *b = malloc(sizeof *b);
    b->where = malloc(4);
    a->where = malloc(8);
    b->kind = 2;
    __builtin_memcpy(&a->kind, &b->kind, 4);
    __builtin_memmove(a, b, 7);
    return a->kind;
}

// CHECK: class 1
// CHECK-NEXT:   type struct.mark {{.*}}ptr-small-copy.c:17:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-small-copy.c:14:22
// CHECK-NEXT:   +8: -> class 4
// CHECK-NEXT: class 2
// CHECK-NEXT:   type struct.mark {{.*}}ptr-small-copy.c:16:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-small-copy.c:15:22
// CHECK-NEXT:   +8: -> class 3
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-small-copy.c:16:16
// CHECK-NEXT: class 4
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-small-copy.c:17:16
// CHECK-NOT: {{.}}
