// The examples of references that are indexed through a subscript and through a base.
// RUN: lathe hir %s | FileCheck %s
int b[200];
void subscript(int *a) {
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 200; j++) {
            a[b[j]] = 0;
            a[b[j] + 1] = 1;
        }
}
// CHECK-LABEL: FUNCTION subscript
// CHECK:      + DO i1 = 0, 3, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, 199, 1   <DO_LOOP>
// CHECK-NEXT: |   |   [[X:%[0-9]+]] = (@b)[0][i2];
// CHECK-NEXT: |   |   (%a)[[[X]]] = 0;
// CHECK-NEXT: |   |   [[Y:%[0-9]+]] = (@b)[0][i2];
// CHECK-NEXT: |   |   (%a)[sext([[Y]]) + 1] = 1;
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP

void base(int **vec, int *ret) {
    for (int i = 0; i < 4; i++)
        ret[i] = vec[i][0] + vec[i][1];
}
// CHECK-LABEL: FUNCTION base
// CHECK:      + DO i1 = 0, 3, 1   <DO_LOOP>
// CHECK-NEXT: |   [[P:%[0-9]+]] = (%vec)[i1];
// CHECK-NEXT: |   [[X:%[0-9]+]] = ([[P]])[0];
// CHECK-NEXT: |   [[Y:%[0-9]+]] = ([[P]])[1];
// CHECK-NEXT: |   (%ret)[i1] = [[X]] + [[Y]];
// CHECK-NEXT: + END LOOP
