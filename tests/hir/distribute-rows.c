// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-distribute %s -o %t.ll 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir --as-is %t.ll | FileCheck %s
// RUN: FileCheck --check-prefix=FRAME %s < %t.ll
// RUN: %python %tests/run/compare.py %s --passes=hir-canonicalize,hir-distribute \
// RUN:     --passes=hir-canonicalize,hir-distribute,hir-canonicalize,hir-distribute,hir-interchange \
// RUN:     --passes=hir-optimize
// RUN: lathe cc -O3 -flathe-loops %s -o %t -lm -lpthread && %t small > %t.out
// Values for all iterations are on the stack, if they take a small part of a small one.
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 2000, M = 6 };
static double A[M][N], B[M][N], C[N], D[N];
int (*hook)(int);

static void show(const char *what);

// Two thousand iterations and a place for 128: blocks of so many.
// CHECK-LABEL: FUNCTION blocks
// CHECK: + DO i1 = 0, 15, 1
// CHECK-NEXT: | [[LAST:%.*]] = (-128 * i1 + 1999  <  127) ? -128 * i1 + 1999 : 127;
// CHECK-NEXT: | + DO i2 = 0, [[LAST]], 1
// CHECK: (%row)[0][i2] =
// CHECK: + END LOOP
// CHECK: | + DO i2 = 0,
// CHECK: = (%row)[0][i2];
// CHECK: (@A)[0][i3][128 * i1 + i2] =
// WHY-DAG: distribution of a loop in 'blocks' done
// FRAME-LABEL: @blocks(
// FRAME: = alloca [128 x double]
// FRAME: = alloca [128 x double]
// FRAME-NOT: = alloca [
// FRAME-LABEL: }
__attribute__((noinline)) void blocks(int d) {
    for (int i = 0; i < N; i++) {
        double t = C[i] / (D[i] + d), u = t / (t * t + 1);
        C[i] = t + 1;
        D[i] += u;
        for (int j = 0; j < M; j++)
            A[j][i] += t * B[j][i] + u;
    }
}

// Full blocks have no rest.
// CHECK-LABEL: FUNCTION full
// CHECK: + DO i1 = 0, 7, 1
// CHECK-NEXT: | + DO i2 = 0, 127, 1
// WHY-DAG: distribution of a loop in 'full' done
__attribute__((noinline)) void full(int d) {
    for (int i = 0; i < 1024; i++) {
        double t = C[i] / (D[i] + d);
        C[i] = t + 1;
        for (int j = 0; j < M; j++)
            A[j][i] += t * B[j][i];
    }
}

// Two nests, one after the other, use the same memory.
// FRAME-LABEL: @twice(
// FRAME: = alloca [128 x double]
// FRAME-NOT: = alloca [
// FRAME-LABEL: }
// WHY-DAG: distribution of a loop in 'twice' done
// WHY-DAG: distribution of a loop in 'twice' done
__attribute__((noinline)) void twice(int d) {
    for (int i = 0; i < N; i++) {
        double t = C[i] / (D[i] + d);
        C[i] = t + 1;
        for (int j = 0; j < M; j++)
            A[j][i] += t * B[j][i];
    }
    show("between");
    for (int i = 0; i < N; i++) {
        double t = D[i] / (C[i] + d);
        D[i] = t + 1;
        for (int j = 0; j < M; j++)
            B[j][i] += t * A[j][i];
    }
}

// In one nest they do not, and when the frame has enough, there are no more.
// FRAME-LABEL: @nested(
// FRAME-COUNT-2: = alloca [128 x double]
// FRAME-NOT: = alloca [
// FRAME-LABEL: }
// WHY-DAG: distribution of a loop in 'nested' done
// WHY-DAG: distribution of a loop in 'nested' done
// WHY-DAG: distribution of a loop in 'nested' declined: the stack frame has no room for another temp expanded to an array [stack]
__attribute__((noinline)) void nested(int d) {
    for (int r = 0; r < 2; r++) {
        for (int i = 0; i < N; i++) {
            double t = C[i] / (D[i] + d);
            C[i] = t + r;
            for (int j = 0; j < M; j++)
                A[j][i] += t * B[j][i];
        }
        for (int i = 0; i < N; i++) {
            double t = D[i] / (C[i] + d);
            D[i] = t + r;
            for (int j = 0; j < M; j++)
                B[j][i] += t * A[j][i];
        }
        for (int i = 0; i < N; i++) {
            double t = C[i] / (A[0][i] + d);
            C[i] = t + r;
            for (int j = 0; j < M; j++)
                B[j][i] += t;
        }
    }
}

// Frames of a function that calls itself stay small, also if others are between, or a pointer.
// WHY-DAG: distribution of a loop in 'calls_itself' declined: a temp would be expanded to an array on the stack, and the function may be recursive [recursion]
// FRAME-LABEL: @calls_itself(
// FRAME-NOT: = alloca [
// FRAME-LABEL: }
__attribute__((noinline)) double calls_itself(int d) {
    if (!d)
        return 1;
    for (int i = 0; i < N; i++) {
        double t = C[i] / (D[i] + d);
        C[i] = t + 1;
        for (int j = 0; j < M; j++)
            A[j][i] += t * B[j][i];
    }
    return calls_itself(d - 1) + A[0][0];
}

static double odd(int d);
// WHY-DAG: distribution of a loop in 'even' declined: {{.*}} [recursion]
__attribute__((noinline)) static double even(int d) {
    for (int i = 0; i < N; i++) {
        double t = C[i] / (D[i] + d);
        C[i] = t + 1;
        for (int j = 0; j < M; j++)
            A[j][i] += t * B[j][i];
    }
    return d ? odd(d - 1) : 0;
}
__attribute__((noinline)) static double odd(int d) {
    return d ? even(d - 1) : 1;
}

// WHY-DAG: distribution of a loop in 'by_pointer' declined: {{.*}} [recursion]
__attribute__((noinline)) int by_pointer(int d) {
    for (int i = 0; i < N; i++) {
        double t = C[i] / (D[i] + d);
        C[i] = t + 1;
        for (int j = 0; j < M; j++)
            A[j][i] += t * B[j][i];
    }
    return d ? hook(d - 1) : 0;
}

static int compare(const void *a, const void *b) {
    by_pointer(0);
    return *(const int *)a - *(const int *)b;
}
// Whatever qsort calls, it calls.
// WHY-DAG: distribution of a loop in 'by_library' declined: {{.*}} [recursion]
__attribute__((noinline)) void by_library(int d) {
    static int order[4] = {3, 1, 2, 0};
    if (d)
        qsort(order, 4, sizeof *order, compare);
    for (int i = 0; i < N; i++) {
        double t = C[i] / (D[i] + d);
        C[i] = t + 1;
        for (int j = 0; j < M; j++)
            A[j][i] += t * B[j][i];
    }
}

// Near misses: what is known not to call back may be called, and a function that nobody outside can
// name may call whatever it likes.
// WHY-DAG: distribution of a loop in 'prints' done
__attribute__((noinline)) void prints(int d) {
    for (int i = 0; i < N; i++) {
        double t = C[i] / (D[i] + d);
        C[i] = t + 1;
        for (int j = 0; j < M; j++)
            A[j][i] += t * B[j][i];
    }
    printf("%d %g\n", d, floor(A[0][0] + exp(d)));
}
// WHY-DAG: distribution of a loop in 'hidden' done
__attribute__((noinline)) static void hidden(int d) {
    for (int i = 0; i < N; i++) {
        double t = C[i] / (D[i] + d);
        C[i] = t + 1;
        for (int j = 0; j < M; j++)
            A[j][i] += t * B[j][i];
    }
    if (d > 100)
        getchar(), hook(d), abort();
}

static void show(const char *what) {
    double s = 0;
    for (int i = 0; i < N; i++)
        s += C[i] + D[i] + A[M - 1][i] + B[1][i];
    printf("%s %a\n", what, s);
}

static void *all(void *unused) {
    blocks(1), show("blocks");
    full(2), show("full");
    twice(3), show("twice");
    nested(4), show("nested");
    even(3), show("even");
    by_pointer(2), show("by_pointer");
    by_library(1), show("by_library");
    prints(5);
    return unused;
}

int main(int argc, char **argv) {
    pthread_attr_t small;
    pthread_t thread;
    hook = by_pointer;
    for (int i = 0; i < N; i++)
        D[i] = i + 500;
    for (int i = 0; i < N; i++)
        B[i % M][i] = i;
    if (argc == 1) {
        all(NULL);
        hidden(6), show("hidden");
        return calls_itself(400) < 0;
    }
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    if (pthread_create(&thread, &small, all, NULL))
        return 1;
    pthread_join(thread, NULL);
    return calls_itself(400) < 0;
}
