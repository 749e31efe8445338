; Loops that cannot be modelled, each with its reason, and near misses that can.
; RUN: lathe hir --as-is %s | FileCheck %s

declare i32 @setjmp(ptr) returns_twice
declare i32 @other(ptr)
declare void @may_throw()
declare i32 @__gxx_personality_v0(...)
@buffer = global [200 x i8] zeroinitializer
@targets = global [2 x ptr] [ptr blockaddress(@computed, %loop), ptr blockaddress(@computed, %exit)]

; CHECK-LABEL: FUNCTION irreducible
; CHECK-NOT:   BEGIN REGION
; CHECK:       loop left is not modelled: it is an irreducible cycle, one with several entries [irreducible]
define void @irreducible(i1 %c, i1 %d) {
  br i1 %c, label %left, label %right
left:
  br i1 %d, label %right, label %exit
right:
  br i1 %d, label %left, label %exit
exit:
  ret void
}

; A loop around it is not modelled either, but one beside it is.
; CHECK-LABEL: FUNCTION around_irreducible
; CHECK:       BEGIN REGION
; CHECK-NEXT:  + DO i1 = 0, 9, 1
; CHECK-NEXT:  + END LOOP
; CHECK-NEXT:  END REGION
; CHECK-NEXT:  loop left is not modelled: it is an irreducible cycle, one with several entries [irreducible]
; CHECK-NEXT:  loop outer is not modelled: it contains an irreducible cycle, one with several entries [irreducible]
define void @around_irreducible(i1 %c, i1 %d) {
entry:
  br label %outer
outer:
  br i1 %c, label %left, label %right
left:
  br i1 %d, label %right, label %before
right:
  br i1 %d, label %left, label %before
before:
  br label %inner
inner:
  %i = phi i32 [ 0, %before ], [ %i.next, %inner ]
  %i.next = add i32 %i, 1
  %again = icmp ne i32 %i.next, 10
  br i1 %again, label %inner, label %latch
latch:
  br i1 %d, label %outer, label %exit
exit:
  ret void
}

; CHECK-LABEL: FUNCTION computed
; CHECK-NOT:   BEGIN REGION
; CHECK:       loop loop is not modelled: it has a computed goto [indirect-branch]
define void @computed(i64 %n) {
entry:
  br label %loop
loop:
  %p = getelementptr [2 x ptr], ptr @targets, i64 0, i64 %n
  %to = load ptr, ptr %p
  indirectbr ptr %to, [label %loop, label %exit]
exit:
  ret void
}

; CHECK-LABEL: FUNCTION twice
; CHECK-NOT:   BEGIN REGION
; CHECK:       loop loop is not modelled: it calls a function that may return twice [returns-twice]
define void @twice() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %r = call i32 @setjmp(ptr @buffer)
  %i.next = add i32 %i, 1
  %again = icmp ne i32 %i.next, 10
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: FUNCTION once
; CHECK:       + DO i1 = 0, 9, 1
; CHECK-NEXT:  |   %r = @other(@buffer);
; CHECK-NOT:   not modelled:
define void @once() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %r = call i32 @other(ptr @buffer)
  %i.next = add i32 %i, 1
  %again = icmp ne i32 %i.next, 10
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; The landing pad is outside of the inner loop.
; CHECK-LABEL: FUNCTION throws
; CHECK:       + DO i1 = 0, 3, 1
; CHECK-NEXT:  + END LOOP
; CHECK:       loop outer is not modelled: it handles exceptions [exceptions]
define void @throws() personality ptr @__gxx_personality_v0 {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %j.next = add i32 %j, 1
  %more = icmp ne i32 %j.next, 4
  br i1 %more, label %inner, label %body
body:
  invoke void @may_throw() to label %latch unwind label %pad
latch:
  %i.next = add i32 %i, 1
  %again = icmp ne i32 %i.next, 10
  br i1 %again, label %outer, label %exit
exit:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; CHECK-LABEL: FUNCTION two_ways_in
; CHECK-NOT:   BEGIN REGION
; CHECK:       loop loop is not modelled: it has no preheader [no-preheader]
define void @two_ways_in(i1 %c) {
entry:
  br i1 %c, label %loop, label %other
other:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ 5, %other ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %again = icmp ne i32 %i.next, 10
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Two latches: modelled, but its trip count is not looked for.
; CHECK-LABEL: FUNCTION latches
; CHECK:       + WHILE i1   <WHILE_LOOP>
; CHECK:       loop loop is not a DO loop: it has several back edges [several-latches]
define void @latches(i1 %c) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ], [ %i.next, %more ]
  %i.next = add i32 %i, 1
  br i1 %c, label %loop, label %more
more:
  %again = icmp ne i32 %i.next, 10
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: FUNCTION endless
; CHECK:       + WHILE i1   <WHILE_LOOP>
; CHECK-NEXT:  |   %r = @other(@buffer);
; CHECK-NEXT:  + END LOOP
; CHECK:       loop loop is not a DO loop: nothing leaves it [endless]
define void @endless() {
entry:
  br label %loop
loop:
  %r = call i32 @other(ptr @buffer)
  br label %loop
}

; CHECK: 12 loops in 5 regions: 3 DO, 0 DO with more exits, 2 WHILE; 7 not modelled
