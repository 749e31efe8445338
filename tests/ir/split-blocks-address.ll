; A block whose address is taken keeps it; unnamed blocks stay unnamed.
; RUN: lathe opt --passes=ir-test-split-blocks %s -o - | FileCheck %s

; CHECK: @l = global ptr blockaddress(@f, %target)
@l = global ptr blockaddress(@f, %target)
; CHECK-LABEL: define i32 @f(
define i32 @f(ptr %p) {
; CHECK-NEXT: br label %1
; CHECK: 1:
; CHECK-NEXT: indirectbr ptr %p, [label %target]
  indirectbr ptr %p, [label %target]
; CHECK: target:
; CHECK-NEXT: %q = phi i32 [ 4, %1 ]
; CHECK-NEXT: br label %target.split
target:
  %q = phi i32 [ 4, %0 ]
  ret i32 %q
}
