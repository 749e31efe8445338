// What cannot be saved is refused with its reason and source line, and nothing is written.
// RUN: rm -rf %t && split-file %s %t
// RUN: not lathe ckpt %t/program.c -o %t/out.ll 2>&1 | FileCheck %s
// RUN: not ls %t/out.ll
// RUN: lathe ckpt %t/near.c -o %t/out.ll 2>&1 | count 0
// RUN: lathe ckpt -O0 %t/near.c -o %t/out.ll 2>&1 | count 0
// RUN: not lathe ckpt %t/none.c -o %t/out2.ll 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lathe ckpt %t/library.c -o %t/out2.ll 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: not lathe ckpt %t/library.c 2>&1 | FileCheck %s --check-prefix=WHAT

// CHECK-DAG: program.c:69:14: warning: 'buffers' gets no checkpoints: one call of setjmp may fill several buffers, and only the last is known where the frame is restored [ckpt-setjmp]
// CHECK-DAG: program.c:34:5: warning: 'assembly' gets no checkpoints: inline assembly has state that cannot be seen [ckpt-asm]
// CHECK-DAG: program.c:46:13: warning: 'tables' gets no checkpoints: it keeps a pointer of the C library, which is another in the next process [ckpt-libc-pointer]
// CHECK-DAG: program.c:53:5: warning: no checkpoints: 'socket' is used: sockets cannot be saved [ckpt-external]
// CHECK-DAG: program.c:54:5: warning: no checkpoints: 'mystery' is not known: it may have state that is not saved [ckpt-external]
// CHECK-DAG: program.c:55:5: warning: no checkpoints: a checkpoint can be reached from what 'qsort' calls, and its own frame cannot be entered again [ckpt-callback]
// CHECK-DAG: program.c:56:5: warning: no checkpoints: 'at_quick_exit' is used: the library would call it after a restart, where it was never registered [ckpt-external]
// CHECK-DAG: program.c:57:5: warning: no checkpoints: 'pthread_create' is used: threads cannot be saved [ckpt-external]
// CHECK-DAG: program.c:58:{{.*}}: warning: no checkpoints: the address of 'fprintf' is taken, and it takes a stream [ckpt-external]
// CHECK-DAG: program.c:{{.*}} warning: no checkpoints: 'mine' is thread-local, and lies elsewhere in the next process [ckpt-thread-local]
// CHECK-DAG: program.c:{{.*}} warning: no checkpoints: the variable 'outside' is outside the program, and would not be saved [ckpt-external-variable]
// CHECK: error: 11 reasons for no checkpoints

// NONE: error: there is no call of checkpoint(): none that is reached from main, and none in a function with ckpt_mem
// LIBRARY: warning: no checkpoints: there is no main, so the program is not whole [ckpt-no-main]
// WHAT: error: nothing to do: give -o FILE, --report, --inspect=FILE or --save=PID

//--- program.c
#include <ctype.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
void checkpoint(void);
int mystery(int);
extern int outside;
extern _Thread_local int mine;
static jmp_buf mark;
static const unsigned short *kept;

static int compare(const void *a, const void *b) {
    checkpoint();
    return *(const int *)a - *(const int *)b;
}

static void at_end(void) {}

static void *thread(void *p) {
    return p;
}

static int (*printer)(FILE *, const char *, ...);

static void jumps(void) {
    if (!setjmp(mark))
        checkpoint();
}

static void assembly(void) {
    __asm__ volatile("nop");
    checkpoint();
}

static int variadic(int n, ...) {
    va_list list;
    va_start(list, n);
    checkpoint();
    return va_arg(list, int);
}

static void tables(void) {
    kept = *__ctype_b_loc();
    checkpoint();
}

int main(void) {
    int v[3] = {3, 2, 1};
    pthread_t t;
    socket(1, 2, 3);
    mystery(outside);
    qsort(v, 3, sizeof *v, compare);
    at_quick_exit(at_end);
    pthread_create(&t, NULL, thread, NULL);
    printer = fprintf;
    mine = v[0];
    jumps();
    assembly();
    variadic(1, 2);
    tables();
    return mine;
}

void buffers(jmp_buf *marks) {
    for (int i = 0; i < 2; i++)
        if (!setjmp(marks[i]))
            checkpoint();
}

//--- near.c
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
static jmp_buf mark;

static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

struct guard {
    int status;
    jmp_buf buffer;
};

static _Thread_local jmp_buf mine;

/* In loops, but always the same buffer of an activation. */
static void again(struct guard *g) {
    jmp_buf local;
    for (int i = 0; i < 3; i++)
        if (!setjmp(g->buffer) && !setjmp(local) && !setjmp(mark) && !setjmp(mine))
            checkpoint();
}

/* The position is left before a checkpoint is reached. */
static int jumps(int n) {
    if (setjmp(mark))
        return n;
    if (n > 2)
        longjmp(mark, 1);
    return 0;
}

static int sum(int n, ...) {
    va_list list;
    int s = 0;
    va_start(list, n);
    while (n--)
        s += va_arg(list, int);
    va_end(list);
    return s;
}

int main(int argc, char **argv) {
    int v[3] = {3, 2, argc};
    qsort(v, 3, sizeof *v, compare);
    __asm__ volatile("" ::: "memory");
    again(&(struct guard){0});
    for (int i = 0; i < jumps(argc) + sum(2, 3, 4); i++) {
        if (isalpha((unsigned char)argv[0][i]))
            fprintf(stdout, "%d\n", v[i % 3]);
        checkpoint();
    }
    return 0;
}

//--- none.c
int main(void) {
    return 0;
}

//--- library.c
void checkpoint(void);
void f(void) {
    checkpoint();
}
