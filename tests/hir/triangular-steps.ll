; Steps of 2 from an outer induction variable up to the bound of the outer loop: the first one is
; below it. No guard says so, only what the outer loop's iterations can be.
; RUN: lathe hir --as-is %s | FileCheck %s

; CHECK-LABEL: FUNCTION same_bound
; CHECK:       + DO i1 = 0, %n + -1, 1   <DO_LOOP>
; CHECK-NEXT:  |   + DO i2 = 0, (-1 * i1 + %n + -1) /u 2, 1   <DO_LOOP>
define void @same_bound(ptr %a, i64 %n) {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %pre, label %exit
pre:
  br label %outer
outer:
  %i = phi i64 [ 0, %pre ], [ %i.next, %outer.end ]
  br label %inner
inner:
  %j = phi i64 [ %i, %outer ], [ %j.next, %inner ]
  %p = getelementptr i32, ptr %a, i64 %j
  store i32 1, ptr %p
  %j.next = add nuw nsw i64 %j, 2
  %more = icmp slt i64 %j.next, %n
  br i1 %more, label %inner, label %outer.end
outer.end:
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %i.next, %n
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; The same without a sign.
; CHECK-LABEL: FUNCTION unsigned_bound
; CHECK:       + DO i1 = 0, %n + -1, 1   <DO_LOOP>
; CHECK-NEXT:  |   + DO i2 = 0, (-1 * i1 + %n + -1) /u 2, 1   <DO_LOOP>
define void @unsigned_bound(ptr %a, i64 %n) {
entry:
  %any = icmp ne i64 %n, 0
  %few = icmp ult i64 %n, 1000
  %both = and i1 %any, %few
  br i1 %both, label %check, label %exit
check:
  %some = icmp ugt i64 %n, 0
  br i1 %some, label %pre, label %exit
pre:
  br label %outer
outer:
  %i = phi i64 [ 0, %pre ], [ %i.next, %outer.end ]
  br label %inner
inner:
  %j = phi i64 [ %i, %outer ], [ %j.next, %inner ]
  %p = getelementptr i32, ptr %a, i64 %j
  store i32 1, ptr %p
  %j.next = add nuw nsw i64 %j, 2
  %more = icmp ult i64 %j.next, %n
  br i1 %more, label %inner, label %outer.end
outer.end:
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %i.next, %n
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; The inner loop starts one further: in the last iteration, at the bound.
; CHECK-LABEL: FUNCTION one_further
; CHECK:       |   + WHILE i2
; CHECK:       loop inner is not a DO loop: {{.*}} [may-not-start]
define void @one_further(ptr %a, i64 %n) {
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %pre, label %exit
pre:
  br label %outer
outer:
  %i = phi i64 [ 0, %pre ], [ %i.next, %outer.end ]
  %i.next = add nuw nsw i64 %i, 1
  br label %inner
inner:
  %j = phi i64 [ %i.next, %outer ], [ %j.next, %inner ]
  %p = getelementptr i32, ptr %a, i64 %j
  store i32 1, ptr %p
  %j.next = add nuw nsw i64 %j, 2
  %more = icmp slt i64 %j.next, %n
  br i1 %more, label %inner, label %outer.end
outer.end:
  %again = icmp ne i64 %i.next, %n
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; But if the outer loop ends one earlier, it is below it.
; CHECK-LABEL: FUNCTION one_earlier
; CHECK:       + DO i1 = 0, %n + -2, 1   <DO_LOOP>
; CHECK-NEXT:  |   + DO i2 = 0, (-1 * i1 + %n + -2) /u 2, 1   <DO_LOOP>
define void @one_earlier(ptr %a, i64 %n) {
entry:
  %any = icmp sgt i64 %n, 1
  br i1 %any, label %before, label %exit
before:
  %last = add nsw i64 %n, -1
  br label %outer
outer:
  %i = phi i64 [ 0, %before ], [ %i.next, %outer.end ]
  %i.next = add nuw nsw i64 %i, 1
  br label %inner
inner:
  %j = phi i64 [ %i.next, %outer ], [ %j.next, %inner ]
  %p = getelementptr i32, ptr %a, i64 %j
  store i32 1, ptr %p
  %j.next = add nuw nsw i64 %j, 2
  %more = icmp slt i64 %j.next, %n
  br i1 %more, label %inner, label %outer.end
outer.end:
  %again = icmp ne i64 %i.next, %last
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; Another bound.
; CHECK-LABEL: FUNCTION other_bound
; CHECK:       |   + WHILE i2
; CHECK:       loop inner is not a DO loop: {{.*}} [may-not-start]
define void @other_bound(ptr %a, i64 %n, i64 %m) {
entry:
  %any = icmp sgt i64 %m, 0
  br i1 %any, label %pre, label %exit
pre:
  br label %outer
outer:
  %i = phi i64 [ 0, %pre ], [ %i.next, %outer.end ]
  br label %inner
inner:
  %j = phi i64 [ %i, %outer ], [ %j.next, %inner ]
  %p = getelementptr i32, ptr %a, i64 %j
  store i32 1, ptr %p
  %j.next = add nuw nsw i64 %j, 2
  %more = icmp slt i64 %j.next, %n
  br i1 %more, label %inner, label %outer.end
outer.end:
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %i.next, %m
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; The bound may be negative: then the inner loop starts beyond it.
; CHECK-LABEL: FUNCTION may_be_negative
; CHECK:       |   + WHILE i2
; CHECK:       loop inner is not a DO loop: {{.*}} [may-not-start]
define void @may_be_negative(ptr %a, i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.end ]
  br label %inner
inner:
  %j = phi i64 [ %i, %outer ], [ %j.next, %inner ]
  %p = getelementptr i32, ptr %a, i64 %j
  store i32 1, ptr %p
  %j.next = add nuw nsw i64 %j, 2
  %more = icmp slt i64 %j.next, %n
  br i1 %more, label %inner, label %outer.end
outer.end:
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %i.next, %n
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; Extended with its sign here and with zeros there, which is the same only of what is not negative.
; CHECK-LABEL: FUNCTION extended
; CHECK:       + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
; CHECK-NEXT:  |   + DO i2 = 0, (-1 * i1 + sext(%n) + -1) /u 2, 1   <DO_LOOP>
define void @extended(ptr %a, i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %before, label %exit
before:
  %z = zext i32 %n to i64
  %s = sext i32 %n to i64
  br label %outer
outer:
  %i = phi i64 [ 0, %before ], [ %i.next, %outer.end ]
  br label %inner
inner:
  %j = phi i64 [ %i, %outer ], [ %j.next, %inner ]
  %p = getelementptr i32, ptr %a, i64 %j
  store i32 1, ptr %p
  %j.next = add nuw nsw i64 %j, 2
  %more = icmp slt i64 %j.next, %s
  br i1 %more, label %inner, label %outer.end
outer.end:
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %i.next, %z
  br i1 %again, label %outer, label %exit
exit:
  ret void
}
; CHECK-LABEL: FUNCTION extended_negative
; CHECK:       |   + WHILE i2
; CHECK:       loop inner is not a DO loop: {{.*}} [may-not-start]
define void @extended_negative(ptr %a, i32 %n) {
entry:
  %any = icmp ne i32 %n, 0
  br i1 %any, label %before, label %exit
before:
  %z = zext i32 %n to i64
  %s = sext i32 %n to i64
  br label %outer
outer:
  %i = phi i64 [ 0, %before ], [ %i.next, %outer.end ]
  br label %inner
inner:
  %j = phi i64 [ %i, %outer ], [ %j.next, %inner ]
  %p = getelementptr i32, ptr %a, i64 %j
  store i32 1, ptr %p
  %j.next = add nuw nsw i64 %j, 2
  %more = icmp slt i64 %j.next, %s
  br i1 %more, label %inner, label %outer.end
outer.end:
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %i.next, %z
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; A guard of 32 bits, for a start that is a number of 32 bits; and for one that may not be.
; CHECK-LABEL: FUNCTION narrow_guard
; CHECK:       + DO i1 = 0, 999, 1   <DO_LOOP>
; CHECK-NEXT:  |   if (i1 < %n)
; CHECK:       + DO i2 = 0, (-1 * i1 + sext(%n) + -1) /u 2, 1   <DO_LOOP>
define void @narrow_guard(ptr %a, i32 %n) {
entry:
  %s = sext i32 %n to i64
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.end ]
  %t = trunc i64 %i to i32
  %start = icmp slt i32 %t, %n
  br i1 %start, label %before, label %outer.end
before:
  br label %inner
inner:
  %j = phi i64 [ %i, %before ], [ %j.next, %inner ]
  %p = getelementptr i32, ptr %a, i64 %j
  store i32 1, ptr %p
  %j.next = add nuw nsw i64 %j, 2
  %more = icmp slt i64 %j.next, %s
  br i1 %more, label %inner, label %outer.end
outer.end:
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %i.next, 1000
  br i1 %again, label %outer, label %exit
exit:
  ret void
}
; CHECK-LABEL: FUNCTION narrow_guard_of_more
; CHECK:       + WHILE i2
; CHECK:       loop inner is not a DO loop: {{.*}} [may-not-start]
define void @narrow_guard_of_more(ptr %a, i32 %n) {
entry:
  %s = sext i32 %n to i64
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.end ]
  %t = trunc i64 %i to i32
  %start = icmp slt i32 %t, %n
  br i1 %start, label %before, label %outer.end
before:
  br label %inner
inner:
  %j = phi i64 [ %i, %before ], [ %j.next, %inner ]
  %p = getelementptr i32, ptr %a, i64 %j
  store i32 1, ptr %p
  %j.next = add nuw nsw i64 %j, 2
  %more = icmp slt i64 %j.next, %s
  br i1 %more, label %inner, label %outer.end
outer.end:
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ne i64 %i.next, 5000000000
  br i1 %again, label %outer, label %exit
exit:
  ret void
}
