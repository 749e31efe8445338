; Each kind of node as code again, and what is behind the region reads what it left.
; RUN: lathe opt --passes=hir-identity %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: opt -passes=verify -disable-output %t.ll

; A DO loop ends in its test, against the trip count.
; CHECK-LABEL: define i32 @do(
; CHECK: head:
; CHECK-NEXT: br label %region
; CHECK: region:
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: [[SUM:%.*]] = phi i32 [ 0, %region ], [ %more, %loop ]
; CHECK-NEXT: [[I:%.*]] = phi i64 [ 0, %region ], [ [[NEXT:%.*]], %loop ]
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds nuw i32, ptr %a, i64 [[I]]
; CHECK-NEXT: %x = load i32, ptr [[P]], align 4
; CHECK-NEXT: %more = add nsw i32 [[SUM]], %x
; CHECK-NEXT: [[NEXT]] = add nuw nsw i64 [[I]], 1
; CHECK-NEXT: [[DONE:%.*]] = icmp eq i64 [[NEXT]], %n
; CHECK-NEXT: br i1 [[DONE]], label %[[AFTER:.*]], label %loop
; CHECK: [[AFTER]]:
; CHECK-NEXT: br label %out
; CHECK: out:
; CHECK-NEXT: %last = phi i32 [ %more, %[[AFTER]] ]
; CHECK: %r = phi i32 [ 0, %entry ], [ %last, %out ]
define i32 @do(ptr %a, i64 %n) {
entry:
  %runs = icmp sgt i64 %n, 0
  br i1 %runs, label %head, label %exit
head:
  br label %loop
loop:
  %i = phi i64 [ 0, %head ], [ %next, %loop ]
  %sum = phi i32 [ 0, %head ], [ %more, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p
  %more = add nsw i32 %sum, %x
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  %last = phi i32 [ %more, %loop ]
  br label %exit
exit:
  %r = phi i32 [ 0, %entry ], [ %last, %out ]
  ret i32 %r
}

; An if with both ways, a while loop, a live-out of the middle of an iteration.
; CHECK-LABEL: define i32 @branches(
; CHECK: loop:
; CHECK: %x = load i32
; CHECK-NEXT: [[BIG:%.*]] = icmp sgt i32 %x, %key
; CHECK-NEXT: br i1 [[BIG]], label %[[THEN:.*]], label %[[ELSE:.*]]
; CHECK: [[THEN]]:
; CHECK: store i32 1
; CHECK-NEXT: br label %[[JOIN:.*]]
; CHECK: [[ELSE]]:
; CHECK: store i32 2
; CHECK-NEXT: br label %[[JOIN]]
; CHECK: [[JOIN]]:
; CHECK-NEXT: %more = call i1 @more()
; CHECK: exit:
; CHECK-NEXT: ret i32 %x
define i32 @branches(ptr %a, i32 %key) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %join ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p
  %big = icmp sgt i32 %x, %key
  br i1 %big, label %then, label %else
then:
  store i32 1, ptr %p
  br label %join
else:
  store i32 2, ptr %p
  br label %join
join:
  %next = add i64 %i, 1
  %more = call i1 @more()
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %x
}

; A switch with two cases that lead to the same place, and gotos over it.
; CHECK-LABEL: define void @switches(
; CHECK: switch i32 %x, label %[[OTHER:.*]] [
; CHECK-NEXT: i32 -1, label %[[LATCH:.*]]
; CHECK-NEXT: i32 3, label %[[THREE:.*]]
; CHECK-NEXT: i32 4, label %[[THREE]]
; CHECK-NEXT: ]
; CHECK: [[OTHER]]:
; CHECK-NEXT: call void @use(i32 %x)
; CHECK: [[THREE]]:
; CHECK-NEXT: call void @use(i32 3)
; CHECK: icmp eq i64 %{{.*}}, 100
; CHECK: ret void
define void @switches(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p
  switch i32 %x, label %other [
    i32 -1, label %latch
    i32 3, label %three
    i32 4, label %three
  ]
three:
  call void @use(i32 3)
  br label %latch
other:
  call void @use(i32 %x)
  br label %latch
latch:
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 100
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; Two exits, to blocks with PHIs.
; CHECK-LABEL: define i64 @exits(
; CHECK: loop:
; CHECK-NEXT: [[I:%.*]] = phi i64
; CHECK: [[FOUND:%.*]] = icmp eq i32 %x, 7
; CHECK-NEXT: br i1 [[FOUND]], label %[[FROM:.*]], label
; CHECK: [[FROM]]:
; CHECK-NEXT: br label %yes
; CHECK: icmp eq i64 %{{.*}}, 100
; CHECK: yes:
; CHECK-NEXT: %at = phi i64 [ [[I]], %[[FROM]] ]
; CHECK: no:
; CHECK-NEXT: %none = phi i64 [ -1, %{{.*}} ]
define i64 @exits(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p
  %found = icmp eq i32 %x, 7
  br i1 %found, label %yes, label %latch
latch:
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 100
  br i1 %done, label %no, label %loop
yes:
  %at = phi i64 [ %i, %loop ]
  ret i64 %at
no:
  %none = phi i64 [ -1, %latch ]
  ret i64 %none
}

; The exit test is at the top: there is no second one at the end.
; CHECK-LABEL: define void @tested_once(
; CHECK: icmp uge i64 [[I:%.*]], %n
; CHECK-NOT: icmp
; CHECK: ret void
define void @tested_once(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  store i32 0, ptr %p
  %next = add nuw i64 %i, 1
  br label %loop
exit:
  ret void
}

; One nest reads what another one left.
; CHECK-LABEL: define i32 @chained(
; CHECK: first:
; CHECK: %s.next = add i32
; CHECK: second:
; CHECK: store i32 %s.next, ptr
; CHECK: ret i32 %s.next
define i32 @chained(ptr %a) {
entry:
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %s = phi i32 [ 0, %entry ], [ %s.next, %first ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p
  %s.next = add i32 %s, %x
  %i.next = add i64 %i, 1
  %i.done = icmp eq i64 %i.next, 10
  br i1 %i.done, label %between, label %first
between:
  br label %second
second:
  %k = phi i64 [ 0, %between ], [ %k.next, %second ]
  %q = getelementptr inbounds i32, ptr %a, i64 %k
  store i32 %s.next, ptr %q
  %k.next = add i64 %k, 1
  %k.done = icmp eq i64 %k.next, 10
  br i1 %k.done, label %exit, label %second
exit:
  ret i32 %s.next
}

declare i1 @more()
declare void @use(i32)
