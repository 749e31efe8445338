// A pointer copied byte by byte, or half by half, is a pointer nonetheless.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=always-inline,mem2reg,ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *where;
};
struct other {
    int *where;
};
void *malloc(unsigned long);

static struct item *from, *to;
static union {
    struct other *pointer;
    unsigned half[2];
} one, two;

int main(int argc, char **argv) {
    from = malloc(sizeof *from);
    from->where = 0;
    for (unsigned i = 0; i < sizeof from; i++)
        ((char *)&to)[i] = ((char *)&from)[i];
    one.pointer = malloc(2 * sizeof *one.pointer);
    two.half[0] = one.half[0];
    two.half[1] = one.half[1];
    two.pointer->where = 0;
    return to->where != 0;
}

// CHECK: class 1{{$}}
// CHECK-NEXT:   type struct.item {{.*}}ptr-flow-bytes.c:22:11
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-flow-bytes.c:21:12
// CHECK-NEXT:   escapes integer-to-pointer
// CHECK-NEXT:   unknown integer-to-pointer
// CHECK: {{^}}class 4{{$}}
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-flow-bytes.c:25:19
// CHECK-NEXT:   escapes integer-to-pointer
// CHECK: {{^}}class 7{{$}}
// CHECK-NEXT:   type struct.other {{.*}}ptr-flow-bytes.c:28:18
// CHECK-NEXT:   escapes integer-to-pointer
// CHECK-NEXT:   unknown integer-to-pointer
// CHECK: {{^}}class 8{{$}}
// CHECK-NEXT:   type struct.item {{.*}}ptr-flow-bytes.c:29:16
// CHECK-NEXT:   escapes integer-to-pointer
// CHECK-NEXT:   unknown integer-to-pointer
