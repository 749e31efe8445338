; A rebuilt call keeps attributes, bundles, tail kind, calling convention, flags, metadata.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s --implicit-check-not='%%struct.'

%struct.S = type { i32, i32 }
%struct.H = type { float, float }

; CHECK: declare noundef %lathe.struct.S @g(%lathe.struct.S noundef, ...)
declare noundef %struct.S @g(%struct.S noundef, ...)
; CHECK: declare fastcc %lathe.struct.S @k(i32)
declare fastcc %struct.S @k(i32)
declare %struct.S @llvm.ssa.copy.s_struct.Ss(%struct.S returned)

; CHECK-LABEL: define %lathe.struct.S @f(
define %struct.S @f(%struct.S %s, ptr %p) {
  ; CHECK: %a = notail call noundef %lathe.struct.S (%lathe.struct.S, ...) @g(%lathe.struct.S noundef %s, %lathe.struct.S %s, i32 signext 3) #[[N:[0-9]+]] [ "deopt"(i32 1, %lathe.struct.S %s), "x"(ptr %p) ], !m ![[M:[0-9]+]]
  %a = notail call noundef %struct.S (%struct.S, ...) @g(%struct.S noundef %s, %struct.S %s, i32 signext 3) #0 [ "deopt"(i32 1, %struct.S %s), "x"(ptr %p) ], !m !0
  ; CHECK: tail call fastcc %lathe.struct.S @k(i32 1)
  %b = tail call fastcc %struct.S @k(i32 1)
  ; CHECK: call %lathe.struct.S %p(%lathe.struct.S %a)
  %c = call %struct.S %p(%struct.S %a)
  ; CHECK: %copy = call %lathe.struct.S @llvm.ssa.copy.s_lathe.struct.Ss(%lathe.struct.S %s)
  %copy = call %struct.S @llvm.ssa.copy.s_struct.Ss(%struct.S %s)
  ; CHECK: call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "dereferenceable"(ptr getelementptr (%lathe.struct.S, ptr @v, i64 1), i64 4) ]
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 8), "dereferenceable"(ptr getelementptr (%struct.S, ptr @v, i64 1), i64 4) ]
  ret %struct.S %c
}
@v = external global [4 x i64]
; CHECK-LABEL: define %lathe.struct.S @must(
define %struct.S @must(%struct.S %s, ptr %p) {
  ; CHECK: [[R:%.*]] = musttail call %lathe.struct.S @f(%lathe.struct.S %s, ptr %p)
  ; CHECK-NEXT: ret %lathe.struct.S [[R]]
  %r = musttail call %struct.S @f(%struct.S %s, ptr %p)
  ret %struct.S %r
}
; CHECK: attributes #[[N]] = { nounwind }
attributes #0 = { nounwind }
; CHECK: ![[M]] = !{!"kept"}
!0 = !{!"kept"}
