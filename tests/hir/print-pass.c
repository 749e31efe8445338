// hir-print: nests of the module as it is at that point, for opt and the plugin.
// RUN: lathe opt --passes=hir-canonicalize,hir-print %s -o %t.bc | FileCheck %s
// RUN: lathe opt '--passes=hir-canonicalize,hir-print<deps;function=shift>' %s -o %t.bc > %t.deps
// RUN: FileCheck --check-prefix=DEPS --input-file=%t.deps %s
// RUN: lathe hir --parse --numbers %t.deps | FileCheck --check-prefix=AGAIN %s
// RUN: lathe opt '--passes=hir-canonicalize,hir-print<verbose>' %s -o %t.bc | FileCheck --check-prefix=VERBOSE %s
// RUN: not lathe opt '--passes=hir-print<function=shfit>' %s -o %t.bc 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: lathe opt --passes=hir-canonicalize %s -o %t.plain.ll
// RUN: lathe opt --passes=hir-canonicalize,hir-print %s -o %t.printed.ll
// RUN: cmp %t.plain.ll %t.printed.ll
int none(int x) { return x; }
void shift(int *a) {
    for (int i = 0; i < 100; i++)
        a[i] = a[i + 1];
}
void jumps(int n, void **to) {
    for (int i = 0; i < n; i++) {
        goto *to[i];
    one:
        n--;
    two:;
    }
    to[0] = &&one;
    to[1] = &&two;
}
// CHECK-NOT:   FUNCTION none
// CHECK:       FUNCTION shift
// CHECK-NEXT:  BEGIN REGION
// CHECK-NEXT:  + DO i1 = 0, 99, 1   <DO_LOOP>
// CHECK-NOT:   anti
// CHECK:       FUNCTION jumps
// CHECK:       // loop {{.*}} is not modelled: it has a computed goto [indirect-branch]
// DEPS:        FUNCTION shift
// DEPS:        <[[LOAD:[0-9]+]]> {{.*}} = (%a)[i1 + 1];
// DEPS:        <[[STORE:[0-9]+]]> {{.*}} (%a)[i1] = 
// DEPS:        //   <[[LOAD]]> (%a)[i1 + 1] -> <[[STORE]]> (%a)[i1]  anti (1) carried by i1
// DEPS-NOT:    FUNCTION
// AGAIN:       + DO i1 = 0, 99, 1   <DO_LOOP>
// AGAIN:       1 loop in 1 region
// VERBOSE:     TEMP %a {ptr sb:
// VERBOSE:     (%a)[i1 + 1{exact} : 4]{i32 sb:
// WRONG:       error: {{.*}}function=shfit: there is no such function
