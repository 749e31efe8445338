// DEFINE: %{layout} = type=struct.item;order=1.0.+64
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s --check-prefix=CHANGED
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>'
// RUN: not %python %tests/run/compare.py %s --levels=-O2 \
// RUN:     --passes='dtrans-test-layout<%{layout};without=differences>' 2>&1 | FileCheck %s --check-prefix=STALE
//
// The distance of two pointers is divided by the size of what they point to.
#include <stdio.h>
#include <stdlib.h>

struct item {
    int key;
    double value;
};

__attribute__((noinline)) static long find(struct item *items, int n, int key) {
    struct item *p = items;
    while (p < items + n && p->key != key)
        p++;
    return p - items;
}

int main(int argc, char **argv) {
    struct item *items = malloc(10 * sizeof *items);
    for (int i = 0; i < 10; i++)
        items[i] = (struct item){i * argc, i};
    printf("%ld\n", find(items, 10, 7));
    free(items);
    return argv == NULL;
}

// CHANGED: sdiv exact i64 %{{.*}}, 80

// STALE: {{^7$}}
// STALE: got exit code 0, output
// STALE-NEXT: {{^[1-9][0-9]+$}}
