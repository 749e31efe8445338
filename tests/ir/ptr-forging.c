// A program that makes a pointer from a computed integer and follows it may reach every pointer
// whose bits it computed with; others stay as they are.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *where;
};
struct apart {
    int *where;
};
void *malloc(unsigned long);

int main(int argc, char **argv) {
    struct item *a = malloc(sizeof *a);
    struct apart *b = malloc(sizeof *b);
    b->where = malloc(4);
    long mixed = (long)a ^ 0x55aa;
    int *forged = (int *)(mixed ^ 0x55aa);
    return *forged + *b->where;
}

// CHECK: class 1
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-forging.c:16:22
// CHECK-NEXT:   escapes integer-to-pointer {{.*}}ptr-forging.c:19:26
// CHECK-NEXT:   unknown integer-to-pointer {{.*}}ptr-forging.c:19:26
// CHECK-NEXT:   computed {{.*}}ptr-forging.c:19:26
// CHECK-NEXT: class 2 -> class 3
// CHECK-NEXT:   type struct.apart {{.*}}ptr-forging.c:18:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-forging.c:17:23
// CHECK-NEXT:   +0: -> class 3
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-forging.c:18:16
// CHECK-NOT: {{.}}
