// Each checkpoint with each tracked value: its source name, type, bytes, and where it is needed.
// RUN: lathe ckpt --report -O0 %s | FileCheck %s --match-full-lines
// RUN: lathe ckpt --json -O0 %s > %t.json
// RUN: %python %S/Inputs/report_json.py %t.json | FileCheck %s --check-prefix=JSON --match-full-lines
// CHECK: step report.c:27, checkpoint 1: 12 bytes
// CHECK-DAG:     x                    double                  8  needed at report.c:28
// CHECK-DAG:     rounds               i32                     4  needed at report.c:28
// CHECK: main report.c:34, call on the way to one, point 1: 12 bytes
// CHECK-DAG:     x                    double                  8  needed at {{.*}}
// CHECK-DAG:     i                    i32                     4  needed at {{.*}}
// CHECK: step: 4 instructions became {{[0-9]+}}, and 0 cold ones to resume in
// CHECK: main: {{[0-9]+}} instructions became {{[0-9]+}}, and {{[1-9][0-9]*}} cold ones to resume in
// JSON: version 2
// JSON-NEXT: step report.c:27:5 block entry point 1 directive: 12
// JSON-NEXT:   x argument double 0+8 needed at report.c:28
// JSON-NEXT:   rounds argument i32 8+4 needed at report.c:28
// JSON-NEXT: main report.c:34:14 block for.body point 1 call: 12
// JSON-NEXT:   x value double 0+8 needed at report.c:35
// JSON-NEXT:   i value i32 8+4 needed at report.c:33
// JSON-NEXT: step 4 instructions, {{[0-9]+}} and 0
// JSON-NEXT: main {{[0-9]+}} instructions, {{[0-9]+}} and {{[1-9][0-9]*}}
// JSON-NOT: {{.}}
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
