// DEFINE: %{layout} = type=struct.word;order=2.1.0.+8
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s --check-prefix=CHANGED
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>'
// RUN: not %python %tests/run/compare.py %s --levels=-O2 \
// RUN:     --passes='dtrans-test-layout<%{layout};without=constants>' 2>&1 | FileCheck %s --check-prefix=STALE
//
// Addresses in initializers are bytes from a variable: of a field, of an element, and of the end.
#include <stdio.h>

struct word {
    int code;
    int weight;
    double rank;
};

static struct word table[4] = {{1, 10, 0.5}, {2, 20, 1.5}, {3, 30, 2.5}, {4, 40, 3.5}};
static int *weight = &table[2].weight;
static struct word *third = &table[3], *end = table + 4;

int main(int argc, char **argv) {
    double sum = 0;
    for (struct word *w = table; w != end && sum < 1000; w++)
        sum += w->code * w->rank + argc;
    printf("%d %d %g\n", *weight, third->code, sum);
    return argv == NULL;
}

// CHANGED: %__DTL_struct.word = type { double, i32, i32, [8 x i8] }
// CHANGED-DAG: @weight = internal global ptr getelementptr {{.*}}@table, i64 56)
// CHANGED-DAG: @third = internal global ptr getelementptr {{.*}}@table, i64 72)
// CHANGED-DAG: @end = internal global ptr getelementptr {{.*}}@table, i64 96)

// STALE: 30 4 29
// STALE: got exit code
