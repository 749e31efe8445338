; A rebuilt PHI keeps name, flags, metadata, location, users and debug records.
; RUN: lathe opt --passes=ir-test-rebuild-phis %s -o - | FileCheck %s

; CHECK-LABEL: define float @f(
define float @f(i1 %c, float %x) !dbg !3 {
entry:
  br label %loop
loop:
  ; CHECK: %p = phi float [ %q, %loop ], [ %x, %entry ], !dbg ![[L:[0-9]+]], !m ![[M:[0-9]+]]
  ; CHECK-NEXT: %q = phi fast float [ %p, %loop ], [ 0.000000e+00, %entry ]
  ; CHECK-NEXT: %self = phi i32 [ %self, %loop ], [ 1, %entry ]
  ; CHECK-NEXT: #dbg_value(float %p, ![[V:[0-9]+]], !DIExpression(), ![[L]])
  ; CHECK-NEXT: %r = fadd float %p, %q
  %p = phi float [ %x, %entry ], [ %q, %loop ], !dbg !7, !m !5
  %q = phi fast float [ 0.0, %entry ], [ %p, %loop ]
  %self = phi i32 [ 1, %entry ], [ %self, %loop ]
    #dbg_value(float %p, !6, !DIExpression(), !7)
  %r = fadd float %p, %q
  br i1 %c, label %loop, label %out
out:
  ret float %r
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 1, type: !8)
!7 = !DILocation(line: 1, scope: !3)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILocation(line: 2, scope: !3)
