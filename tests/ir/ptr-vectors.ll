; The lanes of a vector of pointers are one.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s

define i32 @main() {
  %a = alloca i32
  %b = alloca i64
  %c = alloca i8
  %cells = alloca [2 x ptr]
  %v0 = insertelement <2 x ptr> poison, ptr %a, i32 0
  %v1 = insertelement <2 x ptr> %v0, ptr %b, i32 1
  store <2 x ptr> %v1, ptr %cells
  %w = load <2 x ptr>, ptr %cells
  %s = shufflevector <2 x ptr> %w, <2 x ptr> poison, <2 x i32> <i32 1, i32 0>
  %x = extractelement <2 x ptr> %s, i32 0
  store i32 1, ptr %x
  store i8 2, ptr %c
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   function @main @main
; CHECK-NEXT: class 2
; CHECK-NEXT:   local %a @main
; CHECK-NEXT:   local %b @main
; CHECK-NEXT: class 3
; CHECK-NEXT:   local %c @main
; CHECK-NEXT: class 4 every 8 -> class 2
; CHECK-NEXT:   local %cells @main
; CHECK-NOT: {{.}}
