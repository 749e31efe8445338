// The difference of two pointers is marked as such and makes no pointer.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *where;
};
void *malloc(unsigned long);

int main(int argc, char **argv) {
    struct item *a = malloc(4 * sizeof *a);
    struct item *p = a;
    while (p->where && p - a < 3)
        p++;
    return (int)(p - a);
}

// CHECK: class 1 every 8
// CHECK-NEXT:   type struct.item {{.*}}ptr-difference.c:14:15
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-difference.c:12:22
// CHECK-NEXT:   difference {{.*}}ptr-difference.c:14:26
// CHECK-NOT: {{.}}
