/* Addresses of fields of elements of global arrays are constants inside constants: each level moves
 * for its own reason.
 */
// RUN: %python %tests/run/compare.py --passes='dtrans-base-test' --passes='dtrans-shuffle<seed=1>' \
// RUN:   --passes='dtrans-shuffle<seed=2>' --passes='dtrans-shuffle<seed=3>' \
// RUN:   --passes='dtrans-delete-fields' --passes='dtrans-reorder-fields' %s
// RUN: lathe opt --passes='dtrans-base-test' %s -o - | FileCheck %s
#include <stdio.h>

struct inner {
    short tag;
    double weight[4];
};

struct outer {
    char flag;
    struct inner in[2];
    int count;
    char unused;
};

static struct outer table[5];
static struct inner single;

// CHECK-DAG: %__DTT_struct.inner = type
// CHECK-DAG: %__DTT_struct.outer = type
// CHECK-NOT: %struct.outer
static void fill(void) {
    table[3].flag = 1;
    table[3].count = 77;
    table[3].in[1].tag = 5;
    table[3].in[1].weight[2] = 2.5;
    table[1].in[0].weight[3] = 1.25;
    table[1].unused = 9;
    single.weight[1] = 0.5;
    single.tag = 3;
}

int main(void) {
    double sum = single.weight[1];
    fill();
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 2; k++)
            for (int w = 0; w < 4; w++)
                sum += table[i].in[k].weight[w] * (i + 1) + table[i].in[k].tag;
    printf("%d %d %g %g\n", table[3].flag, table[3].count, sum, single.weight[1] * single.tag);
    return table[1].in[0].weight[3] > 1 ? table[3].count : 0;
}

// CHANGES dtrans-base-test: struct.inner base-test 40; struct.outer base-test 96
// CHANGES dtrans-shuffle<seed=1>: struct.inner shuffle 104; struct.outer shuffle 304
// CHANGES dtrans-shuffle<seed=2>: struct.inner shuffle 104; struct.outer shuffle 312
// CHANGES dtrans-shuffle<seed=3>: struct.inner shuffle 112; struct.outer shuffle 304
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
