// What llvm.used lists is reached from outside: parameters of such a function come from there.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *where;
};
struct quiet {
    int *where;
};
void *malloc(unsigned long);

__attribute__((used)) static int seen(struct item *i) {
    return *i->where;
}
__attribute__((used)) static struct item table;
static struct quiet silent;

int main(void) {
    table.where = malloc(4);
    silent.where = malloc(12);
    return *silent.where;
}

// CHECK: class 1 -> outside
// CHECK-NEXT:   type struct.item {{.*}}ptr-used.c:15:16
// CHECK-NEXT:   escapes external-symbol @llvm.compiler.used
// CHECK-NEXT:   unknown external-symbol @llvm.compiler.used
// CHECK-NEXT:   +0: -> outside
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-used.c:21:19
// CHECK-NEXT:   escapes external-symbol @llvm.compiler.used
// CHECK-NEXT:   unknown external-symbol @llvm.compiler.used
// CHECK-NEXT: class 3 -> class 2
// CHECK-NEXT:   type struct.item {{.*}}ptr-used.c:17
// CHECK-NEXT:   global @table {{.*}}ptr-used.c:17
// CHECK-NEXT:   escapes external-symbol @llvm.compiler.used
// CHECK-NEXT:   unknown external-symbol @llvm.compiler.used
// CHECK-NEXT: class 4
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-used.c:22:20
// CHECK-NEXT: class 5 -> class 4
// CHECK-NEXT:   type struct.quiet {{.*}}ptr-used.c:18
// CHECK-NEXT:   global @silent {{.*}}ptr-used.c:18
// CHECK-NOT: {{.}}
