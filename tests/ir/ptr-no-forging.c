// Hashing a pointer's bits, or storing them and using them as a number, makes no pointer: the
// object is marked as computed with and does not escape.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *where;
};
void *malloc(unsigned long);

static unsigned long seed;

int main(int argc, char **argv) {
    struct item *a = malloc(sizeof *a);
    a->where = malloc(4);
    unsigned long hash = ((unsigned long)a >> 4) * 31;
    seed = hash + 1;
    return (int)(seed % 7) + *a->where;
}

// CHECK: class 1 -> class 2
// CHECK-NEXT:   type struct.item {{.*}}ptr-no-forging.c:16:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-no-forging.c:15:22
// CHECK-NEXT:   computed {{.*}}ptr-no-forging.c:17:44
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-no-forging.c:16:16
// CHECK-NEXT: class 3
// CHECK-NEXT:   global @seed {{.*}}ptr-no-forging.c:12
// CHECK-NOT: {{.}}
