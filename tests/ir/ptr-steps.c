// p++ and p += 2 in a loop: the elements are one place, in steps of the struct, so that its
// members stay apart.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *where;
    int *other;
    long number;
};
void *malloc(unsigned long);

int main(void) {
    struct item *all = malloc(8 * sizeof *all);
    int *a = malloc(4), *b = malloc(8);
    for (struct item *p = all; p < all + 8; p++) {
        p->where = a;
        p->other = b;
    }
    long sum = 0;
    for (struct item *p = all + 7; p >= all; p -= 2)
        sum += *p->where;
    int **one = malloc(sizeof *one * 3);
    for (int **p = one; p != one + 3; ++p)
        *p = a;
    return (int)sum;
}

// CHECK: class 1 every 24 -> class 2
// CHECK-NEXT:   type struct.item {{.*}}ptr-steps.c:17:40
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-steps.c:15:24
// CHECK-NEXT:   walked 24 {{.*}}ptr-steps.c:22:31
// CHECK-NEXT:   back 48 {{.*}}ptr-steps.c:22:48
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT:   +8: -> class 3
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-steps.c:16:14
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-steps.c:16:30
// CHECK-NEXT: class 4 every 8 -> class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-steps.c:24:17
// CHECK-NOT: {{.}}
