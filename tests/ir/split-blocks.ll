; Blocks are split in the middle; PHIs of the successors follow; debug records go with their
; instruction.
; RUN: lathe opt --passes=ir-test-split-blocks %s -o - | FileCheck %s

declare void @use(i32)
; CHECK-LABEL: define i32 @f(
define i32 @f(i32 %x, i1 %c) !dbg !3 {
; CHECK: entry:
; CHECK-NEXT: br label %entry.split
; CHECK: entry.split:
; CHECK-NEXT: br i1 %c, label %a, label %b
entry:
  br i1 %c, label %a, label %b
; CHECK: a:
; CHECK-NEXT: %y = add i32 %x, 1
; CHECK-NEXT: #dbg_value(i32 %y,
; CHECK-NEXT: call void @use(i32 1), !dbg ![[L1:[0-9]+]]
; CHECK-NEXT: br label %a.split, !dbg ![[L2:[0-9]+]]
; CHECK: a.split:
; CHECK-NEXT: #dbg_value(i32 %x,
; CHECK-NEXT: call void @use(i32 %y), !dbg ![[L2]]
; CHECK-NEXT: br label %b, !llvm.loop
a:
  %y = add i32 %x, 1
    #dbg_value(i32 %y, !6, !DIExpression(), !7)
  call void @use(i32 1), !dbg !7
    #dbg_value(i32 %x, !6, !DIExpression(), !7)
  call void @use(i32 %y), !dbg !9
  br label %b, !llvm.loop !10
; CHECK: b:
; CHECK-NEXT: %p = phi i32 [ 0, %entry.split ], [ %y, %a.split ]
; CHECK-NEXT: br label %b.split
; CHECK: b.split:
; CHECK-NEXT: ret i32 %p
b:
  %p = phi i32 [ 0, %entry ], [ %y, %a ]
  ret i32 %p
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
!10 = distinct !{!10}
