; Pointers in first-class aggregates keep their place: what goes in at one index comes out there.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s

define internal { ptr, { i64, ptr } } @pair(ptr %p, ptr %q) {
  %x = insertvalue { ptr, { i64, ptr } } poison, ptr %p, 0
  %y = insertvalue { ptr, { i64, ptr } } %x, ptr %q, 1, 1
  ret { ptr, { i64, ptr } } %y
}

define i32 @main() {
  %a = alloca i32
  %b = alloca i64
  %first = alloca ptr
  %second = alloca ptr
  %r = call { ptr, { i64, ptr } } @pair(ptr %a, ptr %b)
  %x = extractvalue { ptr, { i64, ptr } } %r, 0
  %y = extractvalue { ptr, { i64, ptr } } %r, 1, 1
  store ptr %x, ptr %first
  store ptr %y, ptr %second
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   function @pair @pair
; CHECK-NEXT: class 2
; CHECK-NEXT:   local %a @main
; CHECK-NEXT: class 3
; CHECK-NEXT:   local %b @main
; CHECK-NEXT: class 4
; CHECK-NEXT:   function @main @main
; CHECK-NEXT: class 5 -> class 2
; CHECK-NEXT:   local %first @main
; CHECK-NEXT: class 6 -> class 3
; CHECK-NEXT:   local %second @main
; CHECK-NOT: {{.}}
