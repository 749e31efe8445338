// What inline assembler is given escapes.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *where;
};
void *malloc(unsigned long);

int main(void) {
    struct item *a = malloc(sizeof *a);
    a->where = malloc(4);
    struct item *b = malloc(sizeof *b);
    b->where = malloc(12);
    __asm__ volatile("" : : "r"(a));
    long out;
    __asm__ volatile("" : "=r"(out));
    return *b->where;
}

// CHECK: class 1 -> class 2
// CHECK-NEXT:   type struct.item {{.*}}ptr-asm.c:13:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-asm.c:12:22
// CHECK-NEXT:   escapes assembler {{.*}}ptr-asm.c:16:5
// CHECK-NEXT:   unknown assembler {{.*}}ptr-asm.c:16:5
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-asm.c:13:16
// CHECK-NEXT:   escapes assembler {{.*}}ptr-asm.c:16:5
// CHECK-NEXT:   unknown assembler {{.*}}ptr-asm.c:16:5
// CHECK-NEXT: class 3 -> class 4
// CHECK-NEXT:   type struct.item {{.*}}ptr-asm.c:15:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-asm.c:14:22
// CHECK-NEXT:   +0: -> class 4
// CHECK-NEXT: class 4
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-asm.c:15:16
// CHECK-NOT: {{.}}
