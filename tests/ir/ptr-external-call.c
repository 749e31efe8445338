// An unknown function: what it is given escapes with all that can be reached from it, blamed on
// the call. What it is not given stays.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct inner {
    int *where;
};
struct outer {
    struct inner *in;
};
struct apart {
    int *where;
};
void *malloc(unsigned long);
struct apart *unknown(struct outer *);
void *fetch(void);

int main(void) {
    struct outer *o = malloc(sizeof *o);
    o->in = malloc(sizeof *o->in);
    o->in->where = malloc(4);
    struct apart *a = malloc(sizeof *a);
    a->where = malloc(12);
    unknown(o);
    struct apart *from = fetch();
    from->where = malloc(20);
    return *o->in->where + *a->where;
}

// CHECK: class 1 -> class 2
// CHECK-NEXT:   type struct.outer {{.*}}ptr-external-call.c:22:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-external-call.c:21:23
// CHECK-NEXT:   escapes external-call {{.*}}ptr-external-call.c:26:5
// CHECK-NEXT:   unknown external-call {{.*}}ptr-external-call.c:26:5
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT: class 2 -> class 3
// CHECK-NEXT:   type struct.inner {{.*}}ptr-external-call.c:23:12
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-external-call.c:22:13
// CHECK-NEXT:   escapes external-call {{.*}}ptr-external-call.c:26:5
// CHECK-NEXT:   unknown external-call {{.*}}ptr-external-call.c:26:5
// CHECK-NEXT:   +0: -> class 3
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-external-call.c:23:20
// CHECK-NEXT:   escapes external-call {{.*}}ptr-external-call.c:26:5
// CHECK-NEXT:   unknown external-call {{.*}}ptr-external-call.c:26:5
// CHECK-NEXT: class 4 -> class 5
// CHECK-NEXT:   type struct.apart {{.*}}ptr-external-call.c:25:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-external-call.c:24:23
// CHECK-NEXT:   +0: -> class 5
// CHECK-NEXT: class 5
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-external-call.c:25:16
// CHECK-NEXT: class 6 -> class 7
// CHECK-NEXT:   type struct.apart {{.*}}ptr-external-call.c:28:11
// CHECK-NEXT:   escapes external-call {{.*}}ptr-external-call.c:27:26
// CHECK-NEXT:   unknown external-call {{.*}}ptr-external-call.c:27:26
// CHECK-NEXT:   +0: -> class 7
// CHECK-NEXT: class 7
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-external-call.c:28:19
// CHECK-NEXT:   escapes external-call {{.*}}ptr-external-call.c:27:26
// CHECK-NEXT:   unknown external-call {{.*}}ptr-external-call.c:27:26
// CHECK-NOT: {{.}}
