; ckpt-mark tells LLVM what checkpoint() does, unless the program has one of its own.
; RUN: lathe opt --passes=ckpt-mark %s -o - | FileCheck %s
; RUN: lathe opt --passes='ckpt-mark,early-cse<memssa>' %s -o - | FileCheck %s --check-prefix=CSE
; CHECK: declare void @checkpoint() [[MARK:#[0-9]+]]
; CHECK: define void @lathe_checkpoint() {
; CHECK: attributes [[MARK]] = { nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite) }

declare void @checkpoint()
define void @lathe_checkpoint() {
  ret void
}

; A value stays in a register across it, and the call stays.
; CSE-LABEL: define i32 @twice(
; CSE-NEXT: %a = load i32, ptr %p
; CSE-NEXT: call void @checkpoint()
; CSE-NEXT: %c = add i32 %a, %a
define i32 @twice(ptr %p) {
  %a = load i32, ptr %p
  call void @checkpoint()
  %b = load i32, ptr %p
  %c = add i32 %a, %b
  ret i32 %c
}
