// Calls through a table of functions reach every function of the table, and only those.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct shape {
    int *area;
};
struct other {
    int *area;
};
void *malloc(unsigned long);

static int *first(struct shape *s) {
    return s->area;
}
static int *second(struct shape *s) {
    return s->area + 1;
}
static int *third(struct other *o) {
    return o->area;
}
static int *(*const table[])(struct shape *) = {first, second};

int main(int argc, char **argv) {
    struct shape *s = malloc(sizeof *s);
    s->area = malloc(8);
    struct other *o = malloc(sizeof *o);
    o->area = malloc(16);
    return *table[argc & 1](s) + *third(o);
}

// CHECK: class 1 -> class 2
// CHECK-NEXT:   type struct.shape {{.*}}ptr-indirect-table.c:27:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-indirect-table.c:26:23
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT: class 2 every 4
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-indirect-table.c:27:15
// CHECK-NEXT: class 3 -> class 4
// CHECK-NEXT:   type struct.other {{.*}}ptr-indirect-table.c:29:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-indirect-table.c:28:23
// CHECK-NEXT:   +0: -> class 4
// CHECK-NEXT: class 4
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-indirect-table.c:29:15
// CHECK-NEXT: class 5 every 8
// CHECK-NEXT:   global @table {{.*}}ptr-indirect-table.c:23
// CHECK-NEXT:   walked 8 {{.*}}ptr-indirect-table.c:30:13
// CHECK-NOT: {{.}}
