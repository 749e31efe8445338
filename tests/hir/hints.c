// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-interchange %s -o %t.ll 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: FileCheck %s < %t.ll
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-identity %s -o %t.same.ll
// RUN: FileCheck --check-prefix=SAME %s < %t.same.ll
/* What a loop says about its iterations does not hold when it changes places: for one i, columns do
 * not depend on one another; for all i, they do. Nor does it for a loop that another one has joined. */
// WHY: interchange of a loop in 'diagonal' done
// CHECK-LABEL: define {{.*}}@diagonal
// CHECK-NOT: parallel_accesses
// SAME: parallel_accesses
double a[64][64];

void diagonal(void) {
    for (int i = 1; i < 64; i++) {
#pragma clang loop vectorize(assume_safety)
        for (int j = 1; j < 64; j++)
            a[i][j] = a[i - 1][j - 1] + 1;
    }
}
