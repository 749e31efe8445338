// scanf may store a pointer (%ms, %p): what such a cell holds comes from outside.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct word {
    char *text;
    int number;
    char *own;
};
void *malloc(unsigned long);
int sscanf(const char *, const char *, ...);

int main(void) {
    struct word *w = malloc(sizeof *w);
    w->own = malloc(8);
    sscanf("abc 1", "%ms %d %7s", &w->text, &w->number, w->own);
    return *w->text;
}

// CHECK: class 1 -> outside
// CHECK-NEXT:   type struct.word {{.*}}ptr-scanf.c:16:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-scanf.c:15:22
// CHECK-NEXT:   +0: -> outside
// CHECK-NEXT:   +8: -> outside
// CHECK-NEXT:   +16: -> class 2
// CHECK-NEXT: class 2 -> outside
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-scanf.c:16:14
// CHECK-NEXT:   received {{.*}}ptr-scanf.c:17:5
// CHECK-NEXT: class 3 every 1
// CHECK-NEXT:   global @.str {{.*}}ptr-scanf.c:17
// CHECK-NEXT: class 4 every 1
// CHECK-NEXT:   global @.str.1 {{.*}}ptr-scanf.c:17
// CHECK-NOT: {{.}}
