// DEFINE: %{layout} = type=struct.node;order=1.0
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s --check-prefix=SAME
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>,dtrans-shuffle<seed=3>'
// RUN: not %python %tests/run/compare.py %s --levels=-O2 \
// RUN:     --passes='dtrans-test-layout<%{layout};without=pin>' 2>&1 | FileCheck %s --check-prefix=STALE
//
// The address of an object is that of its first field. Where the program uses it as such, the field
// must stay the first.
#include <stdio.h>

struct node {
    int key;
    double value;
};

static struct node only = {1, 2.5};
static int *first = &only.key;

int main(int argc, char **argv) {
    *first += argc * 6;
    printf("%d %g\n", only.key, only.value);
    return argv == NULL;
}

// SAME-NOT: __DTL_

// STALE: 7 2.5
// STALE: got exit code 0, output
// STALE-NOT: 7 2.5
