// Each checkpoint with each tracked value: its source name, type, bytes, and where it is needed.
// RUN: lathe ckpt --report -O0 %s | FileCheck %s --match-full-lines
// RUN: lathe ckpt --json -O0 %s > %t.json
// RUN: %python -c "import json, sys; d = json.load(open(sys.argv[1])); \
// RUN:   print(sorted((v['name'], v['type'], v['bytes']) for c in d['checkpoints'] for v in c['values']))" \
// RUN:   %t.json | FileCheck %s --check-prefix=JSON
// CHECK: step report.c:20, checkpoint 1: 12 bytes
// CHECK-DAG:     x                    double                  8  needed at report.c:21
// CHECK-DAG:     rounds               i32                     4  needed at report.c:21
// CHECK: main report.c:27, call on the way to one, point 1: 12 bytes
// CHECK-DAG:     x                    double                  8  needed at {{.*}}
// CHECK-DAG:     i                    i32                     4  needed at {{.*}}
// CHECK: step: 4 instructions became {{[0-9]+}}, and 0 cold ones to resume in
// CHECK: main: {{[0-9]+}} instructions became {{[0-9]+}}, and {{[1-9][0-9]*}} cold ones to resume in
// JSON: [('i', 'i32', 4), ('rounds', 'i32', 4), ('x', 'double', 8), ('x', 'double', 8)]
#include <stdio.h>
void checkpoint(void);

static double step(double x, int rounds) {
    checkpoint();
    return x * rounds;
}

int main(void) {
    double x = 1;
    for (int i = 0; i < 10; i++)
        x += step(0.5, i);
    printf("%g\n", x);
    return 0;
}
