// Numbers that share a cell with pointers are not addresses: a double and a count passed through the
// same `...` as a struct, and a count in a union with a pointer.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=always-inline,mem2reg,ir-ptrclasses %t.ll | FileCheck %s

#include <stdarg.h>
struct text {
    char *name;
};
struct kept {
    int *where;
};
void *malloc(unsigned long);

static union {
    struct kept *pointer;
    unsigned long count;
} cell;

static unsigned long print(int count, ...) {
    va_list list;
    va_start(list, count);
    struct text *t = va_arg(list, struct text *);
    double d = va_arg(list, double);
    va_end(list);
    return t->name[0] + (unsigned long)d;
}

int main(int argc, char **argv) {
    struct text *t = malloc(3 * sizeof *t);
    t->name = malloc(argc);
    cell.count = argc * 3ul;
    if (argc > 1)
        cell.pointer = malloc(sizeof *cell.pointer);
    return (int)print(3, t, argc * 0.5) + (cell.pointer->where != 0);
}

// CHECK: type struct.text {{.*}}ptr-flow-numbers.c:32:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-flow-numbers.c:31:22
// CHECK-NEXT:   +0: -> class
// CHECK: type struct.kept {{.*}}ptr-flow-numbers.c:36:58
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-flow-numbers.c:35:24
// CHECK-NEXT: class
// CHECK-NOT: escapes
