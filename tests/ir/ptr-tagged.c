// A tag in the low bit of a pointer: the class is marked as computed with, and since the program
// makes pointers from such integers, it escapes.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *where;
};
void *malloc(unsigned long);

static unsigned long slot;

int main(int argc, char **argv) {
    struct item *a = malloc(sizeof *a);
    a->where = malloc(4);
    slot = (unsigned long)a | 1;
    struct item *back = (struct item *)(slot & ~1ul);
    return *back->where;
}

// CHECK: class 1 -> class 2
// CHECK-NEXT:   type struct.item {{.*}}ptr-tagged.c:16:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-tagged.c:15:22
// CHECK-NEXT:   escapes integer-to-pointer {{.*}}ptr-tagged.c:17:29
// CHECK-NEXT:   unknown integer-to-pointer {{.*}}ptr-tagged.c:17:29
// CHECK-NEXT:   computed {{.*}}ptr-tagged.c:17:29
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-tagged.c:16:16
// CHECK-NEXT:   escapes integer-to-pointer {{.*}}ptr-tagged.c:17:29
// CHECK-NEXT:   unknown integer-to-pointer {{.*}}ptr-tagged.c:17:29
// CHECK-NEXT: class 3
// CHECK-NEXT:   global @slot {{.*}}ptr-tagged.c:12
// CHECK-NEXT: class 4
// CHECK-NEXT:   type struct.item {{.*}}ptr-tagged.c:19:19
// CHECK-NEXT:   escapes integer-to-pointer {{.*}}ptr-tagged.c:18:46
// CHECK-NEXT:   unknown integer-to-pointer {{.*}}ptr-tagged.c:18:46
// CHECK-NOT: {{.}}
