// Thread-local variables go through llvm.threadlocal.address, which is the variable.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *where;
};
void *malloc(unsigned long);
static _Thread_local struct item mine;
static _Thread_local struct item *last;

int main(void) {
    mine.where = malloc(4);
    last = &mine;
    return *last->where;
}

// CHECK: class 1
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-thread-local.c:14:18
// CHECK-NEXT: class 2 -> class 1
// CHECK-NEXT:   type struct.item {{.*}}ptr-thread-local.c:10
// CHECK-NEXT:   global @mine {{.*}}ptr-thread-local.c:10
// CHECK-NEXT:   +0: -> class 1
// CHECK-NEXT: class 3 -> class 2
// CHECK-NEXT:   global @last {{.*}}ptr-thread-local.c:11
// CHECK-NOT: {{.}}
