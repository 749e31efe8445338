// A function that only frees keeps the blocks it is given apart; one that reads them, keeps them
// or frees what they hold does not.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct node {
    struct node *next;
};
void *malloc(unsigned long);
void free(void *);

static void xfree(void *p) {
    if (p)
        free(p);
}
static void xxfree(int level, void *p) {
    xfree(p);
}
static struct node *kept;
static void keep(void *p) {
    kept = p;
    free(p);
}
static int read_and_free(int *p) {
    int i = *p;
    free(p);
    return i;
}

int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(8);
    xfree(a);
    xxfree(1, b);
    keep(malloc(16));
    keep(malloc(24));
    return read_and_free(malloc(32)) + read_and_free(malloc(40));
}

// CHECK: class 1
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-free-wrapper.c:32:22
// CHECK-NEXT:   freed {{.*}}ptr-free-wrapper.c:33:5
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-free-wrapper.c:32:46
// CHECK-NEXT:   freed {{.*}}ptr-free-wrapper.c:34:5
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-free-wrapper.c:35:10
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-free-wrapper.c:36:10
// CHECK-NEXT:   freed {{.*}}ptr-free-wrapper.c:23:5
// CHECK-NEXT: class 4
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-free-wrapper.c:37:26
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-free-wrapper.c:37:54
// CHECK-NEXT:   freed {{.*}}ptr-free-wrapper.c:27:5
// CHECK-NEXT: class 5 -> class 3
// CHECK-NEXT:   global @kept {{.*}}ptr-free-wrapper.c:20
// CHECK-NOT: {{.}}
