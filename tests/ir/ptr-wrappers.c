// Allocation wrappers, and wrappers of wrappers: every call site is an object of its own, and the
// size arguments are those of the call.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

typedef unsigned long size_t;
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *memset(void *, int, size_t);
void free(void *);
_Noreturn void abort(void);

static void *xmalloc(size_t size) {
    void *p = malloc(size ? size : size);
    if (!p)
        abort();
    return p;
}
static void *xcalloc(const char *why, size_t count, size_t size) {
    void *p = calloc(count, size);
    if (!p)
        abort();
    return p;
}
static void *xzalloc(int flags, size_t size) {
    return memset(xmalloc(size), 0, size);
}
static void *zalloc(size_t size) {
    void *p = xmalloc(size);
    memset(p, 0, size);
    return p;
}
static void *xrealloc(void *old, size_t size) {
    void *p = realloc(old, size);
    if (!p) {
        free(old);
        abort();
    }
    return p;
}
static void *narrow(unsigned size) {
    return xmalloc(size);
}

int main(void) {
    int *a = xmalloc(4);
    int *b = xmalloc(8);
    int *c = xcalloc("c", 3, 4);
    int *d = xcalloc("d", 4, 4);
    int *e = zalloc(24);
    int *f = narrow(28);
    int *g = xrealloc(0, 32);
    g = xrealloc(g, 36);
    int *h = xrealloc(0, 40);
    int *i = xzalloc(0, 44);
    return *a + *b + *c + *d + *e + *f + *g + *h + *i;
}

// CHECK: class 1
// CHECK-NEXT:   heap xmalloc(size=arg0) {{.*}}ptr-wrappers.c:48:14
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap xmalloc(size=arg0) {{.*}}ptr-wrappers.c:49:14
// CHECK-NEXT: class 3 every 1
// CHECK-NEXT:   global @.str {{.*}}ptr-wrappers.c:50
// CHECK-NEXT:   global @.str.1 {{.*}}ptr-wrappers.c:51
// CHECK-NEXT: class 4
// CHECK-NEXT:   heap xcalloc(size=arg2*arg1) zeroed {{.*}}ptr-wrappers.c:50:14
// CHECK-NEXT: class 5
// CHECK-NEXT:   heap xcalloc(size=arg2*arg1) zeroed {{.*}}ptr-wrappers.c:51:14
// CHECK-NEXT: class 6
// CHECK-NEXT:   heap zalloc(size=arg0) zeroed {{.*}}ptr-wrappers.c:52:14
// CHECK-NEXT: class 7
// CHECK-NEXT:   heap narrow(size=arg0) {{.*}}ptr-wrappers.c:53:14
// CHECK-NEXT: class 8
// CHECK-NEXT:   heap xrealloc(size=arg1) {{.*}}ptr-wrappers.c:54:14
// CHECK-NEXT:   heap xrealloc(size=arg1) {{.*}}ptr-wrappers.c:55:9
// CHECK-NEXT:   freed {{.*}}ptr-wrappers.c:55:9
// CHECK-NEXT: class 9
// CHECK-NEXT:   heap xrealloc(size=arg1) {{.*}}ptr-wrappers.c:56:14
// CHECK-NEXT: class 10
// CHECK-NEXT:   heap xzalloc(size=arg1) zeroed {{.*}}ptr-wrappers.c:57:14
// CHECK-NEXT: class 11
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-wrappers.c:16:15
// CHECK-NEXT: class 12
// CHECK-NEXT:   heap calloc(size=arg1*arg0) zeroed {{.*}}ptr-wrappers.c:22:15
// CHECK-NEXT: class 13
// CHECK-NEXT:   heap xmalloc(size=arg0) {{.*}}ptr-wrappers.c:31:15
// CHECK-NEXT: class 14
// CHECK-NEXT:   heap xmalloc(size=arg0) {{.*}}ptr-wrappers.c:44:12
// CHECK-NEXT: class 15
// CHECK-NEXT:   heap realloc(size=arg1) {{.*}}ptr-wrappers.c:36:15
// CHECK-NEXT:   freed {{.*}}ptr-wrappers.c:36:15
// CHECK-NEXT: class 16
// CHECK-NEXT:   heap xmalloc(size=arg0) {{.*}}ptr-wrappers.c:28:19
// CHECK-NOT: {{.}}
