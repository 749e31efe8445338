// RUN: lathe opt --passes=dtrans-delete-fields %s -o - | FileCheck %s
// RUN: %compare %s
//
// A field that is only written stays if an address inside it is used in any other way, however it
// is computed; there is nothing that could stand for it.

// CHECK-DAG: %__DFD_struct.compared = type { i32, [100 x i8] }
// CHECK-DAG: %__DFD_struct.chosen = type { i32, [8 x i32] }
// CHECK-DAG: %__DFD_struct.written = type { i32 }

#include <stdio.h>
#include <stdlib.h>

struct compared {
    int unused;
    int kept;
    unsigned char toc[100];
};
struct chosen {
    int unused;
    int kept;
    int last[8];
};
struct written {
    int unused;
    int kept;
    int trace[8];
};

int main(int argc, char **argv) {
    struct compared *c = malloc(sizeof *c * (size_t)(argc + 1));
    struct chosen *h = malloc(sizeof *h * (size_t)(argc + 1));
    struct written *w = malloc(sizeof *w * (size_t)(argc + 1));
    int other = 0;
    c->unused = h->unused = w->unused = 1;
    c->kept = h->kept = w->kept = argc;
    if (c->toc != NULL)
        for (int i = 0; i < 100; i++)
            c->toc[i] = (unsigned char)argv[0][i % 2];
    int *place = argc > 1 ? &h->last[argc % 8] : &other;
    *place = 5;
    for (int i = 0; i < 8; i++)
        w->trace[i] = i * argc;
    w->trace[argc % 8] = 7;
    printf("%d %d %d %d\n", c->kept, h->kept, w->kept, other);
    return 0;
}
