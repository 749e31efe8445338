// DEFINE: %{layout} = type=struct.word;order=2.1.0
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s --check-prefix=CHANGED
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>'
// RUN: not %python %tests/run/compare.py %s --levels=-O2 \
// RUN:     --passes='dtrans-test-layout<%{layout};without=initializers>' 2>&1 | FileCheck %s --check-prefix=STALE
//
// Initialised objects with padding do not have the struct's type.
#include <stdio.h>

struct word {
    char code;
    int weight;
    short rank;
};

static struct word one = {'a', 1, 10};
static struct word table[50] = {{'b', 2, 20}, {'c', 3, 30}};

__attribute__((noinline)) static int value(const struct word *w) {
    return w->code * 10000 + w->weight * 100 + w->rank;
}

int main(int argc, char **argv) {
    struct word local = {'d', 4, 40};
    one.rank += (short)argc;
    printf("%d %d %d\n", value(&one), value(&table[argc]), value(&local));
    return argv == NULL;
}

// CHANGED: %__DTL_struct.word = type { i16, i32, i8 }
// CHANGED-DAG: @one = internal global %__DTL_struct.word { i16 10, i32 1, i8 97 }
// CHANGED-DAG: @table = {{.*}}i16 20{{.*}}i32 2{{.*}}i8 98

// STALE: 970111 990330 1000440
// STALE: got exit code 0, output
// STALE-NOT: 970111
