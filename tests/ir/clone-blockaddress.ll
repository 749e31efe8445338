; The addresses of blocks follow a body that moves.
; RUN: lathe opt --passes=ir-test-clone-functions %s -o - | FileCheck %s

; CHECK: @label = constant ptr blockaddress(@f, %b)
@label = constant ptr blockaddress(@f, %b)
; CHECK: define internal void @f(i32 %a, i32 %0) {
define internal void @f(i32 %a) {
  br label %b
b:
  ret void
}
