// RUN: lathe opt --passes='dtrans-test-layout<type=struct.s;order=2.0.1.+8>' %s -o - | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<type=struct.s;order=2.0.1.+8>' \
// RUN:     --passes='dtrans-shuffle<seed=1>' --passes='dtrans-shuffle<seed=2>' --passes='default<O2>,dtrans-shuffle<seed=3>'
//
// Variables of all kinds, and constants that lead into them in more than one step.
#include <stdio.h>
struct s { char tag; double v; int n; };
static _Thread_local struct s t = {1, 2.5, 3};
struct s com;
static struct s arr[3];
static struct s *pe = arr + 3;
static int *pn = &arr[1].n;
__attribute__((noinline)) static void set(struct s *s, int k) { s->tag = k; s->v = k * 2; s->n = k * 3; }
int main(int argc, char **argv) {
  set(&t, argc); set(&com, 5); 
  for (struct s *p = arr; p < pe; p++) set(p, p - arr);
  *pn += 100;
  printf("%d %g %d %g %d\n", t.tag, t.v, com.n, arr[2].v, arr[1].n);
  return argv == NULL;
}

// CHECK: %__DTL_struct.s = type { i32, i8, double, [8 x i8] }
// CHECK-DAG: @com = dso_local global %__DTL_struct.s { i32 0, i8 0, double {{.*}}, [8 x i8] c"\A5\A5\A5\A5\A5\A5\A5\A5" }
// CHECK-DAG: @pe = internal global ptr getelementptr (i8, ptr @arr, i64 72)
// CHECK-DAG: @pn = internal global ptr getelementptr (i8, ptr @arr, i64 24)
// CHECK-DAG: @t = internal thread_local global %__DTL_struct.s { i32 3, i8 1, double 2.5
// CHECK: load double, ptr getelementptr inbounds nuw (%__DTL_struct.s, ptr getelementptr inbounds ([3 x %__DTL_struct.s], ptr @arr, i64 0, i64 2), i32 0, i32 2)
