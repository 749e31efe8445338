; A struct merged with its own member, at an offset no multiple of which is its size.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s
; RUN: lathe opt --budget-ops=1000 --passes='ir-ptrclasses<quiet>' %s

%struct.in = type { ptr, i64 }
%struct.out = type { i64, %struct.in, ptr }

define i32 @main(i1 %c) {
  %s = alloca %struct.out
  %a = alloca i32
  %m = getelementptr inbounds %struct.out, ptr %s, i32 0, i32 1
  %f = getelementptr inbounds %struct.out, ptr %s, i32 0, i32 2
  %e = getelementptr inbounds %struct.out, ptr %s, i32 0, i32 2
  store ptr %a, ptr %e
  %p = select i1 %c, ptr %s, ptr %m
  %g = getelementptr inbounds %struct.in, ptr %p, i32 0, i32 1
  %h = getelementptr inbounds %struct.out, ptr %p, i32 0, i32 1, i32 1
  store ptr %a, ptr %h
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   function @main @main
; CHECK-NEXT: class 2 every 8 -> class 3
; CHECK-NEXT:   type struct.out @main
; CHECK-NEXT:   type struct.in @main
; CHECK-NEXT:   local %s @main
; CHECK-NEXT:   folded 8 @main
; CHECK-NEXT: class 3
; CHECK-NEXT:   local %a @main
; CHECK-NOT: {{.}}
