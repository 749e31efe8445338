; A struct without a body, a struct of none, and an unsized global: places without members.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s

%struct.hidden = type opaque
%struct.none = type {}
%struct.holds = type { ptr, %struct.none, ptr }
@theirs = external global %struct.hidden

define i32 @main() {
  %n = alloca %struct.none
  %h = alloca %struct.holds
  %p = getelementptr inbounds %struct.holds, ptr %h, i32 0, i32 0
  store ptr @theirs, ptr %p
  %q = getelementptr inbounds %struct.holds, ptr %h, i32 0, i32 2
  store ptr %n, ptr %q
  %e = getelementptr inbounds %struct.holds, ptr %h, i32 0, i32 1
  %w = getelementptr inbounds %struct.none, ptr %e, i64 3
  %v = load ptr, ptr %q
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   function @main @main
; CHECK-NEXT: class 2
; CHECK-NEXT:   type struct.none @main
; CHECK-NEXT:   local %n @main
; CHECK-NEXT: class 3 -> class 4
; CHECK-NEXT:   type struct.holds @main
; CHECK-NEXT:   local %h @main
; CHECK-NEXT:   +0: -> class 4
; CHECK-NEXT:   +8: class 5 -> class 2
; CHECK-NEXT: class 4
; CHECK-NEXT:   global @theirs @theirs
; CHECK-NEXT:   escapes external-symbol @theirs
; CHECK-NEXT:   unknown external-symbol @theirs
; CHECK-NEXT: class 5 -> class 2
; CHECK-NEXT:   type struct.none @main
; CHECK-NOT: {{.}}
