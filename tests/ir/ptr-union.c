// A union is one opaque place: whatever its members hold is held by all of them.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

union value {
    int *number;
    long whole;
    struct {
        int *first, *second;
    } both;
};
struct holder {
    int tag;
    union value v;
    int *after;
};
void *malloc(unsigned long);

int main(int argc, char **argv) {
    struct holder *h = malloc(sizeof *h);
    int *a = malloc(4), *b = malloc(8), *c = malloc(12);
    h->v.number = a;
    h->v.both.second = b;
    h->after = c;
    return *(int *)h->v.whole + *h->v.both.first;
}

// CHECK: class 1
// CHECK-NEXT:   type struct.holder {{.*}}ptr-union.c:23:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-union.c:21:24
// CHECK-NEXT:   +8: class 5 -> class 2
// CHECK-NEXT:   +24: -> class 4
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-union.c:22:14
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-union.c:22:30
// CHECK-NEXT: class 4
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-union.c:22:46
// CHECK-NEXT: class 5 -> class 2
// CHECK-NEXT:   type struct.anon {{.*}}ptr-union.c:24:15
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT:   +8: -> class 3
// CHECK-NOT: {{.}}
