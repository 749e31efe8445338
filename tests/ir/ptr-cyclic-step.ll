; p = p + 8 in a cycle, over a struct of 24 bytes: the place lies inside itself, 8 bytes on. The
; analysis ends within a small budget and does not keep the fields apart.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s
; RUN: lathe opt --budget-ops=1000 --passes='ir-ptrclasses<quiet>' %s

%struct.s = type { ptr, i64, ptr }

define i32 @main(i1 %c) {
entry:
  %s = alloca %struct.s
  %a = alloca i32
  %b = alloca i64
  %f = getelementptr inbounds %struct.s, ptr %s, i32 0, i32 0
  store ptr %a, ptr %f
  %g = getelementptr inbounds %struct.s, ptr %s, i32 0, i32 2
  store ptr %b, ptr %g
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %q, %loop ]
  %q = getelementptr inbounds i8, ptr %p, i64 8
  %v = load ptr, ptr %p
  br i1 %c, label %loop, label %end
end:
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   function @main @main
; CHECK-NEXT: class 2 every 8 -> class 3
; CHECK-NEXT:   type struct.s @main
; CHECK-NEXT:   local %s @main
; CHECK-NEXT:   folded 8 @main
; CHECK-NEXT:   +0: -> class 3
; CHECK-NEXT: class 3
; CHECK-NEXT:   local %a @main
; CHECK-NEXT:   local %b @main
; CHECK-NOT: {{.}}
