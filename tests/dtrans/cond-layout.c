// RUN: lathe opt --passes='dtrans-analysis<type=struct.inner>' %s | FileCheck %s --check-prefix=INNER
// RUN: lathe opt --passes='dtrans-analysis<type=struct.outer>' %s | FileCheck %s --check-prefix=OUTER
// RUN: lathe opt --passes='dtrans-analysis<type=struct.points>' %s | FileCheck %s --check-prefix=POINTS
//

struct empty {};
struct inner {
    int a, b;
};
struct outer {
    long x;
    struct inner in;
};
struct points {
    struct inner *in;
    int n;
};

int main(int argc, char **argv) {
    struct empty e;
    struct outer o = {argc, {1, 2}};
    struct points p = {&o.in, argc};
    struct empty *q = &e;
    struct points *r = &p;
    return (q != 0) + r->in->b + r->n;
}

// INNER: type struct.inner{{.*}} legal reorder-fields delete-fields pool{{$}}
// INNER: NestedStruct: it is field 1 of 'struct.outer'

// OUTER: type struct.outer{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// OUTER: ContainsNestedStruct: field 1 is a 'struct.inner'

// POINTS: type struct.points{{ }}
// POINTS-NOT: NestedStruct
