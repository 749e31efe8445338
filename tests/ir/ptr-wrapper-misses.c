// What looks like an allocation wrapper and is none: all call sites of each are one object.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

typedef unsigned long size_t;
void *malloc(size_t);
void *memset(void *, int, size_t);

static void *last, *cached;

static void *remembers(size_t size) {
    last = malloc(size);
    return last;
}
static void *links(void *owner, size_t size) {
    void **p = malloc(size);
    *p = owner;
    return p;
}
static void *either(int which, size_t size) {
    return which ? malloc(size) : cached;
}
static void *two_sizes(int which, size_t small, size_t large) {
    return which ? malloc(small) : malloc(large);
}
static void *fixed(void) {
    return malloc(48);
}
static void *rounded(size_t size) {
    return malloc(size & ~15ul);
}
static void *part_cleared(size_t size) {
    char *p = malloc(size);
    memset(p, 0, size / 2);
    return p;
}
static void *set_to_one(size_t size) {
    return memset(malloc(size), 1, size);
}
static void *behind_header(size_t size) {
    return (char *)malloc(size) + 16;
}

int main(int argc, char **argv) {
    int *a = remembers(1), *b = remembers(2);
    int *c = links(0, 3), *d = links(0, 4);
    int *e = either(argc, 5), *f = either(argc, 6);
    int *g = two_sizes(argc, 7, 8), *h = two_sizes(argc, 9, 10);
    int *i = fixed(), *j = fixed();
    int *k = rounded(11), *l = rounded(12);
    int *m = part_cleared(13), *n = part_cleared(14);
    int *o = set_to_one(15), *p = set_to_one(16);
    int *q = behind_header(17), *r = behind_header(18);
    return *a + *b + *c + *d + *e + *f + *g + *h + *i + *j + *k + *l + *m + *n + *o + *p + *q + *r;
}

// CHECK: class 1
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-wrapper-misses.c:13:12
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-wrapper-misses.c:17:16
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-wrapper-misses.c:22:20
// CHECK-NEXT: class 4
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-wrapper-misses.c:25:20
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-wrapper-misses.c:25:36
// CHECK-NEXT: class 5
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-wrapper-misses.c:28:12
// CHECK-NEXT: class 6
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-wrapper-misses.c:31:12
// CHECK-NEXT: class 7
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-wrapper-misses.c:34:15
// CHECK-NEXT: class 8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-wrapper-misses.c:39:19
// CHECK-NEXT: class 9 -> class 1
// CHECK-NEXT:   global @last {{.*}}ptr-wrapper-misses.c:10
// CHECK-NEXT: class 10 -> class 3
// CHECK-NEXT:   global @cached {{.*}}ptr-wrapper-misses.c:10
// CHECK-NEXT: class 11
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-wrapper-misses.c:42:20
// CHECK-NOT: {{.}}
