// DEFINE: %{layout} = type=struct.pair;order=0.+8.1
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s --check-prefix=CHANGED
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>'
// RUN: not %python %tests/run/compare.py %s --levels=-O2 \
// RUN:     --passes='dtrans-test-layout<%{layout};without=bytes>' 2>&1 | FileCheck %s --check-prefix=STALE
//
// A struct by value is passed in registers, one for each piece: { double, i32 } is the type of the
// pieces, not of the struct.
#include <stdio.h>

struct pair {
    double weight;
    int count;
};

__attribute__((noinline)) static double total(struct pair p) {
    return p.weight + p.count;
}

int main(int argc, char **argv) {
    struct pair p = {42.5, argc};
    printf("%g\n", total(p));
    return argv == NULL;
}

// CHANGED: %__DTL_struct.pair = type { double, [8 x i8], i32 }

// STALE: 43.5
// STALE: got exit code 0, output
// STALE-NOT: 43.5
