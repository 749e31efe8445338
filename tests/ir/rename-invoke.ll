; Invokes, landing pads and callbr of mapped types.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s --implicit-check-not='%%struct.'

%struct.S = type { i32, i32 }
%struct.E = type { ptr, i32 }
declare %struct.S @g(i32)
declare i32 @personality(...)
@info = external constant ptr

; CHECK-LABEL: define i32 @f() personality ptr @personality
define i32 @f() personality ptr @personality {
  ; CHECK: %r = invoke coldcc %lathe.struct.S @g(i32 inreg 1) [ "b"(i32 2) ]
  ; CHECK-NEXT: to label %ok unwind label %pad
  %r = invoke cc 9 %struct.S @g(i32 inreg 1) [ "b"(i32 2) ] to label %ok unwind label %pad
ok:
  %x = extractvalue %struct.S %r, 1
  ret i32 %x
pad:
  ; CHECK: %e = landingpad %lathe.struct.E
  ; CHECK-NEXT: cleanup
  ; CHECK-NEXT: catch ptr @info
  ; CHECK-NEXT: filter [1 x ptr] [ptr @info]
  %e = landingpad %struct.E cleanup catch ptr @info filter [1 x ptr] [ptr @info]
  ; CHECK: resume %lathe.struct.E %e
  resume %struct.E %e
}
; CHECK-LABEL: define i32 @jump(
define i32 @jump(i32 %n) {
  ; CHECK: %r = callbr %lathe.struct.S asm "", "=r,=r,r,!i"(i32 %n)
  ; CHECK-NEXT: to label %a [label %b]
  %r = callbr %struct.S asm "", "=r,=r,r,!i"(i32 %n) to label %a [label %b]
a:
  %x = extractvalue %struct.S %r, 0
  ret i32 %x
b:
  ret i32 0
}
