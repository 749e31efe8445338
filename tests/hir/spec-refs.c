// References of the documents: strides, and a blob that is defined between two loops.
// RUN: lathe hir --verbose %s 2>/dev/null | FileCheck %s
int A[10];
void strides(void) {
    for (int i = 0; i < 10; i++)
        A[i] = 1;
}
// Strides of 4 and 40 bytes, ten elements.
// CHECK-LABEL: FUNCTION strides
// CHECK: (@A)[0 : 40][i1{exact} : 4 x 10]{i32 sb:{{[0-9]+}}{{.*}}} = 1

void between(int b[][100], const int *x, long n) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            long k = x[j];
            for (long l = 0; l < n; l++)
                b[6 * k * l][j + 5] = 0;
        }
}
// CHECK-LABEL: FUNCTION between
// CHECK: TEMP [[X:%[0-9]+]] {i32 sb:{{[0-9]+}} level:2}
// CHECK: [[X]] = (%x)[i2{{.*}} : 4]
// CHECK: (%b)[6 * sext.i32.i64([[X]]) * i3 : 400][i2 + 5 : 4 x 100]{i32 sb:{{[0-9]+}}} = 0{i32}
