// RUN: clang-22 -O1 -fopenmp -Xclang -disable-llvm-passes -fno-discard-value-names -S -emit-llvm %s -o %t.ll
// RUN: lathe opt --verbose --passes=hir-optimize %t.ll -o %t.bc 2>&1 | FileCheck %s
// RUN: lathe opt --passes='hir-canonicalize<nests>' %t.ll -o %t.shape.ll
// RUN: lathe hir --as-is %t.shape.ll | FileCheck --check-prefix=SHAPE %s
// RUN: clang-22 -O3 -w %t.ll %S/Inputs/omp_runtime.c -lm -o %t.plain
// RUN: clang-22 -O3 -w %t.bc %S/Inputs/omp_runtime.c -lm -o %t.new
// RUN: env OMP_NUM_THREADS=1 %t.plain > %t.one
// RUN: env OMP_NUM_THREADS=1 %t.new | diff %t.one -
// RUN: env OMP_NUM_THREADS=2 %t.plain > %t.two
// RUN: env OMP_NUM_THREADS=2 %t.new | diff %t.two -
// RUN: env OMP_NUM_THREADS=7 %t.plain > %t.seven
// RUN: env OMP_NUM_THREADS=7 %t.new | diff %t.seven -
// RUN: env OMP_NUM_THREADS=900 %t.new | diff %t.seven -
// Bodies of parallel regions: what they capture comes by pointer, and bounds are what the runtime
// leaves in memory.
#include <stdio.h>
enum { M = 300, N = 260 };
static double data[N][M], cov[M][M], mean[M], other[N][M];
static double total;

// CHECK: interchange of a loop in 'averages.omp_outlined' done
// SHAPE-LABEL: FUNCTION averages.omp_outlined
// SHAPE: + DO i1 =
// SHAPE: + DO i2 = 0, zext([[N:%[^)]*]]) + -1
// SHAPE-NOT: [[N]] =
// SHAPE: END REGION
__attribute__((noinline)) static void averages(int m, int n, double a[N][M], double *to) {
#pragma omp parallel for
    for (int j = 0; j < m; j++) {
        to[j] = 0;
        for (int i = 0; i < n; i++)
            to[j] += a[i][j];
        to[j] /= n;
    }
}

// CHECK: interchange of a loop in 'covariance.omp_outlined' done
__attribute__((noinline)) static void covariance(int m, int n, double a[N][M], double c[M][M]) {
#pragma omp parallel for
    for (int i = 0; i < m; i++)
        for (int j = i; j < m; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++)
                c[i][j] += a[k][i] * a[k][j];
            c[i][j] /= n - 1.0;
            c[j][i] = c[i][j];
        }
}

// That i stays below M, and so the loop of j runs, follows from where a thread's last iteration is.
// SHAPE-LABEL: FUNCTION triangle.omp_outlined
// SHAPE: + DO i1 =
// SHAPE-NEXT: + DO i2 = 0, -1 * i1 + -1 * sext({{.*}}) + 299, 1 <DO_LOOP>
__attribute__((noinline)) static void triangle(void) {
#pragma omp parallel for
    for (int i = 0; i < M; i++)
        for (int j = i; j < M; j++) {
            cov[i][j] = 1;
            for (int k = 0; k < N; k++)
                cov[i][j] += data[k][i] * data[k][j];
        }
}

// The last iteration is not below M - 1.
// SHAPE-LABEL: FUNCTION beyond.omp_outlined
// SHAPE: + DO i1 =
// SHAPE-NOT: + DO i2 = 0, -1 * i1
// SHAPE: END REGION
__attribute__((noinline)) static void beyond(void) {
#pragma omp parallel for
    for (int i = 0; i < M; i++) {
        int j = i;
        do {
            for (int k = 0; k < N; k++)
                cov[i][j] += data[k][i] * data[k][j];
        } while (++j < M - 1);
    }
}

// Nothing moves across a critical section.
// CHECK-NOT: of a loop in 'adds.omp_outlined' done
__attribute__((noinline)) static void adds(int m, int n) {
#pragma omp parallel for
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
#pragma omp critical
            total = total * 0.5 + other[i][j];
            mean[j] += other[i][j];
        }
}

// Nor across what is atomic.
// CHECK-NOT: of a loop in 'counts.omp_outlined' done
__attribute__((noinline)) static void counts(int m, int n) {
#pragma omp parallel for
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
#pragma omp atomic
            cov[0][0] += other[i][j];
            mean[j] += other[i][j];
        }
}

// The bound changes in the loop.
// CHECK-NOT: of a loop in 'shrinks.omp_outlined' done
__attribute__((noinline)) static void shrinks(int n) {
#pragma omp parallel for
    for (int j = 0; j < M; j++)
        for (int i = 0; i < n; i++) {
            mean[j] += other[i][j];
            if (mean[j] == 1e9)
                n--;
        }
}

static void show(const char *name) {
    double sum = 0;
    for (int i = 0; i < M; i++) {
        sum = sum * 0.5 + mean[i];
        for (int j = 0; j < M; j++)
            sum = sum * 0.99 + cov[i][j];
    }
    printf("%s %a %a\n", name, sum, total);
}

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            other[i][j] = data[i][j] = (i * j % 17) * 0.25 + i;
    averages(M - 3, N - 5, data, mean);
    show("averages");
    covariance(M - 3, N - 5, data, cov);
    show("covariance");
    covariance(N, N, data, data); /* two names of one array */
    show("alias");
    triangle();
    show("triangle");
    beyond();
    show("beyond");
    adds(M, N);
    counts(M, N);
    shrinks(N);
    show("rest");
    return 0;
}
