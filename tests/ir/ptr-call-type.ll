; A call with a type other than the function's own may pass anything anywhere: its arguments and the
; function's parameters are lost. Its result is not if it is of the type that the function returns,
; and nothing is of a call of the right type.
; RUN: lathe opt --passes=ir-ptrclasses %s | FileCheck %s

%struct.s = type { ptr, i64 }

define internal ptr @old(ptr %p, double %n, ptr %q) {
  %f = getelementptr inbounds %struct.s, ptr %p, i32 0, i32 0
  %g = getelementptr inbounds %struct.s, ptr %q, i32 0, i32 0
  store ptr null, ptr %g
  %v = call ptr @make()
  ret ptr %v
}

define internal ptr @make() {
  %s = call ptr @malloc(i64 16)
  ret ptr %s
}

declare ptr @malloc(i64)

define internal ptr @fine(ptr %p) {
  %n = ptrtoint ptr %p to i64
  ret ptr %p
}

define i32 @main() {
  %a = alloca %struct.s
  %c = alloca %struct.s
  %d = alloca %struct.s
  %r = call ptr (ptr, i32, ptr, ...) @old(ptr %a, i32 1, ptr %d)
  %s = call ptr @fine(ptr %c)
  %f = getelementptr inbounds %struct.s, ptr %r, i32 0, i32 0
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   type struct.s @old
; CHECK-NEXT:   escapes call-type-mismatch @main
; CHECK-NEXT:   unknown call-type-mismatch @main
; CHECK: class 3
; CHECK-NEXT:   type struct.s @main
; CHECK-NEXT:   heap malloc(size=arg0) @make
; CHECK-NEXT: class 4
; CHECK-NEXT:   type struct.s @main
; CHECK-NEXT:   local %c @main
; CHECK-NEXT: class 5
; CHECK-NEXT:   type struct.s @main
; CHECK-NEXT:   local %a @main
; CHECK-NEXT:   escapes call-type-mismatch @main
