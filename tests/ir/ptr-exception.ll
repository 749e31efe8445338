; Exception objects come from outside and what is thrown goes there.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s

%struct.e = type { ptr }
declare i32 @__gxx_personality_v0(...)
declare void @thrower(ptr)

define i32 @main() personality ptr @__gxx_personality_v0 {
  %a = alloca %struct.e
  %quiet = alloca %struct.e
  %slot = alloca ptr
  invoke void @thrower(ptr %a)
          to label %ok unwind label %bad
ok:
  ret i32 0
bad:
  %lp = landingpad { ptr, i32 } cleanup
  %p = extractvalue { ptr, i32 } %lp, 0
  store ptr %p, ptr %slot
  resume { ptr, i32 } %lp
}

; CHECK: class 1
; CHECK-NEXT:   function @main @main
; CHECK-NEXT: class 2
; CHECK-NEXT:   type struct.e @main
; CHECK-NEXT:   local %a @main
; CHECK-NEXT:   escapes external-call @main
; CHECK-NEXT:   unknown external-call @main
; CHECK-NEXT: class 3
; CHECK-NEXT:   type struct.e @main
; CHECK-NEXT:   local %quiet @main
; CHECK-NEXT: class 4 -> outside
; CHECK-NEXT:   local %slot @main
; CHECK-NEXT: class 5
; CHECK-NEXT:   function @thrower @thrower
; CHECK-NEXT:   escapes external-symbol @thrower
; CHECK-NEXT:   unknown external-symbol @thrower
; CHECK-NOT: {{.}}
