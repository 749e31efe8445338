; First-class aggregates through every instruction that can carry one, including loops of PHIs.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s --implicit-check-not='%%struct.' --implicit-check-not=poison

%struct.S = type { i32, %struct.T }
%struct.T = type { double, [2 x i8] }

; CHECK-LABEL: define %lathe.struct.S @f(%lathe.struct.S %s, i1 %c, ptr %p)
define %struct.S @f(%struct.S %s, i1 %c, ptr %p) {
entry:
  ; CHECK: %l = load %lathe.struct.S, ptr %p
  %l = load %struct.S, ptr %p
  br label %loop
loop:
  ; CHECK: %a = phi %lathe.struct.S [ %s, %entry ], [ %b, %loop ]
  %a = phi %struct.S [ %s, %entry ], [ %b, %loop ]
  ; CHECK: %b = phi %lathe.struct.S [ zeroinitializer, %entry ], [ %z, %loop ]
  %b = phi %struct.S [ zeroinitializer, %entry ], [ %z, %loop ]
  ; CHECK: %x = select i1 %c, %lathe.struct.S %a, %lathe.struct.S { i32 1, %lathe.struct.T zeroinitializer }
  %x = select i1 %c, %struct.S %a, %struct.S { i32 1, %struct.T zeroinitializer }
  ; CHECK: %y = freeze %lathe.struct.S %x
  %y = freeze %struct.S %x
  ; CHECK: %z = insertvalue %lathe.struct.S %y, i32 7, 0
  %z = insertvalue %struct.S %y, i32 7, 0
  ; CHECK: %e = extractvalue %lathe.struct.S %z, 1
  %e = extractvalue %struct.S %z, 1
  ; CHECK: %d = extractvalue %lathe.struct.S %z, 1, 0
  %d = extractvalue %struct.S %z, 1, 0
  ; CHECK: %v = va_arg ptr %p, %lathe.struct.T
  %v = va_arg ptr %p, %struct.T
  ; CHECK: store %lathe.struct.T %v, ptr %p
  store %struct.T %v, ptr %p
  ; CHECK: %r = call %lathe.struct.S @f(%lathe.struct.S %z, i1 true, ptr %p)
  %r = call %struct.S @f(%struct.S %z, i1 true, ptr %p)
  br i1 %c, label %loop, label %out
out:
  ; CHECK: ret %lathe.struct.S %r
  ret %struct.S %r
}

; Several indices at once.
; CHECK-LABEL: define %lathe.struct.T @deep(
define %struct.T @deep({ i1, %struct.S } %n, %struct.T %t) {
  ; CHECK: %i = insertvalue { i1, %lathe.struct.S } %n, %lathe.struct.T %t, 1, 1
  ; CHECK: %e = extractvalue { i1, %lathe.struct.S } %i, 1, 1
  %i = insertvalue { i1, %struct.S } %n, %struct.T %t, 1, 1
  %e = extractvalue { i1, %struct.S } %i, 1, 1
  ret %struct.T %e
}
