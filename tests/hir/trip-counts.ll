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

; The bound is far from the end, but the first step wraps: 254 + 3 is 1, and counts from there.
; CHECK-LABEL: FUNCTION first_step_wraps
; CHECK: + DO i1 = 0, 3, 1   <DO_LOOP>
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
; CHECK: its steps may skip the value that ends it [may-miss-bound]
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
; CHECK:       loop third is not a DO loop: {{.*}} [may-not-start]
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

; A signed flag says nothing about the start as an unsigned number: -3 is far above the bound.
; CHECK-LABEL: FUNCTION across_zero
; CHECK: + DO i1 = 0, 7, 1   <DO_LOOP>
define i32 @across_zero() {
entry:
  br label %loop
loop:
  %i = phi i32 [ -3, %entry ], [ %next, %loop ]
  %next = add nsw i32 %i, 7
  %again = icmp ult i32 %next, 52
  br i1 %again, label %loop, label %exit
exit:
  ret i32 %i
}

; And an unsigned one nothing about the start as a signed number.
; CHECK-LABEL: FUNCTION across_middle
; CHECK: + DO i1 = 0, 1, 1   <DO_LOOP>
define i8 @across_middle() {
entry:
  br label %loop
loop:
  %i = phi i8 [ 126, %entry ], [ %next, %loop ]
  %next = add nuw i8 %i, 3
  %again = icmp slt i8 %next, -126
  br i1 %again, label %loop, label %exit
exit:
  ret i8 %i
}

; Promised, at the function, to make progress: a step of 0 would not, and a negative one would wrap.
; CHECK-LABEL: FUNCTION step_progress
; CHECK: + DO i1 = 0, ((%n + -1) /u %s), 1   <DO_LOOP>
define void @step_progress(i32 %n, i32 %s) mustprogress {
entry:
  %some = icmp slt i32 0, %n
  br i1 %some, label %pre, label %exit
pre:
  br label %loop
loop:
  %i = phi i32 [ 0, %pre ], [ %next, %loop ]
  %next = add nsw i32 %i, %s
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; The same without the promise: s may be 0.
; CHECK-LABEL: FUNCTION step_no_progress
; CHECK: + WHILE
; CHECK: [step-unknown]
define void @step_no_progress(i32 %n, i32 %s) {
entry:
  %some = icmp slt i32 0, %n
  br i1 %some, label %pre, label %exit
pre:
  br label %loop
loop:
  %i = phi i32 [ 0, %pre ], [ %next, %loop ]
  %next = add nsw i32 %i, %s
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; A volatile access is progress.
; CHECK-LABEL: FUNCTION step_volatile
; CHECK: + WHILE
; CHECK: [step-unknown]
define void @step_volatile(i32 %n, i32 %s, ptr %p) mustprogress {
entry:
  %some = icmp slt i32 0, %n
  br i1 %some, label %pre, label %exit
pre:
  br label %loop
loop:
  %i = phi i32 [ 0, %pre ], [ %next, %loop ]
  store volatile i32 %i, ptr %p
  %next = add nsw i32 %i, %s
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Without a zero-trip test, a step away from the bound may leave the loop at once.
; CHECK-LABEL: FUNCTION step_not_beyond
; CHECK: + WHILE
; CHECK: [step-unknown]
define void @step_not_beyond(i32 %n, i32 %s) mustprogress {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nsw i32 %i, %s
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; The step leads to the bound, but may pass over the end of the type.
; CHECK-LABEL: FUNCTION step_may_wrap
; CHECK: + WHILE
; CHECK: [may-wrap]
define void @step_may_wrap(i32 %n, i32 %s) mustprogress {
entry:
  %some = icmp ult i32 0, %n
  %moves = icmp ne i32 %s, 0
  %both = and i1 %some, %moves
  br i1 %both, label %pre, label %exit
pre:
  br label %loop
loop:
  %i = phi i32 [ 0, %pre ], [ %next, %loop ]
  %next = add i32 %i, %s
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Not with these numbers: n - 1 + s is at most 2^16 - 1.
; CHECK-LABEL: FUNCTION step_assumed
; CHECK: + DO i1 = 0, ((umax(%n, 1) + -1) /u %s), 1   <DO_LOOP>
define void @step_assumed(i16 %n, i16 %s) {
entry:
  %least = icmp ugt i16 %s, 0
  %most = icmp ule i16 %s, 16
  %fits = icmp ule i16 %n, -16
  %step = and i1 %least, %most
  call void @llvm.assume(i1 %step)
  call void @llvm.assume(i1 %fits)
  br label %loop
loop:
  %i = phi i16 [ 0, %entry ], [ %next, %loop ]
  %next = add i16 %i, %s
  %again = icmp ult i16 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; With a larger n, n - 1 + s may be 2^16.
; CHECK-LABEL: FUNCTION step_assumed_too_much
; CHECK: + WHILE
; CHECK: [may-wrap]
define void @step_assumed_too_much(i16 %n, i16 %s) {
entry:
  %least = icmp ugt i16 %s, 0
  %most = icmp ule i16 %s, 16
  %fits = icmp ule i16 %n, -14
  %step = and i1 %least, %most
  call void @llvm.assume(i1 %step)
  call void @llvm.assume(i1 %fits)
  br label %loop
loop:
  %i = phi i16 [ 0, %entry ], [ %next, %loop ]
  %next = add i16 %i, %s
  %again = icmp ult i16 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; An assumption that is made behind the loop comes too late: the loop may be endless.
; CHECK-LABEL: FUNCTION step_assumed_late
; CHECK: + WHILE
; CHECK: [step-unknown]
define void @step_assumed_late(i32 %n, i32 %s) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nsw i32 %i, %s
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  %positive = icmp sgt i32 %s, 0
  call void @llvm.assume(i1 %positive)
  ret void
}

; CHECK-LABEL: FUNCTION step_in_range
; CHECK: + DO i1 = 0, ((umax(%n, 1) + -1) /u %s), 1   <DO_LOOP>
define void @step_in_range(ptr %p, ptr %q) {
entry:
  %s = load i16, ptr %p, !range !{i16 1, i16 17}
  %n = load i16, ptr %q, !range !{i16 0, i16 8, i16 100, i16 -15}
  br label %loop
loop:
  %i = phi i16 [ 0, %entry ], [ %next, %loop ]
  %next = add i16 %i, %s
  %again = icmp ult i16 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; A range from -1 to 4 has a 0 in it.
; CHECK-LABEL: FUNCTION step_in_wrapped_range
; CHECK: + WHILE
; CHECK: [step-unknown]
define void @step_in_wrapped_range(ptr %p, i16 %n) {
entry:
  %s = load i16, ptr %p, !range !{i16 -1, i16 5}
  br label %loop
loop:
  %i = phi i16 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw i16 %i, %s
  %again = icmp ult i16 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Only one side of an or is known to be true, which one is not.
; CHECK-LABEL: FUNCTION step_either
; CHECK: + WHILE
; CHECK: [step-unknown]
define void @step_either(i32 %n, i32 %s, i1 %c) {
entry:
  %positive = icmp sgt i32 %s, 0
  %either = or i1 %positive, %c
  br i1 %either, label %pre, label %exit
pre:
  br label %loop
loop:
  %i = phi i32 [ 0, %pre ], [ %next, %loop ]
  %next = add nsw i32 %i, %s
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Two that meet: only the flag of one.
; CHECK-LABEL: FUNCTION meet_half_flagged
; CHECK: + WHILE
; CHECK: [may-wrap]
define void @meet_half_flagged(i32 %lo, i32 %hi) {
entry:
  %some = icmp slt i32 %lo, %hi
  br i1 %some, label %pre, label %exit
pre:
  br label %loop
loop:
  %l = phi i32 [ %lo, %pre ], [ %l.next, %loop ]
  %h = phi i32 [ %hi, %pre ], [ %h.next, %loop ]
  %l.next = add nsw i32 %l, 2
  %h.next = add i32 %h, -2
  %again = icmp slt i32 %l.next, %h.next
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; Both, without a zero-trip test.
; CHECK-LABEL: FUNCTION meet_flagged
; CHECK: + DO i1 = 0, (-1 * %lo + smax(%hi, (%lo + 1)) + -1) /u 4, 1   <DO_LOOP>
define void @meet_flagged(i32 %lo, i32 %hi) {
entry:
  br label %loop
loop:
  %l = phi i32 [ %lo, %entry ], [ %l.next, %loop ]
  %h = phi i32 [ %hi, %entry ], [ %h.next, %loop ]
  %l.next = add nsw i32 %l, 2
  %h.next = add nsw i32 %h, -2
  %again = icmp slt i32 %l.next, %h.next
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; What a value of an inner loop is behind it: i2 is the upper bound.
; CHECK-LABEL: FUNCTION behind
; CHECK:      |   + DO i2 = 0, %n + -1, 1   <DO_LOOP>
; CHECK-NEXT: |   + END LOOP
; CHECK-NEXT: |   (%p)[i1] = i1 + 3 * %n;
define void @behind(ptr %p, i32 %n, i32 %m) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %pre, label %exit
pre:
  br label %outer
outer:
  %i = phi i32 [ 0, %pre ], [ %i.next, %end ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %sum = phi i32 [ %i, %outer ], [ %sum.next, %inner ]
  %sum.next = add i32 %sum, 3
  %j.next = add nsw i32 %j, 1
  %again = icmp slt i32 %j.next, %n
  br i1 %again, label %inner, label %end
end:
  %to = getelementptr i32, ptr %p, i32 %i
  store i32 %sum.next, ptr %to
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %m
  br i1 %more, label %outer, label %exit
exit:
  ret void
}

; The inner loop has another exit: its last iteration is unknown.
; CHECK-LABEL: FUNCTION behind_exits
; CHECK: DO_MULTI_EXIT_LOOP
; CHECK: (%p)[i1] = %{{.*sum.*}};
define void @behind_exits(ptr %p, ptr %q, i32 %n, i32 %m) {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %pre, label %exit
pre:
  br label %outer
outer:
  %i = phi i32 [ 0, %pre ], [ %i.next, %end ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %latch ]
  %sum = phi i32 [ %i, %outer ], [ %sum.next, %latch ]
  %sum.next = add i32 %sum, 3
  %at = getelementptr i32, ptr %q, i32 %j
  %x = load i32, ptr %at
  %found = icmp eq i32 %x, 7
  br i1 %found, label %end, label %latch
latch:
  %j.next = add nsw i32 %j, 1
  %again = icmp slt i32 %j.next, %n
  br i1 %again, label %inner, label %end
end:
  %to = getelementptr i32, ptr %p, i32 %i
  store i32 %sum.next, ptr %to
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %m
  br i1 %more, label %outer, label %exit
exit:
  ret void
}

declare void @llvm.assume(i1)
