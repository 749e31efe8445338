// Pointers through `...` of the program's own functions: va_arg yields what was passed, also
// through va_copy; nothing escapes.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

#include <stdarg.h>
struct item {
    int *where;
};
void *malloc(unsigned long);

static int sum(int count, ...) {
    va_list args, again;
    va_start(args, count);
    va_copy(again, args);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += *va_arg(args, struct item *)->where;
    total += *va_arg(again, struct item *)->where;
    va_end(again);
    va_end(args);
    return total;
}

int main(void) {
    struct item *a = malloc(sizeof *a);
    a->where = malloc(4);
    int *apart = malloc(12);
    return sum(1, a) + *apart;
}

// CHECK: class 1 -> class 2
// CHECK-NEXT:   type struct.item {{.*}}ptr-varargs.c:28:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-varargs.c:27:22
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-varargs.c:28:16
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-varargs.c:29:18
// CHECK-NEXT: class 4 every 24
// CHECK-NEXT:   type struct.__va_list_tag {{.*}}ptr-varargs.c:13
// CHECK-NEXT:   local %args {{.*}}ptr-varargs.c:13
// CHECK-NEXT:   local %again {{.*}}ptr-varargs.c:13
// CHECK-NOT: {{.}}
