; A call with a type other than the function's own may pass anything anywhere: arguments,
; parameters and results of both sides are lost. A call of the right type is not.
; RUN: lathe opt --passes=ir-ptrclasses %s | FileCheck %s

%struct.s = type { ptr, i64 }

define internal ptr @old(ptr %p, ptr %q) {
  %f = getelementptr inbounds %struct.s, ptr %p, i32 0, i32 0
  %v = load ptr, ptr %f
  ret ptr %v
}

define internal ptr @fine(ptr %p) {
  %n = ptrtoint ptr %p to i64
  ret ptr %p
}

define i32 @main() {
  %a = alloca %struct.s
  %b = alloca i32
  %c = alloca %struct.s
  %r = call ptr (ptr, ...) @old(ptr %a)
  %s = call ptr @fine(ptr %c)
  store ptr %b, ptr %r
  ret i32 0
}

; CHECK: class 1 -> outside
; CHECK-NEXT:   type struct.s @old
; CHECK-NEXT:   escapes call-type-mismatch @main
; CHECK-NEXT:   unknown call-type-mismatch @main
; CHECK-NEXT:   +0: -> outside
; CHECK-NEXT: class 2
; CHECK-NEXT:   type struct.s @main
; CHECK-NEXT:   local %c @main
; CHECK-NEXT: class 3
; CHECK-NEXT:   type struct.s @main
; CHECK-NEXT:   local %a @main
; CHECK-NEXT:   escapes call-type-mismatch @main
; CHECK-NEXT:   unknown call-type-mismatch @main
; CHECK-NEXT: class 4
; CHECK-NEXT:   local %b @main
; CHECK-NEXT:   escapes call-type-mismatch @main
; CHECK-NEXT:   unknown call-type-mismatch @main
; CHECK-NOT: {{.}}
