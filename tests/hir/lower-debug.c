// RUN: lathe opt --passes=hir-canonicalize,hir-identity %s -o %t.same.ll
// RUN: FileCheck --check-prefix=SAME %s < %t.same.ll
// RUN: lathe opt --passes=hir-canonicalize,hir-reverse %s -o %t.back.ll
// RUN: FileCheck --check-prefix=BACK %s < %t.back.ll
// RUN: lathe opt --passes=hir-canonicalize,hir-distribute %s -o %t.dist.ll
// RUN: FileCheck --check-prefix=DIST %s < %t.dist.ll
// RUN: lathe opt '--passes=hir-canonicalize<join>,hir-fuse' %s -o %t.fuse.ll
// RUN: FileCheck --check-prefix=FUSE %s < %t.fuse.ll
// What debuggers show of variables in nests that are made again: their values where those are there,
// and otherwise that they are optimised out, never what was so before.
double a[100], b[100], c[100], d[100];

// A sum, what is added, and the number of the iteration, at its top and at its end.
// SAME-LABEL: define {{.*}}@sum(
// SAME: region:
// SAME-NEXT: #dbg_value(double poison, [[S:![0-9]+]],
// SAME-NEXT: #dbg_value(i64 poison, [[I:![0-9]+]],
// SAME-NEXT: #dbg_value(double poison, [[X:![0-9]+]],
// SAME: [[OLD:%.*]] = phi double
// SAME: [[COUNT:%.*]] = phi i64 [ 0,
// SAME-NEXT: #dbg_value(double poison, [[X]],
// SAME-NEXT: #dbg_value(double [[OLD]], [[S]], !DIExpression(),
// SAME-NEXT: #dbg_value(i64 [[COUNT]], [[I]], !DIExpression(),
// SAME: [[MUL:%.*]] = fmul double
// SAME-NEXT: #dbg_value(double [[MUL]], [[X]],
// SAME: [[ADD:%.*]] = fadd double [[OLD]], [[MUL]]
// SAME: #dbg_value(double [[ADD]], [[S]],
// SAME: [[NEXT:%.*]] = add {{.*}} [[COUNT]], 1
// SAME: #dbg_value(i64 [[NEXT]], [[I]], !DIExpression(),
// SAME-NEXT: icmp eq
double sum(int n) {
    double s = 0;
    for (int i = 0; i < n; i++) {
        double x = a[i] * 2;
        s += x;
        b[i] = x;
    }
    return s;
}

// It counts from 3, the new loop from 0. Before the inner loop, j is 0.
// SAME-LABEL: define {{.*}}@from_three(
// SAME: [[OUT:%.*]] = phi i64 [ 0, %region
// SAME: #dbg_value(i64 [[OUT]], [[I:![0-9]+]], !DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value),
// SAME: #dbg_value(i32 0, [[J:![0-9]+]],
// SAME: [[IN:%.*]] = phi i64 [ 0,
// SAME: #dbg_value(i64 [[IN]], [[J]], !DIExpression(),
// The outer one's is still what it is: nothing is said of it in the inner loop.
// SAME-NOT: [[I]]
// SAME: br i1
void from_three(int n) {
    for (int i = 3; i < n; i++)
        for (int j = 0; j < n; j++)
            c[j] += a[i];
}

// The last iteration comes first: the number of the iteration is not the variable.
// BACK-LABEL: define {{.*}}@other_way(
// BACK: region:
// BACK-NEXT: #dbg_value(i64 poison, [[I:![0-9]+]],
// BACK: phi i64
// BACK-NEXT: #dbg_value(double poison, [[X:![0-9]+]],
// BACK-NEXT: #dbg_value({{i..}} poison, [[I]],
// BACK: [[MUL:%.*]] = fmul double
// BACK-NEXT: #dbg_value(double [[MUL]], [[X]],
// BACK-NOT: #dbg_value({{.*}} %{{.*}}, [[I]],
// BACK: ret void
void other_way(void) {
    for (int i = 0; i < 100; i++) {
        double x = a[i] * 3;
        b[i] = x;
    }
}

// What one loop computes is not shown in the other.
// DIST-LABEL: define {{.*}}@apart(
// DIST: phi i64
// DIST: [[X:%.*]] = fmul double
// DIST-NEXT: #dbg_value(double [[X]], [[XVAR:![0-9]+]],
// DIST: br i1
// DIST: [[I:%.*]] = phi i64
// DIST-DAG: #dbg_value(double poison, [[XVAR]],
// DIST-DAG: #dbg_value(i64 [[I]], {{![0-9]+}}, !DIExpression(),
// DIST: [[Y:%.*]] = fadd double
// DIST: #dbg_value(double [[Y]], {{![0-9]+}},
// DIST: ret void
void apart(void) {
    for (int i = 0; i < 100; i++) {
        double x = a[i] * 4;
        b[i] = x;
        double y = c[i] + 5;
        d[i] = y;
    }
}

// The second loop's variable is not the number of the iteration as far as anyone knows.
// FUSE-LABEL: define {{.*}}@joined(
// FUSE: [[I:%.*]] = phi i64
// FUSE: #dbg_value(i64 [[I]], [[FIRST:![0-9]+]], !DIExpression(),
// FUSE-NOT: #dbg_value(i64 [[I]],
// FUSE: ret void
void joined(void) {
    for (int i = 0; i < 100; i++)
        b[i] = a[i] + 6;
    for (int k = 0; k < 100; k++)
        c[k] = b[k] * 7;
}
