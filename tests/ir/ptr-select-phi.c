// Two objects meet in ?: and in a variable assigned on two paths; a third stays out.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

void *malloc(unsigned long);

int main(int argc, char **argv) {
    int *a = malloc(4), *b = malloc(8), *c = malloc(12), *d = malloc(16);
    int *chosen = argc > 1 ? a : b;
    int *later;
    if (argc > 2)
        later = b;
    else
        later = c;
    return *chosen + *later + *d;
}

// CHECK: class 1
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-select-phi.c:9:14
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-select-phi.c:9:30
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-select-phi.c:9:46
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-select-phi.c:9:63
// CHECK-NOT: {{.}}
