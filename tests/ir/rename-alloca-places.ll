; Allocas keep what LLVM-C cannot build: their address space, and that they are inalloca.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s --implicit-check-not='%%S'

%S = type <{ i32 }>
; CHECK: declare void @f(ptr inalloca(%lathe.S))
declare void @f(ptr inalloca(%S))
define void @g() {
  ; CHECK: %a = alloca inalloca %lathe.S,
  %a = alloca inalloca %S
  ; CHECK: %b = alloca %lathe.S, align {{[0-9]+}}, addrspace(5)
  %b = alloca %S, addrspace(5)
  ; CHECK: %c = alloca [2 x %lathe.S], i64 3, align 16
  %c = alloca [2 x %S], i64 3, align 16
  ; CHECK: call void @f(ptr inalloca(%lathe.S) %a)
  call void @f(ptr inalloca(%S) %a)
  ret void
}
