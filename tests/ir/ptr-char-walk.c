// A byte-wise walk over a struct sees its fields in changing places: the class is folded, with
// what its fields point to. A struct walked in steps of its own size is not.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *first;
    int *second;
};
struct whole {
    int *first;
    int *second;
};
void *malloc(unsigned long);

static unsigned char sum(struct item *i) {
    unsigned char s = 0;
    const unsigned char *p = (const unsigned char *)i;
    for (unsigned n = 0; n < sizeof *i; n++)
        s += p[n];
    return s;
}

int main(int argc, char **argv) {
    struct item *a = malloc(sizeof *a);
    a->first = malloc(4);
    a->second = malloc(8);
    struct whole *w = malloc(2 * sizeof *w);
    w[argc].first = malloc(12);
    w[argc].second = malloc(16);
    return sum(a);
}

// CHECK: class 1 every 1 -> class 2
// CHECK-NEXT:   type struct.item {{.*}}ptr-char-walk.c:27:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-char-walk.c:26:22
// CHECK-NEXT:   walked 1 {{.*}}ptr-char-walk.c:21:14
// CHECK-NEXT:   folded 1 {{.*}}ptr-char-walk.c:21:14
// CHECK-NEXT:   +0: every 1 -> class 2
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-char-walk.c:27:16
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-char-walk.c:28:17
// CHECK-NEXT: class 3 every 16 -> class 4
// CHECK-NEXT:   type struct.whole {{.*}}ptr-char-walk.c:30:5
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-char-walk.c:29:23
// CHECK-NEXT:   walked 16 {{.*}}ptr-char-walk.c:30:5
// CHECK-NEXT:   +0: -> class 4
// CHECK-NEXT:   +8: -> class 5
// CHECK-NEXT: class 4
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-char-walk.c:30:21
// CHECK-NEXT: class 5
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-char-walk.c:31:22
// CHECK-NOT: {{.}}
