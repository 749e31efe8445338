; What is assumed in a loop that is lowered as it is stays there; a loop that is changed loses it, and
; one next to it that is not changed keeps it.
; RUN: lathe opt --passes=hir-identity %s -o - | FileCheck %s
; RUN: lathe opt --passes=hir-reverse %s -o - | FileCheck --check-prefix=BACK %s

; CHECK-LABEL: define void @f(
; CHECK: [[I:%.*]] = phi i64
; CHECK: [[X:%.*]] = load i32
; CHECK: [[C:%.*]] = icmp sgt i32 [[X]], 0
; CHECK: call void @llvm.assume(i1 [[C]])
; CHECK-NOT: "align"
; CHECK: br i1
; CHECK: phi i64
; CHECK: call void @llvm.assume(
; CHECK: br i1
; BACK-LABEL: define void @f(
; BACK: phi i64
; BACK-NOT: @llvm.assume
; BACK: br i1
; BACK: phi i64
; BACK: call void @llvm.assume(
; BACK: br i1
define void @f(ptr noalias %p, ptr noalias %q) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  %x = load i32, ptr %a
  %c = icmp sgt i32 %x, 0
  call void @llvm.assume(i1 %c)
  call void @llvm.assume(i1 true) [ "align"(ptr %a, i64 4) ]
  %y = sdiv i32 %x, 4
  %b = getelementptr inbounds i32, ptr %q, i64 %i
  store i32 %y, ptr %b
  %i.next = add nuw nsw i64 %i, 1
  %e = icmp eq i64 %i.next, 100
  br i1 %e, label %between, label %loop
between:
  br label %second
second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %d = getelementptr inbounds i32, ptr %p, i64 %j
  %z = load i32, ptr %d
  %k = icmp slt i32 %z, 1000
  call void @llvm.assume(i1 %k)
  %j.next = add nuw nsw i64 %j, 1
  %g = getelementptr inbounds i32, ptr %p, i64 %j.next
  store i32 %z, ptr %g
  %h = icmp eq i64 %j.next, 99
  br i1 %h, label %exit, label %second
exit:
  ret void
}
declare void @llvm.assume(i1)
