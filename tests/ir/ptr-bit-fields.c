// Bit-fields are accessed in storage units of odd width that have no GEP of their own; the
// pointer behind them keeps its place.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct flags {
    unsigned a : 3, b : 30, c : 7;
    int *where;
};
void *malloc(unsigned long);

int main(void) {
    struct flags *f = malloc(sizeof *f);
    f->a = 1;
    f->b = 2;
    f->c = 3;
    f->where = malloc(4);
    return f->b + *f->where;
}

// CHECK: class 1
// CHECK-NEXT:   type struct.flags {{.*}}ptr-bit-fields.c:17:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-bit-fields.c:14:23
// CHECK-NEXT:   +16: -> class 2
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-bit-fields.c:18:16
// CHECK-NOT: {{.}}
