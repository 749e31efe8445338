// Structs passed and returned by value travel in coerced pieces: { ptr, double } and the like.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct pair {
    int *first;
    double weight;
};
struct mixed {
    long tag;
    int *where;
};
void *malloc(unsigned long);

static struct pair make(int *p) {
    struct pair r = {p, 1.5};
    return r;
}
static int *where(struct mixed m) {
    return m.where;
}

int main(void) {
    int *a = malloc(4), *b = malloc(8);
    struct pair p = make(a);
    struct mixed m = {3, b};
    int *q = where(m);
    return *p.first + *q;
}

// CHECK: class 1 -> class 3
// CHECK-NEXT:   type struct.pair {{.*}}ptr-by-value-pieces.c:24
// CHECK-NEXT:   local %p {{.*}}ptr-by-value-pieces.c:24
// CHECK-NEXT:   +0: -> class 3
// CHECK-NEXT: class 2
// CHECK-NEXT:   type struct.mixed {{.*}}ptr-by-value-pieces.c:24
// CHECK-NEXT:   local %m {{.*}}ptr-by-value-pieces.c:24
// CHECK-NEXT:   +8: -> class 4
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-by-value-pieces.c:25:14
// CHECK-NEXT: class 4
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-by-value-pieces.c:25:30
// CHECK-NEXT: class 5 -> class 3
// CHECK-NEXT:   type struct.pair {{.*}}ptr-by-value-pieces.c:16
// CHECK-NEXT:   local %retval {{.*}}ptr-by-value-pieces.c:16
// CHECK-NEXT:   +0: -> class 3
// CHECK-NEXT: class 6
// CHECK-NEXT:   type struct.mixed {{.*}}ptr-by-value-pieces.c:20
// CHECK-NEXT:   local %m {{.*}}ptr-by-value-pieces.c:20
// CHECK-NEXT:   +8: -> class 4
// CHECK-NOT: {{.}}
