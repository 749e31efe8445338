; Extensions of narrow induction variables: inside of the sum only with a proof.
; RUN: lathe hir --as-is --verbose %s 2>/dev/null | FileCheck %s

; nsw on the step that leads to the access.
; CHECK-LABEL: FUNCTION nsw
; CHECK: (%p)[i1{exact} : 4]
define void @nsw(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 0, ptr %q
  %next = add nsw i32 %i, 1
  %again = icmp ne i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; No flag: the sign extension stays around it.
; CHECK-LABEL: FUNCTION no_flag
; CHECK: (%p)[sext.i32.i64(i1) : 4]
define void @no_flag(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 0, ptr %q
  %next = add i32 %i, 1
  %again = icmp ne i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; From 0 by 1 an unsigned number does not wrap in as many steps as it has values.
; CHECK-LABEL: FUNCTION zero_extended
; CHECK: (%p)[i1{{.*}} : 4]
define void @zero_extended(ptr %p, i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %wide = zext i8 %i to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 0, ptr %q
  %next = add i8 %i, 1
  %again = icmp ne i8 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; From 1 it may.
; CHECK-LABEL: FUNCTION zero_extended_from_1
; CHECK: (%p)[zext.i8.i64(i1 + 1) : 4]
define void @zero_extended_from_1(ptr %p, i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 1, %entry ], [ %next, %loop ]
  %wide = zext i8 %i to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 0, ptr %q
  %next = add i8 %i, 1
  %again = icmp ne i8 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; A known trip count proves it.
; CHECK-LABEL: FUNCTION counted
; CHECK: (%p)[2 * i1 + 1{{.*}} : 4]
define void @counted(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %twice = shl i8 %i, 1
  %odd = add i8 %twice, 1
  %wide = zext i8 %odd to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 0, ptr %q
  %next = add i8 %i, 1
  %again = icmp ne i8 %next, 127
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; One iteration more, and it is not true any more: 2 * 128 wraps.
; CHECK-LABEL: FUNCTION counted_too_far
; CHECK: (%p)[zext.i8.i64(2 * i1 + 1) : 4]
define void @counted_too_far(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %twice = shl i8 %i, 1
  %odd = add i8 %twice, 1
  %wide = zext i8 %odd to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 0, ptr %q
  %next = add i8 %i, 1
  %again = icmp ne i8 %next, 129
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; The flag of one reference does not help another.
; CHECK-LABEL: FUNCTION two_references
; CHECK: (%p)[i1 + sext.i32.i64(%k){{.*}} : 4]
; CHECK: (%p)[sext.i32.i64(i1 + %k) : 4]
define void @two_references(ptr %p, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %flagged = add nsw i32 %i, %k
  %wide = sext i32 %flagged to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %wide
  store i32 0, ptr %q
  %plain = add i32 %i, %k
  %wide2 = sext i32 %plain to i64
  %r = getelementptr inbounds i32, ptr %p, i64 %wide2
  store i32 1, ptr %r
  %next = add nuw nsw i32 %i, 1
  %again = icmp ne i32 %next, 100
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
