// RUN: lathe opt --passes='dtrans-analysis<type=struct.line>' %s | FileCheck %s --check-prefix=LINE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.packed>' %s | FileCheck %s --check-prefix=PACKED
//
// The declared alignment and the padding it brings are known, so that no transform lowers it.

#include <stdlib.h>

struct __attribute__((aligned(64))) line {
    int a;
};
struct __attribute__((packed)) packed {
    char c;
    int n;
};

int main(int argc, char **argv) {
    struct line *l = aligned_alloc(64, 4 * sizeof *l);
    struct packed *p = calloc(4, sizeof *p);
    l[1].a = p[1].n = argc;
    return l[1].a + p[1].n;
}

// LINE: type struct.line{{ }}
// LINE-DAG: size 64 align 64 legal
// LINE-DAG: field 1 offset 4 size 60 padding

// PACKED: type struct.packed{{ }}
// PACKED: size 5 align 1 legal
