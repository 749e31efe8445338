; What is promised stays promised where that can be proven again, and nothing else is promised.
; RUN: lathe opt --passes=hir-identity %s -o - | FileCheck %s

; Two dimensions of known size, subscripts inside: one GEP, inbounds.
; CHECK-LABEL: define void @inside(
; CHECK: getelementptr inbounds nuw [20 x double], ptr @m, i64 [[I:%.*]], i64 [[K:%.*]]
@m = global [10 x [20 x double]] zeroinitializer
define void @inside() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k.next, %inner ]
  %p = getelementptr inbounds [10 x [20 x double]], ptr @m, i64 0, i64 %i, i64 %k
  store double 0.0, ptr %p, !tbaa !0
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, 20
  br i1 %k.done, label %latch, label %inner
latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 10
  br i1 %i.done, label %exit, label %outer
exit:
  ret void
}

; No promise, none made.
; CHECK-LABEL: define void @plain(
; CHECK: getelementptr i32, ptr %a, i64
define void @plain(ptr %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr %a, i64 %i
  store i32 0, ptr %p
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 10
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; One step of two without a promise.
; CHECK-LABEL: define void @half(
; CHECK-NOT: inbounds
; CHECK: store i32 0
define void @half(ptr %a, i64 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = getelementptr i32, ptr %a, i64 %k
  %p = getelementptr inbounds i32, ptr %row, i64 %i
  store i32 0, ptr %p
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 10
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; The whole way is promised, but not that the row alone is in the object: one step of bytes.
; CHECK-LABEL: define void @back_and_forth(
; CHECK: [[SUM:%.*]] = add i64
; CHECK: getelementptr inbounds i8, ptr @m, i64 [[SUM]]
define void @back_and_forth(i64 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds [10 x [20 x double]], ptr @m, i64 0, i64 %k, i64 %i
  store double 0.0, ptr %p
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 30
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; An offset that wraps around when it is counted in bytes is not counted in elements with a promise.
; CHECK-LABEL: define void @wraps(
; CHECK-NOT: getelementptr inbounds i64
; CHECK: getelementptr inbounds i8, ptr %a, i64
define void @wraps(ptr %a, i64 %s) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %by = mul i64 %i, 8
  %p = getelementptr inbounds i8, ptr %a, i64 %by
  store i64 0, ptr %p
  %next = add i64 %i, %s
  %count = add i64 %i, 1
  %done = icmp eq i64 %count, 0
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Instructions keep flags and metadata; a branch whose ways are swapped has its weights swapped; the
; loop keeps what was said about it.
; CHECK-LABEL: define float @carried(
; CHECK: load float, ptr %{{.*}}, align 4, !tbaa [[TBAA:![0-9]+]]
; CHECK: load i32, ptr %{{.*}}, align 4, !tbaa [[TBAA]], !range
; CHECK-NOT: !tbaa
; CHECK: fadd nnan contract float
; CHECK: fcmp nnan
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %{{.*}}, !prof [[RARE:![0-9]+]]
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %{{.*}}, !prof [[LONG:![0-9]+]], !llvm.loop [[LOOP:![0-9]+]]
define float @carried(ptr %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %more, %latch ]
  %p = getelementptr inbounds float, ptr %a, i64 %i
  %x = load float, ptr %p, !tbaa !0
  %q = getelementptr inbounds i32, ptr %a, i64 %i
  %y = load i32, ptr %q, !tbaa !0, !range !3
  call void @use(i32 %y)
  %more = fadd nnan contract float %sum, %x
  %small = fcmp nnan olt float %more, 1.0e10
  br i1 %small, label %latch, label %rare, !prof !4
rare:
  call void @use(i32 0)
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %next, 100
  br i1 %again, label %loop, label %exit, !prof !5, !llvm.loop !6
exit:
  ret float %more
}
declare void @use(i32)

; A scope that begins anew in each iteration is no node: what it promised goes with it.
; CHECK-LABEL: define void @scoped(
; CHECK-NOT: !alias.scope
; CHECK-NOT: !noalias
; CHECK: ret void
define void @scoped(ptr %a, ptr %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.experimental.noalias.scope.decl(metadata !8)
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p, !alias.scope !8
  %q = getelementptr inbounds i32, ptr %b, i64 %i
  store i32 %x, ptr %q, !noalias !8
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 100
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; One that was declared before the loop holds in all of it.
; CHECK-LABEL: define void @scoped_outside(
; CHECK: load i32, {{.*}}, !alias.scope
; CHECK: store i32 {{.*}}, !noalias
define void @scoped_outside(ptr %a, ptr %b) {
entry:
  call void @llvm.experimental.noalias.scope.decl(metadata !8)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p, !alias.scope !8
  %q = getelementptr inbounds i32, ptr %b, i64 %i
  store i32 %x, ptr %q, !noalias !8
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 100
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
; CHECK-LABEL: declare void @llvm.experimental
; CHECK-DAG: [[RARE]] = !{!"branch_weights", i32 1, i32 2000}
; CHECK-DAG: [[LONG]] = !{!"branch_weights", i32 1, i32 99}
; CHECK-DAG: [[LOOP]] = distinct !{[[LOOP]], [[MUST:![0-9]+]]}
; CHECK-DAG: [[MUST]] = !{!"llvm.loop.mustprogress"}
declare void @llvm.experimental.noalias.scope.decl(metadata)
!8 = !{!9}
!9 = distinct !{!9, !10}
!10 = distinct !{!10}
!0 = !{!1, !1, i64 0}
!1 = !{!"char", !2}
!2 = !{!"root"}
!3 = !{i32 0, i32 100}
!4 = !{!"branch_weights", i32 2000, i32 1}
!5 = !{!"branch_weights", i32 99, i32 1}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
