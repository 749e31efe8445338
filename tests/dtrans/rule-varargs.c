// RUN: lathe opt --passes='dtrans-analysis<type=struct.passed>' %s | FileCheck %s --check-prefix=PASSED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.pointed>' %s | FileCheck %s --check-prefix=POINTED
//

#include <stdarg.h>
#include <stdlib.h>

struct passed {
    long a, b, c;
};
struct pointed {
    int a, b;
};

static long add(int n, ...) {
    va_list args;
    va_start(args, n);
    struct passed p = va_arg(args, struct passed);
    va_end(args);
    return p.b;
}

static int look(int n, ...) {
    va_list args;
    va_start(args, n);
    struct pointed *p = va_arg(args, struct pointed *);
    va_end(args);
    return p->b;
}

int main(int argc, char **argv) {
    struct passed p = {argc, 2, 3};
    struct pointed *q = calloc(1, sizeof *q);
    q->b = argc;
    return add(1, p) +
           look(1, q);
}

// PASSED: type struct.passed{{.*}} legal nothing{{$}}
// PASSED: WholeStructureReference {{.*}}rule-varargs.c:35{{(:[0-9]+)?}} @main

// POINTED: type struct.pointed{{ }}
// POINTED-NOT: AddressTaken
