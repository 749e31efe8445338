// RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes='dtrans-shuffle<seed=1>' \
// RUN:   --passes='dtrans-shuffle<seed=2>' --passes='dtrans-shuffle<seed=3>'
//
// The elements of an array are objects of their struct even if no address goes into one: bit-fields
// are read from the start of the element.

#include <stdio.h>

#pragma pack(push, 1)
struct bits {
    unsigned a : 22;
    signed b : 19;
    unsigned c : 17;
};
#pragma pack(pop)

static struct bits table[5] = {{1, -2, 3}, {4, -5, 6}, {7, -8, 9}, {10, -11, 12}, {13, -14, 15}};
static struct bits rows[2][2];

int main(int argc, char **argv) {
    int total = 0;
    for (int i = 0; i < 5; i++) {
        rows[i % 2][argc % 2].b += table[i].b;
        total += (int)(table[i].a * table[i].c) + table[(i + argc) % 5].b;
    }
    printf("%d %d %d\n", total, rows[0][1].b, rows[1][1].b);
    return 0;
}

// CHECK: type struct.bits {{.*}} legal reorder-fields
// CHECK: field 0 {{.*}} pinned
// CHECK: GlobalInstance {{.*}} the global variable 'table' is an object of the struct

// CHANGES dtrans-shuffle<seed=1>: struct.bits shuffle 72
// CHANGES dtrans-shuffle<seed=2>: struct.bits shuffle 72
// CHANGES dtrans-shuffle<seed=3>: struct.bits shuffle 72
