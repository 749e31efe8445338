// Without main, whoever calls the exported functions is outside: their parameters and results
// escape, those of a static function that only they call do not.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *where;
};
struct inside {
    int *where;
};
void *malloc(unsigned long);

static int *look(struct inside *i) {
    return i->where;
}
struct item *make(struct item *old) {
    struct inside *i = malloc(sizeof *i);
    i->where = malloc(4);
    struct item *n = malloc(sizeof *n);
    n->where = old->where;
    *n->where = *look(i);
    return n;
}

// CHECK: class 1 -> outside
// CHECK-NEXT:   type struct.item {{.*}}ptr-no-main.c:22:21
// CHECK-NEXT:   escapes external-symbol {{.*}}ptr-no-main.c:18
// CHECK-NEXT:   unknown external-symbol {{.*}}ptr-no-main.c:18
// CHECK-NEXT:   +0: -> outside
// CHECK-NEXT: class 2 -> class 3
// CHECK-NEXT:   type struct.inside {{.*}}ptr-no-main.c:20:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-no-main.c:19:24
// CHECK-NEXT:   +0: -> class 3
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-no-main.c:20:16
// CHECK-NEXT: class 4 -> outside
// CHECK-NEXT:   type struct.item {{.*}}ptr-no-main.c:22:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-no-main.c:21:22
// CHECK-NEXT:   escapes external-symbol {{.*}}ptr-no-main.c:18
// CHECK-NEXT:   unknown external-symbol {{.*}}ptr-no-main.c:18
// CHECK-NEXT:   +0: -> outside
// CHECK-NOT: {{.}}
