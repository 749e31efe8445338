// RUN: lathe opt --passes='dtrans-analysis<type=struct.from>' %s | FileCheck %s --check-prefix=FROM
// RUN: lathe opt --passes='dtrans-analysis<type=struct.to>' %s | FileCheck %s --check-prefix=TO
// RUN: lathe opt --passes='dtrans-analysis<type=struct.colour>' %s | FileCheck %s --check-prefix=COLOUR
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
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
}

// FROM: type struct.from{{.*}} legal nothing{{$}}
// FROM: BadMemFuncManipulation {{.*}}cond-bad-mem-func-manipulation.c:28{{(:[0-9]+)?}} @main

// TO: type struct.to{{.*}} legal nothing{{$}}
// TO: BadMemFuncManipulation {{.*}}cond-bad-mem-func-manipulation.c:28{{(:[0-9]+)?}} @main

// COLOUR: type struct.colour{{.*}} legal nothing{{$}}
// COLOUR: BadMemFuncManipulation {{.*}}cond-bad-mem-func-manipulation.c:31{{(:[0-9]+)?}} @main

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: BadMemFuncManipulation
