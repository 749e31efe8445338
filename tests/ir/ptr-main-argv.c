// main's arguments come from outside; exported functions of a program with main do not escape.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    int *where;
};
void *malloc(unsigned long);
int atoi(const char *);

struct item *make(int *p) {
    struct item *n = malloc(sizeof *n);
    n->where = p;
    return n;
}
char *name;
int main(int argc, char **argv) {
    int local = atoi(argv[1]);
    name = argv[0];
    return *make(&local)->where;
}

// CHECK: class 1
// CHECK-NEXT:   type struct.item {{.*}}ptr-main-argv.c:14:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-main-argv.c:13:22
// CHECK-NEXT: class 2 -> outside
// CHECK-NEXT:   global @name {{.*}}ptr-main-argv.c:17
// CHECK-NOT: {{.}}
