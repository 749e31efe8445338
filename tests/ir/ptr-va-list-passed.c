// A va_list handed on: what the callee takes out of it was passed to the variadic function.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

#include <stdarg.h>
struct item {
    int *where;
};
void *malloc(unsigned long);

static int vsum(va_list args) {
    return *va_arg(args, struct item *)->where;
}
static int sum(int count, ...) {
    va_list args;
    va_start(args, count);
    int total = vsum(args);
    va_end(args);
    return total;
}

int main(void) {
    struct item *a = malloc(sizeof *a);
    a->where = malloc(4);
    return sum(1, a);
}

// CHECK: class 1 -> class 2
// CHECK-NEXT:   type struct.item {{.*}}ptr-va-list-passed.c:25:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-va-list-passed.c:24:22
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-va-list-passed.c:25:16
// CHECK-NEXT: class 3 every 24
// CHECK-NEXT:   type struct.__va_list_tag {{.*}}ptr-va-list-passed.c:15
// CHECK-NEXT:   local %args {{.*}}ptr-va-list-passed.c:15
// CHECK-NOT: {{.}}
