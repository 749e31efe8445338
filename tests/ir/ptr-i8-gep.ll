; Bytes and types name the same places: an i8 GEP, a typed GEP, and a GEP over a literal type
; agree on the member at offset 8 and on that of the nested struct.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s

%struct.in = type { i64, ptr }
%struct.out = type { i64, ptr, %struct.in }

define i32 @main() {
  %s = alloca %struct.out
  %a = alloca i32
  %b = alloca i32
  %c = alloca i64
  %d = alloca i64
  %x = getelementptr i8, ptr %s, i64 8
  store ptr %a, ptr %x
  %y = getelementptr { i64, ptr }, ptr %s, i32 0, i32 1
  store ptr %b, ptr %y
  %i = getelementptr inbounds %struct.out, ptr %s, i32 0, i32 2, i32 1
  store ptr %c, ptr %i
  %j = getelementptr i8, ptr %s, i64 24
  store ptr %d, ptr %j
  %k = getelementptr inbounds %struct.out, ptr %s, i32 0, i32 2
  %l = getelementptr i8, ptr %k, i64 8
  %v = load ptr, ptr %l
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   function @main @main
; CHECK-NEXT: class 2
; CHECK-NEXT:   type struct.out @main
; CHECK-NEXT:   local %s @main
; CHECK-NEXT:   +8: -> class 3
; CHECK-NEXT:   +16: class 5
; CHECK-NEXT: class 3
; CHECK-NEXT:   local %a @main
; CHECK-NEXT:   local %b @main
; CHECK-NEXT: class 4
; CHECK-NEXT:   local %c @main
; CHECK-NEXT:   local %d @main
; CHECK-NEXT: class 5
; CHECK-NEXT:   type struct.in @main
; CHECK-NEXT:   +8: -> class 4
; CHECK-NOT: {{.}}
