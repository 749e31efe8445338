// Chains walked by `pp = &(*pp)->next`: pp points into the table and into nodes in turn, yet the
// struct of the table and that of the nodes are not one.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct node {
    struct node *next;
    int key;
};
struct table {
    int count;
    struct node *head;
    struct node *buckets[8];
};
void *malloc(unsigned long);
void free(void *);

static void put(struct table *t, int key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->next = t->buckets[key & 7];
    t->buckets[key & 7] = n;
    t->count++;
}

static void drop(struct table *t, int key) {
    struct node **pp = &t->buckets[key & 7];
    while (*pp && (*pp)->key != key)
        pp = &(*pp)->next;
    struct node *gone = *pp;
    if (gone)
        *pp = gone->next;
    free(gone);
    for (pp = &t->head; *pp; pp = &(*pp)->next)
        t->count++;
}

int main(void) {
    struct table *t = malloc(sizeof *t);
    t->count = 0;
    t->head = 0;
    for (int i = 0; i < 8; i++)
        t->buckets[i] = 0;
    put(t, 1);
    put(t, 9);
    drop(t, 1);
    return t->count;
}

// CHECK: class 1
// CHECK-NEXT:   type struct.table {{.*}}ptr-hash-chains.c:41:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-hash-chains.c:40:23
// CHECK-NEXT:   +8: every 8 shared -> class 2
// CHECK-NEXT:   +16: every 8 shared -> class 2
// CHECK-NEXT: class 2 -> class 2
// CHECK-NEXT:   type struct.node {{.*}}ptr-hash-chains.c:21:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-hash-chains.c:20:22
// CHECK-NEXT:   freed {{.*}}ptr-hash-chains.c:34:5
// CHECK-NEXT:   +0: every 8 shared -> class 2
// CHECK-NOT: {{.}}
