// The examples of references that are indexed through a subscript and through a base.
// RUN: lathe hir %s | FileCheck %s
// RUN: lathe hir -v %s | FileCheck --check-prefix=HOW %s
// RUN: lathe hir -v --numbers %s > %t.hir
// RUN: FileCheck --check-prefix=NUMBER --input-file=%t.hir %s
// RUN: lathe hir -v --numbers --parse %t.hir | grep -v '^//' > %t.again
// RUN: grep -v '^//' %t.hir | diff - %t.again
// RUN: lathe hir --json %s > %t.json
// RUN: FileCheck --check-prefix=JSON --input-file=%t.json %s
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
// HOW-LABEL: FUNCTION subscript
// HOW:      (%a)[{{.*}} = 0{{.*}} // (%a)[[[X:%[0-9]+]]] is indexed by a subscript, (@b)[0][i2]
// HOW:      (%a)[{{.*}} = 1{{.*}} // (%a)[sext([[Y:%[0-9]+]]) + 1] is indexed by a subscript, (@b)[0][i2]
// NUMBER-LABEL: FUNCTION subscript
// NUMBER:      <[[B1:[0-9]+]]> {{.*}} = (@b)
// NUMBER:      (%a){{.*}} is indexed by a subscript, <[[B1]]> (@b)[0][i2]
// NUMBER:      <[[B2:[0-9]+]]> {{.*}} = (@b)
// NUMBER:      (%a){{.*}} is indexed by a subscript, <[[B2]]> (@b)[0][i2]
// JSON:        "function": "subscript",
// JSON:        "text": "(@b)[0][i2]",
// JSON:        "indexed_by": null
// JSON:        "text": "(%a)[{{%[0-9]+}}]",
// JSON:        "indexed_by": {
// JSON:        "number": [[#READ:]],
// JSON-NEXT:   "kind": "inst",
// JSON-NEXT:   "parent": [[#]],
// JSON-NEXT:   "text": "{{.*}} = (@b)[0][i2];",
// JSON:        "text": "(%a)[sext({{.*}}) + 1]",
// JSON:        "indexed_by": {
// JSON-NEXT:     "node": [[#READ]],
// JSON-NEXT:     "through": "subscript",
// JSON-NEXT:     "text": "(@b)[0][i2]"
// JSON-NEXT:   }

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
// HOW-LABEL: FUNCTION base
// HOW:      = (%vec)[i1
// HOW:      (%{{[0-9]+}})[0 : 4]{{.*}} // (%{{[0-9]+}})[0] is indexed by its base, (%vec)[i1]
// HOW-NEXT: {{.*}} // (%{{[0-9]+}})[1] is indexed by its base, (%vec)[i1]
// HOW-NEXT: (%ret)[i1
// HOW-NOT:  is indexed
// HOW:      END LOOP
// JSON:     "function": "base",
// JSON:     "through": "base",
// JSON-NEXT: "text": "(%vec)[i1]"

// The index is not read: nothing is indexed.
void computed(int *a, int n) {
    for (int i = 0; i < n; i++)
        a[(i * i) % n] = 0;
}
// HOW-LABEL: FUNCTION computed
// HOW-NOT:  is indexed
// HOW:      END REGION
// JSON:     "function": "computed",
// JSON-NOT: "through"
// JSON:     "indexed_by": null
// JSON-NOT: "through"
