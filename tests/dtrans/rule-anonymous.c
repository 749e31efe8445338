// RUN: lathe opt --passes='dtrans-analysis<type=struct.A1>' %s | FileCheck %s --check-prefix=STRUCT_A1
// RUN: lathe opt --passes='dtrans-analysis<type=struct.A2>' %s | FileCheck %s --check-prefix=STRUCT_A2
//
// Anonymous structs share one TBAA node: it is no witness that makes one of two.

#include <stdlib.h>

typedef struct {
    int x, y;
} A1;
typedef struct {
    int p, q;
} A2;

int main(int argc, char **argv) {
    A1 *a = calloc(1, sizeof *a);
    A2 *b = calloc(1, sizeof *b);
    a->y = argc;
    b->q = argc;
    return a->y + b->q + *(char *)&b->p;
}

// STRUCT_A1: type struct.A1{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

// STRUCT_A2: type struct.A2{{.*}} legal nothing{{$}}
// STRUCT_A2: MismatchedElementAccess {{.*}}rule-anonymous.c:20{{(:[0-9]+)?}} @main
