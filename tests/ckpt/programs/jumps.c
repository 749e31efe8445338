// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Errors as an interpreter has them: nested protected calls, jumps over frames with locals;
// variable arguments that are read after a checkpoint, by the program and by the library;
// thread-local variables; functions that are registered before and after a checkpoint and run at
// the end.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void checkpoint(void);
struct guard {
    struct guard *before;
    jmp_buf buffer;
    volatile int status;
};
static _Thread_local struct guard *current;
static _Thread_local long thrown;
static char text[200];
static void throw_error(int status) {
    thrown++;
    current->status = status;
    longjmp(current->buffer, 1);
}
static int protect(void (*f)(int), int n) {
    struct guard g;
    g.before = current;
    g.status = 0;
    current = &g;
    if (setjmp(g.buffer) == 0)
        f(n);
    current = g.before;
    return g.status;
}
static long sum_of(int count, ...) {
    va_list list;
    long sum = 0;
    double d = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        sum += va_arg(list, int);
        checkpoint();
        d += va_arg(list, double);
    }
    va_end(list);
    return sum + (long)d;
}
static void report(const char *format, ...) {
    va_list list;
    va_start(list, format);
    checkpoint();
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
}
static void work(int n) {
    int local[16];
    memset(local, 0, sizeof local);
    for (int i = 0; i < n % 7 + 2; i++) {
        local[i % 16] += n;
        checkpoint();
    }
    if (n % 3 == 0)
        throw_error(n);
    if (n > 5 && n % 5 == 1) {
        int inner = protect(work, n - 3);
        if (inner)
            throw_error(inner + local[1]);
    }
    report("%d %s %g %ld %d %d %d %d", n, "text", n * 0.5, (long)n * n, 1, 2, local[0], local[1]);
}
static long total;
static void first(void) {
    printf("first %ld %ld\n", total, thrown);
}
static void second(void) {
    printf("second %s\n", text);
}
int main(void) {
    atexit(first);
    for (int i = 0; i < 120; i++) {
        if (i == 60)
            atexit(second);
        total = total * 3 + protect(work, i);
        total += sum_of(5, i, 1.5, 2, 2.5, 3, 3.5, i * i, 4.5, 5, (double)i) + (long)strlen(text) +
                 text[3];
    }
    printf("%ld %ld %s\n", total, thrown, text);
    return 0;
}
