// A function handed to an unknown library: its parameters come from outside and what it touches
// escapes. One that is never handed out keeps its parameter.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct event {
    int *payload;
};
struct quiet {
    int *payload;
};
void *malloc(unsigned long);
void register_handler(void (*)(struct event *));

static int *seen;
static void handler(struct event *e) {
    seen = e->payload;
}
static int silent(struct quiet *q) {
    return *q->payload;
}

int main(void) {
    struct quiet *q = malloc(sizeof *q);
    q->payload = malloc(4);
    register_handler(handler);
    return silent(q) + *seen;
}

// CHECK: class 1 -> class 2
// CHECK-NEXT:   type struct.quiet {{.*}}ptr-callback-unknown.c:26:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-callback-unknown.c:25:23
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-callback-unknown.c:26:18
// CHECK-NEXT: class 3 -> outside
// CHECK-NEXT:   global @seen {{.*}}ptr-callback-unknown.c:16
// CHECK-NEXT: class 4 -> outside
// CHECK-NEXT:   type struct.event {{.*}}ptr-callback-unknown.c:18:15
// CHECK-NEXT:   escapes external-call {{.*}}ptr-callback-unknown.c:27:5
// CHECK-NEXT:   unknown external-call {{.*}}ptr-callback-unknown.c:27:5
// CHECK-NEXT:   +0: -> outside
// CHECK-NOT: {{.}}
