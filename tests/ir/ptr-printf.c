// printf and its like look at text and follow nothing else: no escape, also through %p and %n.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct item {
    char name[8];
    int *where;
};
void *malloc(unsigned long);
int printf(const char *, ...);
int snprintf(char *, unsigned long, const char *, ...);
int puts(const char *);

int main(void) {
    struct item *a = malloc(sizeof *a);
    a->where = malloc(4);
    snprintf(a->name, sizeof a->name, "x%d", *a->where);
    printf("%s %p %n\n", a->name, (void *)a->where, a->where);
    puts(a->name);
    return *a->where;
}

// CHECK: class 1
// CHECK-NEXT:   type struct.item {{.*}}ptr-printf.c:17:8
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-printf.c:16:22
// CHECK-NEXT:   +0: every 1
// CHECK-NEXT:   +8: -> class 2
// CHECK-NEXT: class 2
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-printf.c:17:16
// CHECK-NEXT:   printed {{.*}}ptr-printf.c:19:5
// CHECK-NEXT: class 3 every 1
// CHECK-NEXT:   global @.str {{.*}}ptr-printf.c:18
// CHECK-NEXT: class 4 every 1
// CHECK-NEXT:   global @.str.1 {{.*}}ptr-printf.c:19
// CHECK-NOT: {{.}}
