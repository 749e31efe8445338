; Allocas that LLVM-C cannot build again are refused.
; RUN: rm -rf %t && split-file %s %t
; RUN: not lathe opt --passes=ir-rename-structs %t/inalloca.ll -o - 2>&1 | FileCheck %s --check-prefix=ALLOCA
; RUN: not lathe opt --passes=ir-rename-structs %t/space.ll -o - 2>&1 | FileCheck %s --check-prefix=ALLOCA
; RUN: lathe opt --passes=ir-rename-structs %t/near.ll -o - 2>&1 | FileCheck %s --check-prefix=NEAR

; ALLOCA: error: cannot rebuild an alloca that is inalloca or not in the stack's address space
;--- inalloca.ll
%S = type <{ i32 }>
declare void @f(ptr inalloca(%S))
define void @g() {
  %a = alloca inalloca %S
  call void @f(ptr inalloca(%S) %a)
  ret void
}
;--- space.ll
%S = type { i32 }
define void @g() {
  %a = alloca %S, addrspace(5)
  ret void
}
;--- near.ll
; NEAR: declare void @f(ptr inalloca(i32))
declare void @f(ptr inalloca(i32))
define void @g() {
  ; NEAR: %a = alloca inalloca i32
  %a = alloca inalloca i32
  ; NEAR: %b = alloca i32, align 4, addrspace(5)
  %b = alloca i32, addrspace(5)
  call void @f(ptr inalloca(i32) %a)
  ret void
}
