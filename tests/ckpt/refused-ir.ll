; What the front end makes only of special code: each is refused with its reason in a function from
; which a checkpoint is reached, and is fine elsewhere.
; RUN: not lathe ckpt %s -o %t.no.ll 2>&1 | FileCheck %s
; RUN: not ls %t.no.ll
; RUN: sed 's/call void @checkpoint() ; here//' %s > %t.near.ll
; RUN: lathe ckpt %t.near.ll -o %t.ll 2>&1 | count 0
; RUN: not lathe ckpt --inject=save %t.near.ll -o %t.half.ll 2>&1 | FileCheck %s --check-prefix=HALF
;
; CHECK-DAG: warning: 'raises' gets no checkpoints: its handlers of exceptions cannot be restored [ckpt-exception]
; CHECK-DAG: warning: 'tail' gets no checkpoints: a musttail call leaves no frame to restore [ckpt-musttail]
; CHECK-DAG: warning: 'jumps' gets no checkpoints: assembly that jumps cannot be entered again [ckpt-asm-goto]
; CHECK-DAG: warning: 'looks' gets no checkpoints: it looks at the machine's stack, which is not saved [ckpt-stack]
; CHECK-DAG: warning: 'tile' gets no checkpoints: it has values of a type that cannot be stored, or that has no fixed size [ckpt-type]
; CHECK-DAG: warning: 'scales' gets no checkpoints: it has values of a type that cannot be stored, or that has no fixed size [ckpt-type]
; CHECK: error: 6 reasons for no checkpoints
; HALF: warning: no checkpoints: save or restore alone is for functions with ckpt_mem [ckpt-half]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @checkpoint()

declare ptr @llvm.frameaddress.p0(i32)
declare x86_amx @llvm.x86.tilezero.internal(i16, i16)

define internal i32 @__CxxFrameHandler3(...) {
  ret i32 0
}

define internal void @nothing() {
  ret void
}

define internal void @raises() personality ptr @__CxxFrameHandler3 {
  call void @checkpoint() ; here
  invoke void @nothing() to label %end unwind label %pad
pad:
  %p = cleanuppad within none []
  cleanupret from %p unwind to caller
end:
  ret void
}

define internal void @tail() {
  call void @checkpoint() ; here
  musttail call void @nothing()
  ret void
}

define internal void @jumps() {
  call void @checkpoint() ; here
  callbr void asm sideeffect "", "!i"() to label %end [label %there]
there:
  br label %end
end:
  ret void
}

define internal ptr @looks() {
  call void @checkpoint() ; here
  %p = call ptr @llvm.frameaddress.p0(i32 0)
  ret ptr %p
}

define internal void @tile() {
  call void @checkpoint() ; here
  %t = call x86_amx @llvm.x86.tilezero.internal(i16 8, i16 8)
  ret void
}

define internal void @scales() {
  call void @checkpoint() ; here
  %v = add <vscale x 4 x i32> zeroinitializer, zeroinitializer
  ret void
}

define i32 @main() {
  call void @raises()
  call void @tail()
  call void @jumps()
  %p = call ptr @looks()
  call void @tile()
  call void @scales()
  call void @checkpoint()
  ret i32 0
}
