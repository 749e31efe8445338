; Calls through variables that only ever hold one function become calls of it; those that may hold
; another one, or that others may set, do not.
; RUN: lathe opt --passes=ir-know-callees %s -o - | FileCheck %s

@once = internal global ptr null
@table = internal constant { ptr, ptr } { ptr @one, ptr @two }
@set = internal global { i64, ptr } { i64 1, ptr @one }
@two_of = internal global ptr @one
@given = internal global ptr @one
@part = internal global ptr @one
@weak = weak global ptr @one

declare void @keep(ptr)

define i32 @one(i32 %x) { ret i32 %x }
define i32 @two(i32 %x) { ret i32 %x }

define i32 @main(i32 %x, ptr %p) {
  store ptr @one, ptr @once
  store ptr @two, ptr @two_of
  store ptr @one, ptr getelementptr inbounds ({ i64, ptr }, ptr @set, i32 0, i32 1)
  store i32 7, ptr @part
  call void @keep(ptr @given)
  %a = load ptr, ptr @once
; CHECK: %b = call i32 @one(i32 %x)
  %b = call i32 %a(i32 %x)
  %c = load ptr, ptr getelementptr inbounds ({ ptr, ptr }, ptr @table, i32 0, i32 1)
; CHECK: %d = call i32 @two(i32 %b)
  %d = call i32 %c(i32 %b)
  %e = getelementptr inbounds { i64, ptr }, ptr @set, i32 0, i32 1
  %f = load ptr, ptr %e
; CHECK: %g = call i32 @one(i32 %d)
  %g = call i32 %f(i32 %d)
  %h = load ptr, ptr @two_of
; CHECK: %i = call i32 %h(i32 %g)
  %i = call i32 %h(i32 %g)
  %j = load ptr, ptr @given
; CHECK: %k = call i32 %j(i32 %i)
  %k = call i32 %j(i32 %i)
  %l = load ptr, ptr @part
; CHECK: %m = call i32 %l(i32 %k)
  %m = call i32 %l(i32 %k)
  %n = load ptr, ptr @weak
; CHECK: %o = call i32 %n(i32 %m)
  %o = call i32 %n(i32 %m)
; Called as something else than it is.
  %q = load ptr, ptr @once
; CHECK: %r = call i32 %q(i32 %o, i32 1)
  %r = call i32 %q(i32 %o, i32 1)
  ret i32 %r
}
