; What is not lowered stays as it is, and the reason is given.
; RUN: lathe opt --verbose --passes=hir-identity %s -o %t.ll 2>%t.err
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck --check-prefix=WHY %s < %t.err
; WHY: the loop nest at 'loop' in 'bundle' is left as it is: a call in it has an operand bundle with a value of the region
; WHY: the loop nest at 'loop' in 'address' is left as it is: the address of a block in it is taken
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
declare void @use()
