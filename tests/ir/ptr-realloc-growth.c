// A vector that grows by realloc: the old and the new block are one class, with what they hold.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct vec {
    int **at;
    unsigned long len, cap;
};
void *malloc(unsigned long);
void *realloc(void *, unsigned long);

static void push(struct vec *v, int *p) {
    if (v->len == v->cap) {
        v->cap = v->cap * 2 + 1;
        v->at = realloc(v->at, v->cap * sizeof *v->at);
    }
    v->at[v->len++] = p;
}

int main(void) {
    struct vec v = {malloc(8), 0, 1};
    push(&v, malloc(4));
    push(&v, malloc(12));
    return *v.at[1];
}

// CHECK: class 1 -> class 2
// CHECK-NEXT:   type struct.vec {{.*}}ptr-realloc-growth.c:21
// CHECK-NEXT:   local %v {{.*}}ptr-realloc-growth.c:21
// CHECK-NEXT:   +0: -> class 2
// CHECK-NEXT: class 2 every 8 -> class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-realloc-growth.c:22:21
// CHECK-NEXT:   heap realloc(size=arg1) {{.*}}ptr-realloc-growth.c:16:17
// CHECK-NEXT:   freed {{.*}}ptr-realloc-growth.c:16:17
// CHECK-NEXT:   walked 8 {{.*}}ptr-realloc-growth.c:18:5
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-realloc-growth.c:23:14
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-realloc-growth.c:24:14
// CHECK-NOT: {{.}}
