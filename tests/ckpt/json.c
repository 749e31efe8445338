// One document for all that is injected, before and after optimising, and with what is refused.
// RUN: lathe ckpt --json %s -o %t.prog > %t.json
// RUN: %python %S/Inputs/report_json.py %t.json | FileCheck %s --match-full-lines
// CHECK: version 2
// CHECK-NEXT: kernel json.c:[[#@LINE+28]]:9 block {{.*}} point 1 directive: {{[0-9]+}}
// CHECK: {{ *}}cell memory double {{[0-9]+}}+8 live and modified
// CHECK: main json.c:[[#@LINE+37]]:9 block {{.*}} point 1 directive: {{[0-9]+}}
// CHECK: kernel {{[0-9]+}} instructions, {{.*}}
// CHECK: main {{[0-9]+}} instructions, {{.*}}
// CHECK-NOT: {{.}}

// What is refused is refused once, and nothing is written.
// RUN: not lathe ckpt --json %s -o %t.no -- -DREFUSED > %t.json 2> %t.err
// RUN: %python %S/Inputs/report_json.py %t.json | FileCheck %s --check-prefix=REFUSED --match-full-lines
// RUN: FileCheck %s --check-prefix=ERR < %t.err
// RUN: not ls %t.no
// REFUSED: refused kernel json.c:{{[0-9]+}}:{{[0-9]+}} ckpt-mem-pointer {{.*}}
// REFUSED-NOT: {{.}}
// ERR: warning: 'kernel' gets no checkpoints
// ERR-NOT: warning:
// ERR: error: 1 reason for no checkpoints
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);

static double kernel(int n, void *ckpt_mem) {
    double cell = 0, *p = &cell;
#ifdef REFUSED
    p = malloc(sizeof *p);
    *p = 0;
#endif
    for (int i = 0; i < n; i++) {
        checkpoint();
        *p += i;
    }
    printf("%p\n", (void *)&cell);
    return *p;
}

int main(void) {
    static unsigned memory[1024];
    for (volatile int i = 0; i < 3; i++) {
        printf("%g\n", kernel(i, memory));
        checkpoint();
    }
    return 0;
}
