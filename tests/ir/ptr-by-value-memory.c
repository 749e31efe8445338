// Large structs go through byval and sret memory: copies of one class.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct big {
    long numbers[4];
    int *where;
};
void *malloc(unsigned long);

static struct big give(int *p) {
    struct big b = {{1, 2, 3, 4}, p};
    return b;
}
static int *take(struct big b) {
    return b.where;
}

int main(void) {
    int *a = malloc(4);
    struct big b = give(a);
    return *take(b);
}

// CHECK: class 1
// CHECK-NEXT:   type struct.big {{.*}}ptr-by-value-memory.c:20
// CHECK-NEXT:   local %b {{.*}}ptr-by-value-memory.c:20
// CHECK-NEXT:   +0: class 3 every 8
// CHECK-NEXT:   +32: -> class 2
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-by-value-memory.c:21:14
// CHECK-NEXT: class 3 every 8
// CHECK-NEXT:   global @constinit @constinit
// CHECK-NOT: {{.}}
