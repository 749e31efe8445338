; Types in attributes: on definitions, declarations, direct, indirect, intrinsic and asm calls.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s --implicit-check-not='%%struct.'

%struct.S = type { i32, i64 }

; CHECK: define void @byval(ptr noundef byval(%lathe.struct.S) align 16 %p)
define void @byval(ptr noundef byval(%struct.S) align 16 %p) {
  ret void
}
; CHECK: declare void @sret(ptr noalias writable sret([2 x %lathe.struct.S]) align 8, i32)
declare void @sret(ptr noalias writable sret([2 x %struct.S]) align 8, i32)
; CHECK: declare void @byref(ptr byref(%lathe.struct.S))
declare void @byref(ptr byref(%struct.S))
declare ptr @llvm.preserve.struct.access.index.p0.p0(ptr, i32 immarg, i32 immarg)

; CHECK-LABEL: define void @calls(
define void @calls(ptr %fn, ptr %p) {
  ; CHECK: call void @byval(ptr byval(%lathe.struct.S) align 16 %p)
  call void @byval(ptr byval(%struct.S) align 16 %p)
  ; CHECK: tail call fastcc void %fn(ptr sret(%lathe.struct.S) align 4 %p, ptr byval(%lathe.struct.S) %p) #[[A:[0-9]+]]
  tail call fastcc void %fn(ptr sret(%struct.S) align 4 %p, ptr byval(%struct.S) %p) #0
  ; CHECK: call ptr @llvm.preserve.struct.access.index.p0.p0(ptr elementtype(%lathe.struct.S) %p, i32 0, i32 0)
  %a = call ptr @llvm.preserve.struct.access.index.p0.p0(ptr elementtype(%struct.S) %p, i32 0, i32 0)
  ; CHECK: call void asm sideeffect "nop", "=*m,*m"(ptr elementtype(%lathe.struct.S) %p, ptr elementtype(i32) %p)
  call void asm sideeffect "nop", "=*m,*m"(ptr elementtype(%struct.S) %p, ptr elementtype(i32) %p)
  ; CHECK: %r = call %lathe.struct.S asm sideeffect inteldialect "x", "=r,=r,r,~{memory}"(i64 1)
  %r = call %struct.S asm sideeffect inteldialect "x", "=r,=r,r,~{memory}"(i64 1)
  ret void
}
; CHECK: attributes #[[A]] = { nounwind "k"="v" }
attributes #0 = { nounwind "k"="v" }
