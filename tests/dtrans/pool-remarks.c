// What is said of structs that hold pointers to pooled objects: whether they became smaller, and how
// many bits such pointers have.
// RUN: lathe opt --passes='dtrans-pool<force>' --remarks=%t.yaml %s -o %t.ll
// RUN: FileCheck %s < %t.yaml
// RUN: %python %tests/run/compare.py %s --passes='dtrans-pool<force>'
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    long value;
};
// CHECK: Name: TypeReplaced
// CHECK: Type: 'struct.loose'
// CHECK: OldSize: '16'
// CHECK: NewSize: '16'
struct loose {
    struct node *first;
    long count;
};
// CHECK: Name: Resized
// CHECK: Type: 'struct.tight'
// CHECK: OldSize: '16'
// CHECK: NewSize: '8'
struct tight {
    struct node *first;
    int count;
};
// CHECK: Name: Pooled
// CHECK: Type: 'struct.node'
// CHECK: PointerBits: '32'
// CHECK: Name: Pooled
// CHECK: Type: 'struct.lone'
// CHECK: PointerBits: '64'
struct lone {
    struct lone *self;
    long value;
};

static struct loose loose;
static struct tight tight;

int main(int argc, char **argv) {
    (void)argv;
    for (int i = 0; i < argc + 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = loose.first;
        n->value = i;
        loose.first = tight.first = n;
        loose.count++;
        tight.count++;
    }
    struct lone *lone = malloc(sizeof *lone);
    lone->value = 5;
    lone->self = argc > 100 ? (struct lone *)1 : lone;
    long sum = lone->self->value;
    for (struct node *n = tight.first; n; n = n->next)
        sum += n->value;
    printf("%ld\n", sum + loose.count + tight.count);
    return 0;
}
