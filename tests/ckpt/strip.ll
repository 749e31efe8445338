; A directive in each iteration of a small counted innermost loop moves to a loop around it; one in
; any other loop stays where it is.
; RUN: lathe opt -q --passes=ckpt-inject %s -o - | FileCheck %s

declare void @checkpoint()
declare void @abort()

; CHECK-LABEL: define i64 @up(
; CHECK: strip:
; CHECK-DAG: %[[DUE:.*]] = load volatile i32, ptr @lathe_ckpt_due
; CHECK-DAG: %[[NONE:.*]] = icmp eq i32 %[[DUE]], 0
; CHECK-DAG: select i1 %[[NONE]], i64 1024, i64 1
; CHECK-DAG: call i64 @llvm.umin.i64(
; CHECK: loop:
; CHECK-NOT: lathe_ckpt_due
; CHECK: br i1 %{{.*}}, label %strip.end, label %loop
; CHECK: strip.end:
; CHECK-NEXT: load volatile i32, ptr @lathe_ckpt_due
; CHECK: br i1 %{{.*}}, label %strip.end.save, label %strip.end.junction
define i64 @up(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i64 [ 7, %entry ], [ %s.next, %loop ]
  %m = mul i64 %s, 31
  call void @checkpoint()
  %s.next = xor i64 %m, %i
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop
end:
  ret i64 %s.next
}

; The counter goes down, and the test is the other way round.
; CHECK-LABEL: define i32 @down(
; CHECK: strip:
; CHECK: strip.end:
define i32 @down(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %i.next, %loop ]
  %s = phi i32 [ 7, %entry ], [ %s.next, %loop ]
  %m = mul i32 %s, 31
  call void @checkpoint()
  %s.next = xor i32 %m, %i
  %i.next = add i32 %i, -1
  %more = icmp ne i32 3, %i.next
  br i1 %more, label %loop, label %end
end:
  ret i32 %s.next
}

; Not in every iteration.
; CHECK-LABEL: define i64 @sometimes(
; CHECK-NOT: strip
; CHECK: }
define i64 @sometimes(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %low = and i64 %i, 7
  %now = icmp eq i64 %low, 0
  br i1 %now, label %save, label %latch
save:
  call void @checkpoint()
  br label %latch
latch:
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop
end:
  ret i64 %i
}

; The end is not known before.
; CHECK-LABEL: define i64 @search(
; CHECK-NOT: strip
; CHECK: }
define i64 @search(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  %end.at = load i64, ptr %at
  call void @checkpoint()
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %end.at
  br i1 %done, label %end, label %loop
end:
  ret i64 %i
}

; By two, it may pass the end.
; CHECK-LABEL: define i64 @by_two(
; CHECK-NOT: strip
; CHECK: }
define i64 @by_two(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  call void @checkpoint()
  %i.next = add i64 %i, 2
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop
end:
  ret i64 %i
}

; Another way out, a call: what comes after the directive may not happen at all.
; CHECK-LABEL: define i64 @leaves(
; CHECK-NOT: strip
; CHECK: }
define i64 @leaves(i64 %n, i64 %odd) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  call void @checkpoint()
  %bad = icmp eq i64 %i, %odd
  br i1 %bad, label %out, label %latch
latch:
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop
out:
  call void @abort()
  unreachable
end:
  ret i64 %i
}

; What others see, they see after each iteration.
; CHECK-LABEL: define i64 @seen(
; CHECK-NOT: strip
; CHECK: }
define i64 @seen(i64 %n, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  store volatile i64 %i, ptr %p
  call void @checkpoint()
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %end, label %loop
end:
  ret i64 %i
}

; Too narrow to count to a thousand.
; CHECK-LABEL: define i8 @narrow(
; CHECK-NOT: strip
; CHECK: }
define i8 @narrow(i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %i.next, %loop ]
  call void @checkpoint()
  %i.next = add i8 %i, 1
  %done = icmp eq i8 %i.next, %n
  br i1 %done, label %end, label %loop
end:
  ret i8 %i
}

define i32 @main(i32 %argc, ptr %argv) {
  %n = zext i32 %argc to i64
  %n8 = trunc i32 %argc to i8
  %a = call i64 @up(i64 %n)
  %b = call i32 @down(i32 9)
  %c = call i64 @sometimes(i64 %n)
  %d = call i64 @search(ptr %argv)
  %e = call i64 @by_two(i64 %n)
  %f = call i64 @leaves(i64 %n, i64 5)
  %g = call i64 @seen(i64 %n, ptr %argv)
  %h = call i8 @narrow(i8 %n8)
  ret i32 0
}
