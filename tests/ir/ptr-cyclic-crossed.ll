; Two structs, each merged with a member of the other: each lies inside the other, and so inside
; itself.
; RUN: lathe opt --budget-ops=1000 --passes='ir-ptrclasses<quiet>' %s
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s

%struct.in = type { ptr, ptr }
%struct.a = type { i64, %struct.in, ptr }
%struct.b = type { ptr, ptr, i64, %struct.in }

define i32 @main(i1 %c) {
  %x = alloca %struct.a
  %y = alloca %struct.b
  %i = alloca i32
  %xm = getelementptr inbounds %struct.a, ptr %x, i32 0, i32 1
  %ym = getelementptr inbounds %struct.b, ptr %y, i32 0, i32 3
  %p = select i1 %c, ptr %x, ptr %ym
  %q = select i1 %c, ptr %y, ptr %xm
  %f = getelementptr inbounds %struct.a, ptr %p, i32 0, i32 2
  store ptr %i, ptr %f
  %g = getelementptr inbounds %struct.b, ptr %q, i32 0, i32 1
  %v = load ptr, ptr %g
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   function @main @main
; CHECK-NEXT: class 2
; CHECK-NEXT:   type struct.a @main
; CHECK-NEXT:   local %x @main
; CHECK-NEXT:   +8: class 3
; CHECK-NEXT: class 3
; CHECK-NEXT:   type struct.b @main
; CHECK-NEXT:   local %y @main
; CHECK-NEXT:   +16: -> class 4
; CHECK-NEXT:   +24: class 2
; CHECK-NEXT: class 4
; CHECK-NEXT:   local %i @main
; CHECK-NOT: {{.}}
