// DEFINE: %{layout} = type=struct.sample;order=0.3.1.2
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s --check-prefix=CHANGED
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>'
// RUN: not %python %tests/run/compare.py %s --levels=-O2 \
// RUN:     --passes='dtrans-test-layout<%{layout};without=assume>' 2>&1 | FileCheck %s --check-prefix=STALE
//
// The program promises what was true of the old layout.
#include <stdio.h>
#include <stdlib.h>

typedef float floats __attribute__((vector_size(16)));

struct sample {
    floats wide;
    double low, high;
    long count;
};

__attribute__((noinline)) static void fill(struct sample *s, double low, double high) {
    double *at = __builtin_assume_aligned(&s->low, 16);
    *at = low * 2;
    s->high = high * 2;
}

int main(int argc, char **argv) {
    struct sample *s = malloc(3 * sizeof *s);
    for (int i = 0; i < 3; i++) {
        fill(&s[i], argc + i, argc - i);
        s[i].wide = (floats){(float)argc, 0.25f, 1, 2};
        s[i].count = i;
    }
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += s[i].low - s[i].high + s[i].wide[i] + (double)s[i].count;
    printf("%g\n", sum);
    free(s);
    return argv == NULL;
}

// CHANGED: %__DTL_struct.sample = type { <4 x float>, i64, double, double }
// CHANGED-NOT: call void @llvm.assume

// STALE: without=assume> at -O2
// STALE: got exit code -11,
