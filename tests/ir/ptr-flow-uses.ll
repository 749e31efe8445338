; What is done with an address made from an integer does not matter: the library may follow it, it
; may be called, it may be a distance from null, or lie in a vector.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s

declare ptr @malloc(i64)
declare i64 @strlen(ptr)

define i32 @main(i1 %c) {
  %text = call ptr @malloc(i64 1)
  call void @reads(ptr %text)
  call void @calls(i1 %c)
  %near = call ptr @malloc(i64 2)
  call void @steps(ptr %near)
  %lane = call ptr @malloc(i64 3)
  call void @lanes(ptr %lane)
  %rest = call ptr @malloc(i64 4)
  %i = ptrtoint ptr %rest to i64
  %n = xor i64 %i, 5
  %z = icmp eq i64 %n, 0
  ret i32 0
}

define internal void @reads(ptr %p) {
  %i = ptrtoint ptr %p to i64
  %n = and i64 %i, -8
  %q = inttoptr i64 %n to ptr
  %l = call i64 @strlen(ptr %q)
  ret void
}

define internal void @target() {
  ret void
}

define internal void @calls(i1 %c) {
  %i = ptrtoint ptr @target to i64
  %n = xor i64 %i, 1
  %m = select i1 %c, i64 %n, i64 0
  %q = inttoptr i64 %m to ptr
  call void %q()
  ret void
}

define internal void @steps(ptr %p) {
  %i = ptrtoint ptr %p to i64
  %q = getelementptr i8, ptr null, i64 %i
  store i8 0, ptr %q
  ret void
}

define internal void @lanes(ptr %p) {
  %i = ptrtoint ptr %p to i64
  %v = insertelement <2 x i64> zeroinitializer, i64 %i, i32 0
  %w = xor <2 x i64> %v, splat (i64 1)
  %j = extractelement <2 x i64> %w, i32 0
  %q = inttoptr i64 %j to ptr
  store i8 0, ptr %q
  ret void
}

; CHECK: heap malloc(size=arg0) @main
; CHECK-NEXT:   escapes integer-to-pointer
; CHECK: heap malloc(size=arg0) @main
; CHECK-NEXT:   escapes integer-to-pointer
; CHECK: heap malloc(size=arg0) @main
; CHECK-NEXT:   escapes integer-to-pointer
; CHECK: heap malloc(size=arg0) @main
; CHECK-NEXT:   computed @main
; CHECK-NEXT: class
; CHECK: function @target
; CHECK-NEXT:   escapes integer-to-pointer
