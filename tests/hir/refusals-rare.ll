; Loops that are rarely seen, and so not modelled or not counted; near misses beside them.
; RUN: lathe hir --as-is %s | FileCheck %s

declare token @llvm.experimental.convergence.anchor()

; CHECK-LABEL: FUNCTION wide_switch
; CHECK-NOT:   BEGIN REGION
; CHECK:       loop loop is not modelled: it has a switch over more than 64 bits [wide-switch]
define void @wide_switch(ptr %p) {
entry:
  br label %loop
loop:
  %v = load i128, ptr %p
  switch i128 %v, label %loop [ i128 3, label %exit ]
exit:
  ret void
}
; CHECK-LABEL: FUNCTION narrow_switch
; CHECK:       + WHILE i1
; CHECK:       switch (
; CHECK:       loop loop is not a DO loop: {{.*}} [exit-by-switch]
define void @narrow_switch(ptr %p) {
entry:
  br label %loop
loop:
  %v = load i64, ptr %p
  switch i64 %v, label %loop [ i64 3, label %exit ]
exit:
  ret void
}

; CHECK-LABEL: FUNCTION asm_goto
; CHECK-NOT:   BEGIN REGION
; CHECK:       loop loop is not modelled: it has an asm goto [asm-goto]
define void @asm_goto() {
entry:
  br label %loop
loop:
  callbr void asm sideeffect "", "!i"() to label %loop [label %exit]
exit:
  ret void
}
; CHECK-LABEL: FUNCTION plain_asm
; CHECK:       + DO i1 = 0, 9, 1
define void @plain_asm() {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void asm sideeffect "", ""()
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, 10
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: FUNCTION token
; CHECK-NOT:   BEGIN REGION
; CHECK:       loop loop is not modelled: it has a value that cannot be kept in a temp [token]
define void @token() convergent {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %t = call token @llvm.experimental.convergence.anchor()
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, 10
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
; CHECK-LABEL: FUNCTION token_before
; CHECK:       + DO i1 = 0, 9, 1
define void @token_before() convergent {
entry:
  %t = call token @llvm.experimental.convergence.anchor()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, 10
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: FUNCTION no_comparison
; CHECK:       loop loop is not a DO loop: its exit test does not compare integers [exit-no-comparison]
define void @no_comparison(double %x) {
entry:
  br label %loop
loop:
  %i = phi double [ 0.0, %entry ], [ %next, %loop ]
  %next = fadd double %i, 1.0
  %more = fcmp olt double %next, %x
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: FUNCTION wide_comparison
; CHECK:       loop loop is not a DO loop: its exit test compares integers that are too wide [exit-not-linear]
define void @wide_comparison(i128 %n) {
entry:
  br label %loop
loop:
  %i = phi i128 [ 0, %entry ], [ %next, %loop ]
  %next = add i128 %i, 1
  %more = icmp ne i128 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
; CHECK-LABEL: FUNCTION narrow_comparison
; CHECK:       + DO i1 = 0, %n + -1, 1
define void @narrow_comparison(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %more = icmp ne i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Two numbers that come nearer to each other by more than the type holds. A step of one less is fine.
; CHECK-LABEL: FUNCTION too_near
; CHECK:       loop loop is not a DO loop: its trip count is not a linear expression of values known before it [count-not-linear]
define void @too_near(i8 %a, i8 %b) {
entry:
  br label %loop
loop:
  %i = phi i8 [ %a, %entry ], [ %i.next, %loop ]
  %j = phi i8 [ %b, %entry ], [ %j.next, %loop ]
  %i.next = add nsw i8 %i, 100
  %j.next = add nsw i8 %j, -28
  %more = icmp slt i8 %i.next, %j.next
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
; CHECK-LABEL: FUNCTION near
; CHECK:       + DO i1 = 0, {{.*}} /u 127
define void @near(i8 %a, i8 %b) {
entry:
  br label %loop
loop:
  %i = phi i8 [ %a, %entry ], [ %i.next, %loop ]
  %j = phi i8 [ %b, %entry ], [ %j.next, %loop ]
  %i.next = add nsw i8 %i, 100
  %j.next = add nsw i8 %j, -27
  %more = icmp slt i8 %i.next, %j.next
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
