// Recursion, direct and mutual: parameters of all rounds are one; the two lists stay apart.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct red {
    struct red *next;
};
struct blue {
    struct blue *next;
};
void *malloc(unsigned long);

static struct red *last(struct red *r) {
    return r->next ? last(r->next) : r;
}
static int odd(struct blue *b);
static int even(struct blue *b) {
    return b ? odd(b->next) : 1;
}
static int odd(struct blue *b) {
    return b ? even(b->next) : 0;
}

int main(void) {
    struct red *r = malloc(sizeof *r);
    r->next = 0;
    last(r)->next = malloc(sizeof *r);
    struct blue *b = malloc(sizeof *b);
    b->next = b;
    return even(b);
}

// CHECK: class 1 -> class 1
// CHECK-NEXT:   type struct.red {{.*}}ptr-recursion.c:27:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-recursion.c:26:21
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-recursion.c:28:21
// CHECK-NEXT:   +0: -> class 1
// CHECK-NEXT: class 2 -> class 2
// CHECK-NEXT:   type struct.blue {{.*}}ptr-recursion.c:30:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-recursion.c:29:22
// CHECK-NEXT:   +0: -> class 2
// CHECK-NOT: {{.}}
