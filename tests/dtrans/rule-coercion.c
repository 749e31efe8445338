// RUN: lathe opt --passes='dtrans-analysis<type=struct.mixed>' %s | FileCheck %s --check-prefix=MIXED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.colour>' %s | FileCheck %s --check-prefix=COLOUR
// RUN: lathe opt --passes='dtrans-analysis<type=struct.point>' %s | FileCheck %s --check-prefix=POINT
//
// Structs by value: pieces that are fields, pieces that are several fields, and bytes that are copied
// to be passed.

#include <stdlib.h>

struct mixed {
    double d;
    int i;
};
struct colour {
    unsigned char r, g, b;
};
struct point {
    float x, y;
};

extern int paint(struct colour);

static struct mixed twice(struct mixed m) {
    m.d *= 2;
    m.i *= 2;
    return m;
}

static float sum(struct point p) {
    return p.x + p.y;
}

int main(int argc, char **argv) {
    struct mixed m = {argc, argc};
    m = twice(m);
    struct colour c = {argc, 1, 2};
    struct point p = {argc, 1};
    return m.i + paint(c) +
           sum(p);
}

// MIXED: type struct.mixed{{.*}} legal reorder-fields delete-fields pool{{$}}
// MIXED: WholeStructureReference {{.*}} @twice: 16 bytes of the object are loaded

// COLOUR: type struct.colour{{.*}} legal nothing{{$}}
// COLOUR: BadMemFuncManipulation {{.*}}rule-coercion.c:38{{(:[0-9]+)?}} @main

// POINT: type struct.point{{.*}} legal reorder-fields delete-fields pool{{$}}
// POINT: WholeStructureReference {{.*}}rule-coercion.c:39{{(:[0-9]+)?}} @main
