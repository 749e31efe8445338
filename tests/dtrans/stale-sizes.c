// DEFINE: %{layout} = type=struct.item;order=1.0.+64
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s --check-prefix=CHANGED
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>'
// RUN: not %python %tests/run/compare.py %s --levels=-O2 \
// RUN:     --passes='dtrans-test-layout<%{layout};without=sizes>' 2>&1 | FileCheck %s --check-prefix=STALE
//
// Objects grow, so memory for them must: by malloc, calloc and realloc, for a constant number and
// for one that is computed. What is allocated behind them shows whether it did.
#include <stdio.h>
#include <stdlib.h>

struct item {
    int key;
    double value;
};

__attribute__((noinline)) static void fill(struct item *items, int from, int to) {
    for (int i = from; i < to; i++) {
        items[i].key = i;
        items[i].value = 1000 + i;
    }
}

__attribute__((noinline)) static double sum(const struct item *items, int n) {
    double total = 0;
    for (int i = 0; i < n; i++)
        total += items[i].value + items[i].key;
    return total;
}

/* Memory that lies behind what was allocated before. */
enum { ROOM = 1024 };

__attribute__((noinline)) static int *room(void) {
    return calloc(ROOM, sizeof(int));
}

__attribute__((noinline)) static int changed(const int *room) {
    int count = 0;
    for (int i = 0; i < ROOM; i++)
        count += room[i] != 0;
    return count;
}

int main(int argc, char **argv) {
    int n = argc * 8;
    struct item *fixed = malloc(8 * sizeof *fixed);
    int *behind_fixed = room();
    struct item *zeroed = calloc((size_t)n, sizeof *zeroed);
    int *behind_zeroed = room();
    struct item *grown = malloc((size_t)n * sizeof *grown);
    grown = realloc(grown, (size_t)(n + 8) * sizeof *grown);
    int *behind_grown = room();
    fill(fixed, 0, 8);
    fill(zeroed, 0, n);
    fill(grown, 0, n + 8);
    printf("%g %g %g", sum(fixed, 8), sum(zeroed, n), sum(grown, n + 8));
    printf(" %d %d %d\n", changed(behind_fixed), changed(behind_zeroed), changed(behind_grown));
    return argv == NULL;
}

// CHANGED: %__DTL_struct.item = type { double, i32, [64 x i8] }
// CHANGED: call {{.*}}@malloc(i64 noundef 640)

// STALE: 8056 8056 16240 0 0 0
// STALE: got exit code 0, output
// STALE-NEXT: {{[1-9][0-9]* [1-9][0-9]* [1-9][0-9]*$}}
