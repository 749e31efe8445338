; Members of one another's members, reached by steps back and forth between three structs: chains
; of containers that would never end.
; RUN: lathe opt --budget-ops=10000 --passes='ir-ptrclasses<quiet>' %s
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s

%struct.l = type { ptr, ptr }
%struct.a = type { i64, %struct.l }
%struct.b = type { %struct.l, i64, %struct.l }
%struct.c = type { i64, i64, %struct.l }

define i32 @main(i1 %c) {
entry:
  %x = alloca %struct.a
  %y = alloca %struct.b
  %z = alloca %struct.c
  %xl = getelementptr inbounds %struct.a, ptr %x, i32 0, i32 1
  %yl = getelementptr inbounds %struct.b, ptr %y, i32 0, i32 0
  %yk = getelementptr inbounds %struct.b, ptr %y, i32 0, i32 2
  %zl = getelementptr inbounds %struct.c, ptr %z, i32 0, i32 2
  br label %loop
loop:
  %p = phi ptr [ %xl, %entry ], [ %yl, %loop ], [ %yk, %one ], [ %zl, %two ]
  %back = getelementptr i8, ptr %p, i64 -8
  %far = getelementptr i8, ptr %p, i64 -16
  %on = getelementptr i8, ptr %p, i64 24
  store ptr %back, ptr %p
  store ptr %far, ptr %on
  %v = load ptr, ptr %back
  %w = getelementptr inbounds %struct.a, ptr %v, i32 0, i32 1
  store ptr %w, ptr %far
  br i1 %c, label %loop, label %one
one:
  br i1 %c, label %loop, label %two
two:
  br i1 %c, label %loop, label %end
end:
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   function @main @main
; CHECK-NEXT: class 2 every 1 -> class 2
; CHECK-NEXT:   type struct.a @main
; CHECK-NEXT:   type struct.b @main
; CHECK-NEXT:   type struct.c @main
; CHECK-NEXT:   local %x @main
; CHECK-NEXT:   local %y @main
; CHECK-NEXT:   local %z @main
; CHECK-NEXT:   back 8 @main
; CHECK-NEXT:   folded 1 @main
; CHECK-NOT: {{.}}
