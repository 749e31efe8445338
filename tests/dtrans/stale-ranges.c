// DEFINE: %{layout} = type=struct.item;order=1.0.+64
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s --check-prefix=CHANGED
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>'
// RUN: not %python %tests/run/compare.py %s --levels=-O2 \
// RUN:     --passes='dtrans-test-layout<%{layout};without=ranges>' 2>&1 | FileCheck %s --check-prefix=STALE
//
// Copies and sets of whole objects are as long as the objects; of one field, as the field.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    int key;
    double value;
};

static double sum(const struct item *items, int n) {
    double total = 0;
    for (int i = 0; i < n; i++)
        total += items[i].value + items[i].key;
    return total;
}

int main(int argc, char **argv) {
    int n = argc * 8;
    struct item *a = malloc((size_t)n * sizeof *a), *b = calloc(8, sizeof *b);
    for (int i = 0; i < n; i++)
        a[i] = (struct item){i, 100};
    memcpy(b, a, 8 * sizeof *b);
    memset(a, 0, (size_t)n * sizeof *a);
    memset(&b[1].key, 0, sizeof b[1].key);
    printf("%g %g\n", sum(a, n), sum(b, 8));
    free(a);
    free(b);
    return argv == NULL;
}

// CHANGED: %__DTL_struct.item = type { double, i32, [64 x i8] }
// CHANGED: call void @llvm.memcpy{{.*}}, i64 640, i1 false)
// CHANGED: call void @llvm.memset{{.*}}, i64 4, i1 false)

// STALE: 0 827
// STALE: got exit code 0, output
// STALE-NEXT: {{[1-9].*}}
