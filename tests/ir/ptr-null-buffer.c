// Functions that return their argument, or other memory when it is null.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

char *getcwd(char *, unsigned long);
char *realpath(const char *, char *);

static char *here, *there, *mine;
static char buffer[4096];

int main(void) {
    here = getcwd(0, 0);
    there = realpath("x", 0);
    mine = realpath("x", buffer);
    return *here + *there + *mine;
}

// CHECK: class 1 -> outside
// CHECK-NEXT:   global @here {{.*}}ptr-null-buffer.c:9
// CHECK-NEXT: class 2 every 1
// CHECK-NEXT:   global @.str {{.*}}ptr-null-buffer.c:14
// CHECK-NEXT: class 3 -> outside
// CHECK-NEXT:   global @there {{.*}}ptr-null-buffer.c:9
// CHECK-NEXT: class 4 every 1
// CHECK-NEXT:   global @buffer {{.*}}ptr-null-buffer.c:10
// CHECK-NEXT: class 5 -> class 4
// CHECK-NEXT:   global @mine {{.*}}ptr-null-buffer.c:9
// CHECK-NOT: {{.}}
