// RUN: lathe opt --passes='dtrans-test-layout<type=struct.big;order=1.2.3.0.+40>' %s -o - | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<type=struct.big;order=1.2.3.0.+40>' \
// RUN:     --passes='dtrans-shuffle<seed=1>' --passes='dtrans-shuffle<seed=2>' --passes=dtrans-reorder-fields
//
// Large structs by value: both sides of a call say their type, a call through a pointer too.
#include <stdio.h>
struct big { char tag; double v; int n; double w; };
__attribute__((noinline)) static double f(struct big b) { b.v += 1; return b.v + b.w + b.n + b.tag; }
__attribute__((noinline)) static struct big mk(int a) { struct big b = {1, a, 2, 3}; return b; }
__attribute__((noinline)) static double g(struct big b) { return b.v - b.w; }
__attribute__((noinline)) static struct big made(int a) { struct big b = {2, a, 1, 1}; return b; }
static double (*fp)(struct big) = f;
static struct big (*mp)(int) = mk;
int main(int argc, char **argv) {
  if (argc > 9)
    fp = g, mp = made;
  struct big b = mk(argc), c = mp(argc + 5);
  double r = f(b) + fp(c);
  printf("%g %g %d\n", r, b.v + c.w, c.n);
  return argv == NULL;
}

// CHECK: %__DTL_struct.big = type { double, i32, double, i8, [40 x i8] }
// CHECK-LABEL: define dso_local i32 @main
// CHECK: call void @mk(ptr dead_on_unwind writable sret(%__DTL_struct.big) align 8 %
// CHECK: call void %{{.*}}(ptr dead_on_unwind writable sret(%__DTL_struct.big) align 8 %
// CHECK: call double @f(ptr noundef byval(%__DTL_struct.big) align 8 %
// CHECK: call double %{{.*}}(ptr noundef byval(%__DTL_struct.big) align 8 %
// CHECK: define internal void @mk(ptr {{.*}}sret(%__DTL_struct.big) align 8 %agg.result, i32
// CHECK: define internal double @f(ptr noundef byval(%__DTL_struct.big) align 8 %b)
