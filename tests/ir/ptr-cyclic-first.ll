; A first member, at two depths, merged with its container: all views of the address are one.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s
; RUN: lathe opt --budget-ops=1000 --passes='ir-ptrclasses<quiet>' %s

%struct.in = type { ptr, i64 }
%struct.mid = type { %struct.in, ptr }
%struct.out = type { %struct.mid, i64 }

define i32 @main(i1 %c) {
  %s = alloca %struct.out
  %a = alloca i32
  %b = alloca i64
  %cell = alloca ptr
  %m = getelementptr inbounds %struct.out, ptr %s, i32 0, i32 0
  %i = getelementptr inbounds %struct.mid, ptr %m, i32 0, i32 0
  %w = getelementptr inbounds %struct.in, ptr %i, i32 0, i32 0
  %p = select i1 %c, ptr %s, ptr %i
  %q = select i1 %c, ptr %p, ptr %w
  store ptr %a, ptr %q
  %r = getelementptr inbounds %struct.mid, ptr %p, i32 0, i32 1
  store ptr %b, ptr %r
  %v = load ptr, ptr %s
  store ptr %v, ptr %cell
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   function @main @main
; CHECK-NEXT: class 2 -> class 3
; CHECK-NEXT:   type struct.out @main
; CHECK-NEXT:   type struct.mid @main
; CHECK-NEXT:   type struct.in @main
; CHECK-NEXT:   local %s @main
; CHECK-NEXT:   +16: -> class 4
; CHECK-NEXT: class 3
; CHECK-NEXT:   local %a @main
; CHECK-NEXT: class 4
; CHECK-NEXT:   local %b @main
; CHECK-NEXT: class 5 -> class 3
; CHECK-NEXT:   local %cell @main
; CHECK-NOT: {{.}}
