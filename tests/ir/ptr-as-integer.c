// Pointers carried as i64: _Atomic, intptr_t in a variable, in a struct and through a function.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct node {
    long next;
    _Atomic(int *) where;
};
void *malloc(unsigned long);

static long pass(long bits) {
    return bits;
}

int main(void) {
    int *a = malloc(4);
    struct node *n = malloc(sizeof *n);
    n->next = (long)n;
    n->where = a;
    int *expected = a, *b = malloc(8);
    __c11_atomic_compare_exchange_strong(&n->where, &expected, b, 5, 5);
    struct node *m = (struct node *)pass(n->next);
    return *m->where + *expected;
}

// CHECK: class 1
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-as-integer.c:17:14
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-as-integer.c:21:29
// CHECK-NEXT: class 2 -> class 2
// CHECK-NEXT:   type struct.node {{.*}}ptr-as-integer.c:19:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-as-integer.c:18:22
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT:   +8: -> class 1
// CHECK-NOT: {{.}}
