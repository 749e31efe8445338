// Casts to the first member and back: the base struct is a view of the derived ones' place.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct base {
    int kind;
    struct base *next;
};
struct circle {
    struct base b;
    double radius;
};
struct square {
    struct base b;
    int *side;
};
void *malloc(unsigned long);

static struct base *all;

static void add(struct base *b) {
    b->next = all;
    all = b;
}

int main(void) {
    struct circle *c = malloc(sizeof *c);
    c->b.kind = 1;
    c->radius = 2;
    add(&c->b);
    int length = 3;
    struct square *s = malloc(sizeof *s);
    s->b.kind = 2;
    s->side = &length;
    add((struct base *)s);
    int sum = 0;
    for (struct base *b = all; b; b = b->next)
        if (b->kind == 2)
            sum += *((struct square *)b)->side;
    return sum;
}

// CHECK: class 1
// CHECK-NEXT:   type struct.circle {{.*}}ptr-first-member.c:29:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-first-member.c:28:24
// CHECK-NEXT:   +0: class 2
// CHECK-NEXT: class 2
// CHECK-NEXT:   type struct.base {{.*}}ptr-first-member.c:29:10
// CHECK-NEXT:   type struct.square {{.*}}ptr-first-member.c:34:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-first-member.c:33:24
// CHECK-NEXT:   +0: class 3
// CHECK-NEXT:   +16: shared
// CHECK-NEXT: class 3
// CHECK-NEXT:   type struct.base {{.*}}ptr-first-member.c:34:10
// CHECK-NEXT:   +0: shared
// CHECK-NEXT:   +8: -> class 2
// CHECK-NEXT: class 4 -> class 2
// CHECK-NEXT:   global @all {{.*}}ptr-first-member.c:20
// CHECK-NOT: {{.}}
