// RUN: lathe opt --passes=dtrans-reorder-fields %s -o - | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes=dtrans-reorder-fields \
// RUN:   --passes='dtrans-shuffle<seed=1>'
//
// A field may be copied whole from and to memory that no struct is in.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct named {
    char kind;
    long number;
    char name[6];
};
// CHECK-DAG: %__DRF_struct.named = type { i64, {{.*}} }

// One byte more than the field has.
struct spilled {
    char kind;
    long number;
    char name[6];
    char after;
};
// CHECK-DAG: %struct.spilled = type { i8, i64, [6 x i8], i8 }

int main(int argc, char **argv) {
    (void)argv;
    char back[8] = "";
    struct named *n = malloc(sizeof *n);
    struct spilled *s = malloc(sizeof *s);
    if (!n || !s)
        return 1;
    n->kind = (char)argc;
    n->number = argc * 3;
    memcpy(n->name, "piece", 6);
    memcpy(back, n->name, 6);
    s->kind = (char)argc;
    s->number = argc * 5;
    memcpy(s->name, "pieces", 7);
    printf("%d %ld %s %d %ld %s %d\n", n->kind, n->number, back, s->kind, s->number, s->name,
           s->after);
    free(n);
    free(s);
    return 0;
}
