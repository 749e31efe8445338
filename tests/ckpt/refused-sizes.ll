; Values, slots, parameters and copies of types without a fixed size are refused where they would have to
; be saved; functions that no checkpoint is under keep them.
; RUN: not lathe ckpt %s -o %t.ll 2>&1 | FileCheck %s --implicit-check-not='internal error' --implicit-check-not="'apart'"
; CHECK-DAG: 'slot' gets no checkpoints: it has values of a type that cannot be stored, or that has no fixed size [ckpt-type]
; CHECK-DAG: 'parameter' gets no checkpoints: it has values of a type that cannot be stored, or that has no fixed size [ckpt-type]
; CHECK-DAG: 'constant' gets no checkpoints: it has values of a type that cannot be stored, or that has no fixed size [ckpt-type]
; CHECK-DAG: 'pair' gets no checkpoints: it has values of a type that cannot be stored, or that has no fixed size [ckpt-type]
target triple = "aarch64-unknown-linux-gnu"
declare void @checkpoint()
define internal void @slot() noinline {
  %a = alloca <vscale x 4 x i32>
  call void @checkpoint()
  %b = getelementptr i8, ptr %a, i64 1
  store i8 1, ptr %b
  ret void
}
define internal void @parameter(<vscale x 4 x i32> %v) noinline {
  call void @checkpoint()
  ret void
}
define internal void @constant(ptr %p) noinline {
  store <vscale x 2 x double> zeroinitializer, ptr %p
  call void @checkpoint()
  ret void
}
define internal void @pair(ptr %p) noinline {
  %v = load { <vscale x 4 x i32>, <vscale x 4 x i32> }, ptr %p
  call void @checkpoint()
  store { <vscale x 4 x i32>, <vscale x 4 x i32> } %v, ptr %p
  ret void
}
define internal void @apart(ptr %p) noinline {
  store <vscale x 2 x double> zeroinitializer, ptr %p
  ret void
}
define i32 @main() {
  %a = alloca [64 x i8]
  call void @slot()
  call void @parameter(<vscale x 4 x i32> zeroinitializer)
  call void @constant(ptr %a)
  call void @pair(ptr %a)
  call void @apart(ptr %a)
  ret i32 0
}
