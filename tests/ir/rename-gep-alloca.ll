; GEPs, allocas and loads keep every flag, name and alignment; metadata stays.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s --implicit-check-not='%%struct.'

%struct.S = type { i32, ptr, [4 x %struct.T] }
%struct.T = type { i16, double }

; CHECK-DAG: %lathe.struct.S = type { i32, ptr, [4 x %lathe.struct.T] }
; CHECK-DAG: %lathe.struct.T = type { i16, double }

; CHECK-LABEL: define i32 @f(ptr %p, i64 %i, i32 %n)
define i32 @f(ptr %p, i64 %i, i32 %n) {
  ; CHECK: %s = alloca %lathe.struct.S, align 64
  %s = alloca %struct.S, align 64
  ; CHECK: %array = alloca [3 x %lathe.struct.T], i32 %n, align 16
  %array = alloca [3 x %struct.T], i32 %n, align 16
  ; CHECK: %a = getelementptr inbounds nuw %lathe.struct.S, ptr %p, i32 0, i32 2, i64 %i, !note ![[N:[0-9]+]]
  %a = getelementptr inbounds nuw %struct.S, ptr %p, i32 0, i32 2, i64 %i, !note !0
  ; CHECK: %b = getelementptr nusw nuw %lathe.struct.T, ptr %a, i64 %i
  %b = getelementptr nusw nuw %struct.T, ptr %a, i64 %i
  ; CHECK: getelementptr %lathe.struct.T, ptr %b, i64 1
  %1 = getelementptr %struct.T, ptr %b, i64 1
  ; CHECK: %w = load volatile %lathe.struct.T, ptr %{{[0-9]+}}, align 2
  %w = load volatile %struct.T, ptr %1, align 2
  ; CHECK: store volatile %lathe.struct.T %w, ptr %s, align 1
  store volatile %struct.T %w, ptr %s, align 1
  ret i32 0
}
; An all-constant GEP stays an instruction with its name.
; CHECK-LABEL: define ptr @constant_operands(
define ptr @constant_operands() {
  ; CHECK: %named = getelementptr inbounds %lathe.struct.S, ptr null, i32 0, i32 1
  %named = getelementptr inbounds %struct.S, ptr null, i32 0, i32 1
  ret ptr %named
}
; CHECK-LABEL: define <2 x ptr> @vector(
define <2 x ptr> @vector(<2 x ptr> %p) {
  ; CHECK: %v = getelementptr inbounds %lathe.struct.S, <2 x ptr> %p, <2 x i64> <i64 1, i64 2>
  %v = getelementptr inbounds %struct.S, <2 x ptr> %p, <2 x i64> <i64 1, i64 2>
  ret <2 x ptr> %v
}
; CHECK: ![[N]] = !{!"kept"}
!0 = !{!"kept"}
