; Module-level assembler may name any symbol: every global and function defined here escapes.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s

module asm ".globl visible"

@mine = internal global ptr null
@text = private constant [2 x i8] c"a\00"

define internal ptr @get(ptr %p) {
  store ptr %p, ptr @mine
  ret ptr %p
}

define i32 @main() {
  %a = alloca i32
  %b = alloca i32
  store i32 1, ptr %b
  %r = call ptr @get(ptr %a)
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   function @get @get
; CHECK-NEXT:   escapes assembler module asm
; CHECK-NEXT:   unknown assembler module asm
; CHECK-NEXT: class 2
; CHECK-NEXT:   local %a @main
; CHECK-NEXT:   escapes assembler module asm
; CHECK-NEXT:   unknown assembler module asm
; CHECK-NEXT: class 3 -> class 2
; CHECK-NEXT:   global @mine @mine
; CHECK-NEXT:   escapes assembler module asm
; CHECK-NEXT:   unknown assembler module asm
; CHECK-NEXT: class 4
; CHECK-NEXT:   function @main @main
; CHECK-NEXT:   escapes assembler module asm
; CHECK-NEXT:   unknown assembler module asm
; CHECK-NEXT: class 5
; CHECK-NEXT:   local %b @main
; CHECK-NEXT: class 6 every 1
; CHECK-NEXT:   global @text @text
; CHECK-NEXT:   escapes assembler module asm
; CHECK-NEXT:   unknown assembler module asm
; CHECK-NOT: {{.}}
