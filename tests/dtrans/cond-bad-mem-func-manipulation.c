// RUN: lathe opt --passes='dtrans-analysis<type=struct.from>' %s | FileCheck %s --check-prefix=FROM
// RUN: lathe opt --passes='dtrans-analysis<type=struct.to>' %s | FileCheck %s --check-prefix=TO
// RUN: lathe opt --passes='dtrans-analysis<type=struct.colour>' %s | FileCheck %s --check-prefix=COLOUR
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.array>' %s | FileCheck %s --check-prefix=ARRAY
// RUN: lathe opt --passes='dtrans-analysis<type=struct.pairs>' %s | FileCheck %s --check-prefix=PAIRS
// RUN: %python %tests/run/compare.py %s --passes='dtrans-shuffle<seed=1>' \
// RUN:   --passes='dtrans-shuffle<seed=2>' --passes=dtrans-reorder-fields
//

#include <stdio.h>
#include <string.h>

struct from {
    int a, b;
    long c;
};
struct to {
    long a, b;
};
struct colour {
    unsigned char r, g, b;
};
struct array {
    char c;
    unsigned short n[3];
    long l;
};
struct pair {
    char a;
    short b;
};
struct pairs {
    char c;
    struct pair at[1];
    long l;
};
struct good {
    int a, b;
    long c;
};

int main(int argc, char **argv) {
    struct from f = {argc, 2, 3};
    struct to t;
    memcpy(&t, &f, sizeof t);
    struct colour k = {argc, 1, 2};
    unsigned char raw[3];
    memcpy(raw, &k, sizeof k);
    struct good g = {argc, 2, 3}, h;
    memcpy(&h, &g, sizeof h);
    printf("%ld %d %d\n", t.a, raw[0], h.b);
    struct array x = {1, {2, 3, argc}, 4}, y = {0};
    memcpy(y.n, x.n, sizeof y.n);
    memcpy(y.n + 1, x.n + 2, sizeof *y.n);
    printf("%d %d %d\n", y.c, y.n[1], y.n[2]);
    struct pairs p = {1, {{2, argc}}, 3};
    int bits = 0;
    memcpy(&bits, p.at, sizeof p.at);
    printf("%x %ld\n", bits >> 16, p.l);
}

// FROM: type struct.from{{.*}} legal nothing{{$}}
// FROM: BadMemFuncManipulation {{.*}}cond-bad-mem-func-manipulation.c:46{{(:[0-9]+)?}} @main

// TO: type struct.to{{.*}} legal nothing{{$}}
// TO: BadMemFuncManipulation {{.*}}cond-bad-mem-func-manipulation.c:46{{(:[0-9]+)?}} @main

// COLOUR: type struct.colour{{.*}} legal nothing{{$}}
// COLOUR: BadMemFuncManipulation {{.*}}cond-bad-mem-func-manipulation.c:49{{(:[0-9]+)?}} @main

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: BadMemFuncManipulation

// An array of numbers is what its bytes are.
// ARRAY: type struct.array{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// ARRAY-NOT: BadMemFuncManipulation

// PAIRS: type struct.pairs{{.*}} legal nothing{{$}}
// PAIRS: BadMemFuncManipulation {{.*}}cond-bad-mem-func-manipulation.c:59{{(:[0-9]+)?}} @main

// CHANGES dtrans-shuffle<seed=1>: struct.array shuffle 88; struct.good shuffle 110
// CHANGES dtrans-shuffle<seed=2>: struct.array shuffle 112; struct.good shuffle 88
// CHANGES dtrans-reorder-fields: nothing
