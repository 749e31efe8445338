; The encodings of TBAA: constant memory, types with sizes, one-member structs, C++ names.
; RUN: lathe opt --passes=ir-print-tbaa %s | FileCheck %s

; CHECK-LABEL: function forms
define void @forms(ptr %p, ptr %q) {
  ; CHECK-NEXT: 0 load %a: int, constant
  %a = load i32, ptr %p, !tbaa !10
  ; CHECK-NEXT: 1 load %b: struct S + 4: int, constant
  %b = load i32, ptr %p, !tbaa !11
  ; A struct whose one member is a char looks like a scalar until it is the base of another type.
  ; CHECK-NEXT: 2 load %c: struct one + 0: omnipotent char
  %c = load i8, ptr %p, !tbaa !12
  ; CHECK-NEXT: 3 load %d: _ZTSN2ns1TE *
  %d = load ptr, ptr %p, !tbaa !13
  ; CHECK-NEXT: 4 load %e: void **
  %e = load ptr, ptr %p, !tbaa !14
  ; Not a pointer name, though it starts like one.
  ; CHECK-NEXT: 5 load %f: p q{{$}}
  %f = load i32, ptr %p, !tbaa !15
  ; No TBAA, no line.
  %g = load i32, ptr %p
  ; CHECK-NEXT: 7 call: copies 0+4 int, 4+4 struct S + 4: int, constant
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false), !tbaa.struct !16
  ret void
}

; CHECK-LABEL: function sized
define void @sized(ptr %p) {
  ; CHECK-NEXT: 0 load %a: int, 4 bytes
  %a = load i32, ptr %p, !tbaa !24
  ; CHECK-NEXT: 1 load %b: struct N + 8: int, 4 bytes, constant
  %b = load i32, ptr %p, !tbaa !25
  ret void
}

; CHECK-LABEL: types
; CHECK-DAG: struct S { 0: float, 4: int }
; CHECK-DAG: struct one { 0: omnipotent char }
; CHECK-DAG: struct N { 0: int, 8: int }

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!0 = !{!"root"}
!1 = !{!"omnipotent char", !0, i64 0}
!2 = !{!"int", !1, i64 0}
!3 = !{!"float", !1, i64 0}
!4 = !{!"S", !3, i64 0, !2, i64 4}
!5 = !{!"one", !1, i64 0}
!6 = !{!"any pointer", !1, i64 0}
!7 = !{!"p1 _ZTSN2ns1TE", !6, i64 0}
!8 = !{!"p2 void", !6, i64 0}
!9 = !{!"p q", !1, i64 0}
!10 = !{!2, !2, i64 0, i64 1}
!11 = !{!4, !2, i64 4, i64 1}
!12 = !{!5, !1, i64 0}
!13 = !{!7, !7, i64 0}
!14 = !{!8, !8, i64 0}
!15 = !{!9, !9, i64 0}
!16 = !{i64 0, i64 4, !17, i64 4, i64 4, !11}
!17 = !{!2, !2, i64 0}
!20 = !{!"sized root"}
!21 = !{!20, i64 1, !"omnipotent char"}
!22 = !{!21, i64 4, !"int"}
!23 = !{!21, i64 16, !"N", !22, i64 0, i64 4, !22, i64 8, i64 4}
!24 = !{!22, !22, i64 0, i64 4}
!25 = !{!23, !22, i64 8, i64 4, i64 1}
