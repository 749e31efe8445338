; What is not lowered stays as it is, and the reason is given.
; RUN: lathe opt --verbose --passes=hir-identity %s -o %t.ll 2>%t.err
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck --check-prefix=WHY %s < %t.err
; WHY: the loop nest at 'loop' in 'bundle' is left as it is: a call in it has an operand bundle with a value of the region
; WHY: the loop nest at 'loop' in 'address' is left as it is: the address of a block in it is taken
; WHY: the loop nest at 'first' in 'shared' is left as it is: the address of a block in it is taken
; WHY: the loop nest at 'b1' in 'shared' is left as it is: it reads a temp that has several values in another loop nest [shared-temp]
; WHY-NOT: 'b2'
; WHY-NOT: outside

; CHECK-LABEL: define void @bundle(
; CHECK: entry:
; CHECK-NEXT: br label %loop
; CHECK: %i = phi i64 [ 0, %entry ], [ %next, %loop ]
; CHECK-NEXT: %p = getelementptr inbounds i32, ptr %a, i64 %i
; CHECK-NEXT: call void @use() [ "deopt"(ptr %p, i64 4) ]
define void @bundle(ptr %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  call void @use() [ "deopt"(ptr %p, i64 4) ]
  store i32 0, ptr %p
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 100
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; A value from outside is as good in a bundle as before.
; CHECK-LABEL: define void @outside(
; CHECK: region:
; CHECK: call void @use() [ "deopt"(ptr %a, i64 4) ]
define void @outside(ptr %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  call void @use() [ "deopt"(ptr %a, i64 4) ]
  store i32 0, ptr %p
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 100
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define ptr @address(
; CHECK-NOT: region
; CHECK: ret ptr
define ptr @address(ptr %a) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  store i32 0, ptr %p
  br label %latch
latch:
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 100
  br i1 %done, label %exit, label %loop
exit:
  ret ptr blockaddress(@address, %latch)
}

; The first nest stays. What the second reads is the PHI, which shares a temp with its next value; the
; third reads one value.
; CHECK-LABEL: define ptr @shared(
; CHECK: first:
; CHECK: b1:
; CHECK: store i32 %x, ptr %p
; CHECK: region:
; CHECK: store i32 %y,
define ptr @shared(ptr %a, ptr %b) {
entry:
  br label %first
first:
  %x = phi i32 [ 0, %entry ], [ %y, %latch ]
  %c = load i32, ptr %a
  %stop = icmp eq i32 %c, %x
  br i1 %stop, label %exit1, label %latch
latch:
  %y = load i32, ptr %b
  %done = icmp eq i32 %y, 7
  br i1 %done, label %exit2, label %first
exit1:
  br label %b1
b1:
  %i = phi i64 [ 0, %exit1 ], [ %i.next, %b1 ]
  %p = getelementptr i32, ptr %a, i64 %i
  store i32 %x, ptr %p
  %i.next = add i64 %i, 1
  %e1 = icmp eq i64 %i.next, 100
  br i1 %e1, label %end, label %b1
exit2:
  br label %b2
b2:
  %j = phi i64 [ 0, %exit2 ], [ %j.next, %b2 ]
  %q = getelementptr i32, ptr %b, i64 %j
  store i32 %y, ptr %q
  %j.next = add i64 %j, 1
  %e2 = icmp eq i64 %j.next, 100
  br i1 %e2, label %end, label %b2
end:
  ret ptr blockaddress(@shared, %latch)
}
declare void @use()
