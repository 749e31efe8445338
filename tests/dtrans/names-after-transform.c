// Debug info still belongs to types that transforms have renamed, however often.
//
// RUN: lathe opt '--passes=dtrans-shuffle<seed=1>' %s -o %t.bc -- -g
// RUN: lathe dtrans %t.bc | FileCheck %s --check-prefixes=CHECK,ONCE
// RUN: lathe dtrans --explain=node %t.bc | FileCheck %s --check-prefix=ONCE
// RUN: lathe dtrans --explain=struct.node %t.bc | FileCheck %s --check-prefix=ONCE
// RUN: lathe opt '--passes=dtrans-base-test,dtrans-shuffle<seed=2>' %s -o %t.bc -- -g
// RUN: lathe dtrans %t.bc | FileCheck %s --check-prefixes=CHECK,TWICE
#include <stdlib.h>

struct item {
    int count;
    char tag;
};
struct node {
    char first;
    long value;
    struct item item;
    struct node *next;
};

int main(int argc, char **argv) {
    (void)argv;
    struct node *n = malloc(sizeof *n);
    n->first = 1;
    n->value = argc;
    n->item.count = n->item.tag = 3;
    n->next = n;
    int r = (int)n->next->value + n->first + n->item.count + n->item.tag;
    free(n);
    return r;
}

// ONCE: {{^}}__DSH_struct.node: {{.*}}source {{.*}}names-after-transform.c:15
// TWICE: {{^}}__DSH___DTT_struct.node: {{.*}}source {{.*}}names-after-transform.c:15
// CHECK-DAG: long value
// CHECK-DAG: char first
// CHECK-DAG: struct item item
// CHECK-DAG: struct node *next
