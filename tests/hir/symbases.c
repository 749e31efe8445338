// Memory that cannot meet has different symbases; what might be the same has one.
//
// RUN: lathe hir --verbose --quiet %s | FileCheck %s
#include <stdlib.h>

int table[100], other[100];
int *given(void);

// Allocations, globals and locals are apart from one another.
void apart(int n) {
    int *a = malloc(400), *b = calloc(100, 4), local[100];
    for (int i = 0; i < n; i++) {
        a[i] = b[i];
        table[i] = other[i] + local[i];
    }
    free(a);
    free(b);
}
// CHECK-LABEL: FUNCTION apart
// CHECK:      (%call1)[i1{{.*}}{i32 sb:[[B:[0-9]+]]
// CHECK:      (%call)[i1{{.*}}{i32 sb:[[A:[0-9]+]]
// CHECK-NOT:  sb:[[A]]
// CHECK-NOT:  sb:[[B]]
// CHECK:      (@other)[0 : 400][i1{{.*}}{i32 sb:[[O:[0-9]+]]
// CHECK-NOT:  sb:[[O]]
// CHECK:      (@table)[0 : 400][i1{{.*}}{i32 sb:{{[0-9]+}}

// A pointer from elsewhere may lead to a global, and to memory that others know.
void together(int n) {
    int *a = malloc(400), *b = given();
    table[0] = a != b;
    for (int i = 0; i < n; i++) {
        a[i] = b[i];
        table[i] = i;
    }
    free(a);
}
// CHECK-LABEL: FUNCTION together
// CHECK:      = (%call1)[i1{{.*}}{i32 sb:[[ALL:[0-9]+]]
// CHECK:      (%call)[i1{{.*}}{i32 sb:[[ALL]]
// CHECK:      (@table)[0 : 400][i1{{.*}}{i32 sb:[[ALL]]

// Nothing else leads to an argument that is restrict.
void alone(int *restrict a, int *b, int *c, int n) {
    for (int i = 0; i < n; i++)
        a[i] = b[i] + c[i];
}
// CHECK-LABEL: FUNCTION alone
// CHECK:      = (%b)[i1{{.*}}{i32 sb:[[BC:[0-9]+]]
// CHECK:      = (%c)[i1{{.*}}{i32 sb:[[BC]]
// CHECK-NOT:  (%a)[i1{{.*}}{i32 sb:[[BC]]
// CHECK:      (%a)[i1
