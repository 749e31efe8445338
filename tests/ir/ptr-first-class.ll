; First-class loads and stores of literal types over struct memory, and atomic operations: the
; pieces keep their bytes.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s

%struct.q = type { ptr, i64, ptr }

define i32 @main() {
  %s = alloca %struct.q
  %t = alloca %struct.q
  %a = alloca i32
  %b = alloca i64
  %c = alloca i8
  %old = alloca ptr
  store ptr %a, ptr %s
  %f = getelementptr inbounds %struct.q, ptr %s, i32 0, i32 2
  store ptr %b, ptr %f
  %v = load { i64, i64, i64 }, ptr %s
  %w = insertvalue { i64, i64, i64 } %v, i64 5, 1
  store { i64, i64, i64 } %w, ptr %t
  %g = getelementptr i8, ptr %t, i64 16
  %x = atomicrmw xchg ptr %g, ptr %c seq_cst
  store ptr %x, ptr %old
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   function @main @main
; CHECK-NEXT: class 2 -> class 3
; CHECK-NEXT:   type struct.q @main
; CHECK-NEXT:   local %s @main
; CHECK-NEXT:   local %t @main
; CHECK-NEXT:   +16: -> class 4
; CHECK-NEXT: class 3
; CHECK-NEXT:   local %a @main
; CHECK-NEXT: class 4
; CHECK-NEXT:   local %b @main
; CHECK-NEXT:   local %c @main
; CHECK-NEXT: class 5 -> class 4
; CHECK-NEXT:   local %old @main
; CHECK-NOT: {{.}}
