// RUN: clang -O2 -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s --check-prefix=INPUT < %t.ll
// RUN: lathe opt --passes='dtrans-analysis<type=struct.wide>' %t.ll | FileCheck %s
// RUN: %compare %t.ll
//
// What goes by value through `...` may be a constant that nothing but the call says to be a struct.

// INPUT: @sum({{.*}}byval(%struct.wide) {{.*}}@__const
// CHECK: WholeStructureReference {{.*}}: the object is passed by value through

#include <stdarg.h>
#include <stdio.h>

struct wide {
    char tag[3];
    long a, b;
};

__attribute__((noinline)) static long sum(int n, ...) {
    va_list list;
    long result = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        struct wide w = va_arg(list, struct wide);
        result = result * 7 + w.tag[1] + w.a - 2 * w.b;
    }
    va_end(list);
    return result;
}

int main(int argc, char **argv) {
    struct wide w = {"ab", 5, 6};
    printf("%ld\n", sum(argc + 1, w, w));
    return 0;
}
