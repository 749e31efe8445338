; What proves a trip count, and near misses where the proof is not enough.
; RUN: lathe hir --as-is %s | FileCheck %s

; Steps of 1 up to a bound always get there.
; CHECK-LABEL: FUNCTION ult
; CHECK: + DO i1 = 0, umax(%n, 1) + -1, 1   <DO_LOOP>
define void @ult(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; At most n: n may be the largest number, and the loop endless.
; CHECK-LABEL: FUNCTION ule
; CHECK: + WHILE
; CHECK: may wrap around before the bound [may-wrap]
define void @ule(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ule i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; The test looks at the flagged value: it would be undefined if that wrapped.
; CHECK-LABEL: FUNCTION ule_nuw
; CHECK: + DO i1 = 0, %n, 1   <DO_LOOP>
define void @ule_nuw(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw i32 %i, 1
  %again = icmp ule i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; The other flag, which says nothing about this comparison.
; CHECK-LABEL: FUNCTION ule_nsw
; CHECK: + WHILE
; CHECK: [may-wrap]
define void @ule_nsw(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nsw i32 %i, 1
  %again = icmp ule i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; A flag on a copy that the test does not look at.
; CHECK-LABEL: FUNCTION ule_other_flag
; CHECK: + WHILE
; CHECK: [may-wrap]
define void @ule_other_flag(i32 %n, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %flagged = add nuw i32 %i, 1
  store i32 %flagged, ptr %p
  %next = add i32 %i, 1
  %again = icmp ule i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; A range proves it as well: n is at most 255.
; CHECK-LABEL: FUNCTION ule_range
; CHECK: + DO i1 = 0, %n, 1   <DO_LOOP>
define void @ule_range(i8 %n) {
entry:
  %wide = zext i8 %n to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ule i32 %next, %wide
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; So does a guard.
; CHECK-LABEL: FUNCTION ule_guard
; CHECK: + DO i1 = 0, %n, 1   <DO_LOOP>
define void @ule_guard(i32 %n) {
entry:
  %small = icmp ult i32 %n, 1000
  br i1 %small, label %before, label %exit
before:
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ule i32 %next, %n
  br i1 %again, label %loop, label %after
after:
  br label %exit
exit:
  ret void
}

; The guard is there, but it does not lead to the loop alone.
; CHECK-LABEL: FUNCTION ule_no_guard
; CHECK: + WHILE
; CHECK: [may-wrap]
define void @ule_no_guard(i32 %n) {
entry:
  %small = icmp ult i32 %n, 1000
  br i1 %small, label %other, label %before
other:
  br label %before
before:
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ule i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Steps of 3 below n.
; CHECK-LABEL: FUNCTION by_3
; CHECK: + WHILE
; CHECK: [may-wrap]
define void @by_3(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 3
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: FUNCTION by_3_nuw
; CHECK: + DO i1 = 0, (umax(%n, 1) + -1) /u 3, 1   <DO_LOOP>
define void @by_3_nuw(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw i32 %i, 3
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; The bound is far from the end, but the first step wraps: 254 + 3 is 1, which is below 10.
; CHECK-LABEL: FUNCTION first_step_wraps
; CHECK: + WHILE
; CHECK: [may-wrap]
define void @first_step_wraps() {
entry:
  br label %loop
loop:
  %i = phi i8 [ 254, %entry ], [ %next, %loop ]
  %next = add i8 %i, 3
  %again = icmp ult i8 %next, 10
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Odd steps reach every number: 171 * 3 = 1 modulo 256.
; CHECK-LABEL: FUNCTION until_by_3
; CHECK: + DO i1 = 0, -85 * %n + -1, 1   <DO_LOOP>
define void @until_by_3(i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %next = add i8 %i, 3
  %again = icmp ne i8 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Even ones do not.
; CHECK-LABEL: FUNCTION until_by_4
; CHECK: + WHILE
; CHECK: its steps may pass over the value that ends it [may-miss-bound]
define void @until_by_4(i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %next = add i8 %i, 4
  %again = icmp ne i8 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: FUNCTION until_4_n
; CHECK: + DO i1 = 0, (4 * %n + -4) /u 4, 1   <DO_LOOP>
define void @until_4_n(i8 %n) {
entry:
  %end = shl i8 %n, 2
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %next = add i8 %i, 4
  %again = icmp ne i8 %next, %end
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: FUNCTION away
; CHECK: + WHILE
; CHECK: it counts away from its bound [counts-away]
define void @away(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, -1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Pointers: inbounds keeps them from wrapping.
; CHECK-LABEL: FUNCTION pointers
; CHECK: + DO i1 = 0, (ptrtoint(%end) + -1 * ptrtoint(%p) + -4) /u 4, 1   <DO_LOOP>
define void @pointers(ptr %p, ptr %end) {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %next, %loop ]
  store i32 0, ptr %q
  %next = getelementptr inbounds i32, ptr %q, i64 1
  %again = icmp ne ptr %next, %end
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: FUNCTION loose_pointers
; CHECK: + WHILE
; CHECK: [may-miss-bound]
define void @loose_pointers(ptr %p, ptr %end) {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %next, %loop ]
  store i32 0, ptr %q
  %next = getelementptr i32, ptr %q, i64 1
  %again = icmp ne ptr %next, %end
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; An exit test that is not made in every iteration counts nothing.
; CHECK-LABEL: FUNCTION sometimes
; CHECK: + WHILE
; CHECK: no exit test is made in every iteration [exit-sometimes]
define void @sometimes(i32 %n, i1 %c) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  br i1 %c, label %test, label %latch
test:
  %again = icmp ne i32 %next, %n
  br i1 %again, label %latch, label %exit
latch:
  br label %loop
exit:
  ret void
}

; The call may end the program before the pointer misses its end, so nothing is known.
; CHECK-LABEL: FUNCTION pointers_with_call
; CHECK: + WHILE
; CHECK: [may-miss-bound]
declare void @ends()
define void @pointers_with_call(ptr %p, ptr %end) {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %next, %loop ]
  call void @ends()
  %next = getelementptr inbounds i32, ptr %q, i64 1
  %again = icmp ne ptr %next, %end
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: FUNCTION pointers_with_return
; CHECK: + DO i1 = 0, (ptrtoint(%end) + -1 * ptrtoint(%p) + -4) /u 4, 1   <DO_LOOP>
declare void @comes_back() nounwind willreturn
define void @pointers_with_return(ptr %p, ptr %end) {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %next, %loop ]
  call void @comes_back()
  %next = getelementptr inbounds i32, ptr %q, i64 1
  %again = icmp ne ptr %next, %end
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; A comparison in another loop of the same level, which looks alike, is no guard: i2 < n was true
; of the first i2.
; CHECK-LABEL: FUNCTION other_loop
; CHECK:       + DO i1 = 0, 9, 1
; CHECK-NEXT:  |   + WHILE i2
; CHECK:       |   + DO i2 = 0, 1999, 1
; CHECK-NEXT:  |   |   + WHILE i3
; CHECK:       loop third is no DO loop: {{.*}} [may-not-start]
define void @other_loop(i32 %n, i1 %c) {
entry:
  %few = icmp ult i32 %n, 1000
  br i1 %few, label %before, label %exit
before:
  br label %outer
outer:
  %i = phi i32 [ 0, %before ], [ %i.next, %outer.end ]
  br label %first
first:
  %j = phi i32 [ 0, %outer ], [ %j.next, %first.end ]
  br i1 %c, label %leave, label %first.end
leave:
  %below = icmp ult i32 %j, %n
  br i1 %below, label %between, label %first.end
first.end:
  %j.next = add i32 %j, 1
  br label %first
between:
  br label %second
second:
  %k = phi i32 [ 0, %between ], [ %k.next, %second.end ]
  br label %third
third:
  %l = phi i32 [ %k, %second ], [ %l.next, %third ]
  %l.next = add i32 %l, 3
  %again3 = icmp ult i32 %l.next, %n
  br i1 %again3, label %third, label %second.end
second.end:
  %k.next = add i32 %k, 1
  %again2 = icmp ne i32 %k.next, 2000
  br i1 %again2, label %second, label %outer.end
outer.end:
  %i.next = add i32 %i, 1
  %again = icmp ne i32 %i.next, 10
  br i1 %again, label %outer, label %done
done:
  br label %exit
exit:
  ret void
}
