; A function that is made anew keeps its body, blockaddresses and everything it had.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s --implicit-check-not='%%struct.' --implicit-check-not=lathe.old

%struct.S = type { i32, i32 }
$f = comdat any
; CHECK-DAG: @labels = constant [2 x ptr] [ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)]
@labels = constant [2 x ptr] [ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)]
; CHECK-DAG: @table = constant %lathe.struct.R { ptr @f, ptr @alias }
%struct.R = type { ptr, ptr }
@table = constant %struct.R { ptr @f, ptr @alias }
; CHECK-DAG: @alias = hidden alias void (%lathe.struct.S, ptr), ptr @f
@alias = hidden alias void (%struct.S, ptr), ptr @f
; CHECK-DAG: @data = weak alias %lathe.struct.R, ptr @table
@data = weak alias %struct.R, ptr @table
; CHECK-DAG: @inside = alias ptr, getelementptr (%lathe.struct.R, ptr @table, i32 0, i32 1)
@inside = alias ptr, getelementptr (%struct.R, ptr @table, i32 0, i32 1)
; CHECK-DAG: @picked = ifunc void (%lathe.struct.S), ptr @resolve
@picked = ifunc void (%struct.S), ptr @resolve
define ptr @resolve() {
  ret ptr @f
}
; An unused function stays: only the old ones go.
; CHECK: define internal void @unused()
define internal void @unused() {
  ret void
}
; CHECK: define weak_odr dso_local fastcc void @f(%lathe.struct.S noundef %s, ptr captures(none) %p) #[[A:[0-9]+]] section "text" comdat align 32 gc "g" prefix i32 7 prologue i8 -112 personality ptr @personality !m ![[M:[0-9]+]] {
define weak_odr dso_local fastcc void @f(%struct.S noundef %s, ptr captures(none) %p) #0 section "text" comdat align 32 gc "g" prefix i32 7 prologue i8 -112 personality ptr @personality !m !0 {
entry:
  indirectbr ptr %p, [label %one, label %two]
one:
  ; CHECK: store %lathe.struct.S %s, ptr %p
  store %struct.S %s, ptr %p
  ret void
two:
  ret void
}
declare i32 @personality(...)
; CHECK: attributes #[[A]] = { noinline "x"="y" }
attributes #0 = { noinline "x"="y" }
!0 = !{i32 1}
