// A variable of another module: what is stored there escapes. With main here, the module's own
// variables do not, exported or not.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *where;
};
void *malloc(unsigned long);
extern struct item *theirs;
struct item *ours;
static struct item *mine;

int main(void) {
    theirs = malloc(sizeof *theirs);
    ours = malloc(sizeof *ours);
    mine = malloc(sizeof *mine);
    ours->where = malloc(4);
    return *ours->where;
}

// CHECK: class 1
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-external-variable.c:16:14
// CHECK-NEXT:   escapes external-symbol @theirs
// CHECK-NEXT:   unknown external-symbol @theirs
// CHECK-NEXT: class 2 -> class 1
// CHECK-NEXT:   global @theirs @theirs
// CHECK-NEXT:   escapes external-symbol @theirs
// CHECK-NEXT:   unknown external-symbol @theirs
// CHECK-NEXT: class 3 -> class 7
// CHECK-NEXT:   type struct.item {{.*}}ptr-external-variable.c:19:11
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-external-variable.c:17:12
// CHECK-NEXT:   +0: -> class 7
// CHECK-NEXT: class 4 -> class 3
// CHECK-NEXT:   global @ours {{.*}}ptr-external-variable.c:12
// CHECK-NEXT: class 5
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-external-variable.c:18:12
// CHECK-NEXT: class 6 -> class 5
// CHECK-NEXT:   global @mine {{.*}}ptr-external-variable.c:13
// CHECK-NEXT: class 7
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-external-variable.c:19:19
// CHECK-NOT: {{.}}
