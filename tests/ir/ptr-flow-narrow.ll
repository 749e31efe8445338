; Bits of pointers in integers narrower than a pointer: they are followed inside a function, and
; lead everywhere once they are stored.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s

@low = internal global i32 0
@high = internal global i32 0
@index = internal global [16 x i32] zeroinitializer
@table = internal global [16 x i32] zeroinitializer
declare ptr @malloc(i64)

define i32 @main() {
  %split = call ptr @malloc(i64 4)
  call void @splits(ptr %split)
  %hashed = call ptr @malloc(i64 8)
  %h = call i32 @hashes(ptr %hashed)
  %back = call i32 @joins()
  %kept = call ptr @malloc(i64 12)
  %k = call i32 @converts(ptr %kept)
  ret i32 %back
}

define internal void @splits(ptr %p) {
  %i = ptrtoint ptr %p to i64
  %l = trunc i64 %i to i32
  %s = lshr i64 %i, 32
  %h = trunc i64 %s to i32
  store i32 %l, ptr @low
  store i32 %h, ptr @high
  ret void
}

define internal i32 @joins() {
  %l = load i32, ptr @low
  %h = load i32, ptr @high
  %lx = zext i32 %l to i64
  %hx = zext i32 %h to i64
  %s = shl i64 %hx, 32
  %i = or i64 %s, %lx
  %p = inttoptr i64 %i to ptr
  %x = load i32, ptr %p
  ret i32 %x
}

; The hash of a pointer is an index and is compared: it goes nowhere.
define internal i32 @hashes(ptr %p) {
  %i = ptrtoint ptr %p to i64
  %n = trunc i64 %i to i32
  %m = and i32 %n, 15
  %e = getelementptr [16 x i32], ptr @table, i64 0, i32 %m
  %x = load i32, ptr %e
  %c = icmp eq i32 %n, 7
  %r = select i1 %c, i32 %x, i32 0
  ret i32 %r
}

; Widened again in the same function, by way of a double.
define internal i32 @converts(ptr %p) {
  %i = ptrtoint ptr %p to i64
  %d = uitofp i64 %i to double
  %j = fptoui double %d to i64
  %q = inttoptr i64 %j to ptr
  %x = load i32, ptr %q
  ret i32 %x
}

; CHECK: heap malloc(size=arg0) @main
; CHECK-NEXT:   escapes integer-to-pointer
; CHECK-NEXT:   unknown integer-to-pointer
; CHECK-NEXT:   computed @splits
; CHECK: heap malloc(size=arg0) @main
; CHECK-NEXT:   computed @hashes
; CHECK-NEXT: class
; CHECK: heap malloc(size=arg0) @main
; CHECK-NEXT:   escapes integer-to-pointer
; CHECK-NEXT:   unknown integer-to-pointer
; CHECK-NEXT:   computed @converts
