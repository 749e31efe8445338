; Functions that LLVM's passes skip are split too, and keep their mark.
; RUN: lathe opt --passes=ir-test-split-blocks %s -o - | FileCheck %s

; CHECK: define i32 @f(i32 %x) #[[A:[0-9]+]] {
; CHECK-NEXT: %a = add i32 %x, 1
; CHECK-NEXT: %b = add i32 %a, 2
; CHECK-NEXT: br label %1
; CHECK: 1:
; CHECK-NEXT: %c = add i32 %b, 3
define i32 @f(i32 %x) noinline optnone {
  %a = add i32 %x, 1
  %b = add i32 %a, 2
  %c = add i32 %b, 3
  ret i32 %c
}
; CHECK: attributes #[[A]] = { noinline optnone }
