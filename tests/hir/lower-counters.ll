; Counters that start anywhere or run down are PHIs again, not sums with the number of the iteration;
; and they, not a maximum that is computed before the loop, are compared with the end.
; RUN: lathe opt --passes=hir-identity %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt -passes=verify -disable-output %t.ll

target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @use(i32)

; One counter for all that differs by a constant. Nothing else is counted.
; CHECK-LABEL: define void @down(
; CHECK: loop:
; CHECK-NEXT: [[LEFT:%.*]] = phi i32 [ %n, %region ], [ [[LESS:%.*]], %[[LATCH:.*]] ]
; CHECK-NEXT: [[ARG:%.*]] = add i32 [[LEFT]], -1
; CHECK-NEXT: call i32 @use(i32 [[ARG]])
; CHECK-NEXT: call i32 @use(i32 [[LEFT]])
; CHECK: [[LATCH]]:
; CHECK-NEXT: [[LESS]] = add i32 [[LEFT]], -1
; CHECK-NEXT: br label %loop
define void @down(i32 %n) {
entry:
  br label %loop
loop:
  %left = phi i32 [ %n, %entry ], [ %less, %loop ]
  %less = add i32 %left, -1
  %x = call i32 @use(i32 %less)
  %y = call i32 @use(i32 %left)
  %more = icmp ne i32 %y, 0
  br i1 %more, label %loop, label %out
out:
  ret void
}

; CHECK-LABEL: define void @up_to(
; CHECK: region:
; CHECK-DAG: [[END:%.*]] = sext i32 %to to i64
; CHECK-DAG: [[FROM:%.*]] = sext i32 %from to i64
; CHECK-NOT: select
; CHECK: loop:
; CHECK-NEXT: [[I:%.*]] = phi i64 [ [[FROM]], %region ], [ [[NEXT:%.*]], %[[LATCH:.*]] ]
; CHECK-NEXT: getelementptr inbounds i32, ptr %a, i64 [[I]]
; CHECK: [[LATCH]]:
; CHECK: [[NEXT]] = add nsw i64 [[I]], 1
; CHECK-NEXT: [[LAST:%.*]] = icmp sge i64 [[I]], [[END]]
; CHECK-NEXT: br i1 [[LAST]], label %{{.*}}, label %loop
define void @up_to(ptr %a, i32 %from, i32 %to) {
entry:
  %s = sext i32 %from to i64
  %e = sext i32 %to to i64
  br label %loop
loop:
  %i = phi i64 [ %s, %entry ], [ %next, %go ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  %t = icmp eq i32 %v, 0
  br i1 %t, label %out, label %go
go:
  store i32 0, ptr %p
  %next = add nsw i64 %i, 1
  %u = icmp slt i64 %i, %e
  br i1 %u, label %loop, label %out
out:
  ret void
}

; CHECK-LABEL: define void @down_to(
; CHECK: loop:
; CHECK-NEXT: [[I:%.*]] = phi i64
; CHECK: add nsw i64 [[I]], -1
; CHECK-NEXT: icmp sle i64 [[I]], %{{.*}}
define void @down_to(ptr %a, i32 %from, i32 %to) {
entry:
  %s = sext i32 %from to i64
  %e = sext i32 %to to i64
  br label %loop
loop:
  %i = phi i64 [ %s, %entry ], [ %next, %go ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  %t = icmp eq i32 %v, 0
  br i1 %t, label %out, label %go
go:
  store i32 0, ptr %p
  %next = add nsw i64 %i, -1
  %u = icmp sgt i64 %i, %e
  br i1 %u, label %loop, label %out
out:
  ret void
}

; It is compared before it counts on, which might wrap.
; CHECK-LABEL: define void @wide(
; CHECK: loop:
; CHECK-NEXT: [[I:%.*]] = phi i64 [ %from, %region ]
; CHECK: add nsw i64 [[I]], 1
; CHECK-NEXT: icmp sge i64 [[I]], %to
define void @wide(ptr %a, i64 %from, i64 %to) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %from, %entry ], [ %next, %go ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  %t = icmp eq i32 %v, 0
  br i1 %t, label %out, label %go
go:
  store i32 0, ptr %p
  %next = add nsw i64 %i, 1
  %u = icmp slt i64 %i, %to
  br i1 %u, label %loop, label %out
out:
  ret void
}

; Up to one of two ends, whichever comes later: that is no counter against an end.
; CHECK-LABEL: define void @three(
; CHECK: loop:
; CHECK: [[NEXT:%.*]] = add {{.*}}i64 {{%i[0-9]*}}, 1
; CHECK-NEXT: icmp eq i64 [[NEXT]]
define void @three(ptr %a, i64 %x, i64 %y) {
entry:
  %c = icmp sgt i64 %x, %y
  %m = select i1 %c, i64 %x, i64 %y
  %runs = icmp sgt i64 %m, 0
  br i1 %runs, label %head, label %out
head:
  br label %loop
loop:
  %i = phi i64 [ 0, %head ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  store i32 0, ptr %p
  %next = add nuw nsw i64 %i, 1
  %u = icmp eq i64 %next, %m
  br i1 %u, label %out, label %loop
out:
  ret void
}

; What changes in the loop is no start.
; CHECK-LABEL: define void @changes(
; CHECK: loop:
; CHECK-NEXT: [[X:%.*]] = phi i32 [ %n, %region ]
; CHECK-NEXT: [[I:%.*]] = phi i64 [ 0, %region ]
; CHECK-NEXT: [[T:%.*]] = trunc i64 [[I]] to i32
; CHECK-NEXT: add i32 [[T]], [[X]]
define void @changes(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ %n, %entry ], [ %y, %loop ]
  %sum = add i32 %x, %i
  %y = call i32 @use(i32 %sum)
  %next = add i32 %i, 1
  %more = icmp ne i32 %y, 0
  br i1 %more, label %loop, label %out
out:
  ret void
}
