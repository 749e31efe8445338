; The runtime calls main as C has it: another form is refused with its reason, not crashed on.
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: not lathe ckpt long.ll -o out.ll 2>&1 | FileCheck %s --implicit-check-not='internal error'
; RUN: not lathe ckpt --auto four.ll -o out.ll 2>&1 | FileCheck %s --implicit-check-not='internal error'
; RUN: not lathe ckpt pointer.ll -o out.ll 2>&1 | FileCheck %s --implicit-check-not='internal error'
; RUN: not lathe ckpt struct.ll -o out.ll 2>&1 | FileCheck %s --implicit-check-not='internal error'
; CHECK: warning: no checkpoints: main is not declared as int main(int, char **), with or without parameters [ckpt-main]
; CHECK: error: 1 reason for no checkpoints

; The forms that C has are taken.
; RUN: lathe ckpt three.ll -o out.ll && lathe ckpt void.ll -o out.ll

;--- long.ll
declare void @checkpoint()
define i64 @main(i64 %c, ptr %v) {
  call void @checkpoint()
  ret i64 0
}
;--- four.ll
declare void @checkpoint()
define i32 @main(i32 %c, ptr %v, ptr %e, ptr %a) {
  call void @checkpoint()
  ret i32 0
}
;--- pointer.ll
declare void @checkpoint()
define i32 @main(ptr %v, i32 %c) {
  call void @checkpoint()
  ret i32 0
}
;--- struct.ll
declare void @checkpoint()
define { i32, i32 } @main() {
  call void @checkpoint()
  ret { i32, i32 } zeroinitializer
}
;--- three.ll
declare void @checkpoint()
define i32 @main(i32 %c, ptr %v, ptr %e) {
  call void @checkpoint()
  ret i32 0
}
;--- void.ll
declare void @checkpoint()
define void @main() {
  call void @checkpoint()
  ret void
}
