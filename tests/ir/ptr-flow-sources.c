// An address made from integers leads to what these were made of, and to nothing else: `hashed` is
// computed with as well, but its bits go elsewhere. A distance inside one object is no address.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=always-inline,mem2reg,ir-ptrclasses %t.ll | FileCheck %s

struct tagged {
    int *where;
};
struct hashed {
    int *where;
};
struct apart {
    int *where;
};
void *malloc(unsigned long);

static unsigned long slot, seed, count;

int main(int argc, char **argv) {
    struct tagged *a = malloc(sizeof *a);
    struct hashed *b = malloc(sizeof *b);
    struct apart *c = malloc(4 * sizeof *c), *end = c;
    while (end->where)
        end++;
    slot = (unsigned long)a | 1;
    seed = ((unsigned long)b >> 4) * 31;
    count = end - c;
    struct tagged *back = (struct tagged *)((slot & ~1ul) + count);
    return *back->where + *b->where + *a->where;
}

// CHECK: class 1{{$}}
// CHECK-NEXT:   type struct.tagged {{.*}}ptr-flow-sources.c:30:43
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-flow-sources.c:21:24
// CHECK-NEXT:   escapes integer-to-pointer {{.*}}ptr-flow-sources.c:26:29
// CHECK-NEXT:   unknown integer-to-pointer {{.*}}ptr-flow-sources.c:26:29
// CHECK-NEXT:   computed {{.*}}ptr-flow-sources.c:26:29
// CHECK-NEXT: class 2{{$}}
// CHECK-NEXT:   type struct.hashed {{.*}}ptr-flow-sources.c:30:31
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-flow-sources.c:22:24
// CHECK-NEXT:   computed {{.*}}ptr-flow-sources.c:27:30
// CHECK-NEXT: class 3 every 8
// CHECK-NEXT:   type struct.apart {{.*}}ptr-flow-sources.c:24:17
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-flow-sources.c:23:23
// CHECK-NEXT:   difference {{.*}}ptr-flow-sources.c:28:17
// CHECK-NEXT: class 4
// CHECK: class 7{{$}}
// CHECK-NEXT:   type struct.tagged {{.*}}ptr-flow-sources.c:30:19
// CHECK-NEXT:   escapes integer-to-pointer {{.*}}ptr-flow-sources.c:29:59
// CHECK-NEXT:   unknown integer-to-pointer {{.*}}ptr-flow-sources.c:29:59
// CHECK-NOT: {{.}}
