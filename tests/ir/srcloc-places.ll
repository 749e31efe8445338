; Places of instructions: their own, inlined, without a line, without debug info at all.
; RUN: lathe opt --passes=ir-print-locations %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK:      global counter: /src/dir/main.c:3
; CHECK-NEXT: global hidden: ?
@counter = global i32 0, !dbg !30
@hidden = global i32 0

; The display name is the source's, not the symbol's.
; CHECK-NEXT: function sym_outer: /src/dir/main.c:20 outer
define i32 @sym_outer(i32 %x) !dbg !10 {
  ; CHECK-NEXT: 0 instruction %a: /src/dir/main.c:21:7 in outer
  %a = add i32 %x, 1, !dbg !DILocation(line: 21, column: 7, scope: !10)
  ; An instruction of a nested block, through a file of its own: absolute names stay.
  ; CHECK-NEXT: 1 instruction %b: /abs/inc.h:4:2 in outer
  %b = add i32 %a, 1, !dbg !DILocation(line: 4, column: 2, scope: !14)
  ; Twice inlined: the innermost and the outermost place.
  ; CHECK-NEXT: 2 instruction %c: /src/dir/main.c:11:5 in leaf, inlined at /src/dir/main.c:23:9 in outer
  %c = add i32 %b, 1, !dbg !DILocation(line: 11, column: 5, scope: !11, inlinedAt: !20)
  ; Line 0: the compiler made it.
  ; CHECK-NEXT: 3 instruction %d: /src/dir/main.c:20 in outer (its function)
  %d = add i32 %c, 1, !dbg !DILocation(line: 0, scope: !10)
  ; CHECK-NEXT: 4 instruction %e: /src/dir/main.c:20 in outer (its function)
  %e = add i32 %d, 1
  ; No column, and a leading ./ says nothing.
  ; CHECK-NEXT: 5 ret: /src/dir/sub/x.c:9 in outer
  ret i32 %e, !dbg !DILocation(line: 9, scope: !15)
}

; CHECK-NEXT: function bare: ? bare
define void @bare() {
  ; CHECK-NEXT: 0 ret: ? in bare (its function)
  ret void
}

; A file without a name, and one that is no file.
; CHECK-NEXT: function nameless: ? nameless
define void @nameless() !dbg !40 {
  ; CHECK-NEXT: 0 call: ? in nameless
  call void @bare(), !dbg !DILocation(line: 2, column: 1, scope: !40)
  ; CHECK-NEXT: 1 ret: <stdin>:3:1 in nameless
  ret void, !dbg !DILocation(line: 3, column: 1, scope: !42)
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug, globals: !{!30})
!1 = !DIFile(filename: "main.c", directory: "/src/dir/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!10 = distinct !DISubprogram(name: "outer", linkageName: "sym_outer", scope: !1, file: !1, line: 20, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!11 = distinct !DISubprogram(name: "leaf", scope: !1, file: !1, line: 10, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!12 = distinct !DISubprogram(name: "mid", scope: !1, file: !1, line: 15, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!13 = distinct !DILexicalBlock(scope: !10, file: !1, line: 21, column: 1)
!14 = !DILexicalBlockFile(scope: !13, file: !16, discriminator: 0)
!15 = !DILexicalBlockFile(scope: !10, file: !17, discriminator: 0)
!16 = !DIFile(filename: "/abs/inc.h", directory: "/src/dir")
!17 = !DIFile(filename: "./sub/x.c", directory: "/src/dir")
!20 = distinct !DILocation(line: 16, column: 3, scope: !12, inlinedAt: !21)
!21 = distinct !DILocation(line: 23, column: 9, scope: !10)
!30 = !DIGlobalVariableExpression(var: !31, expr: !DIExpression())
!31 = distinct !DIGlobalVariable(name: "counter", scope: !0, file: !1, line: 3, type: !32, isDefinition: true)
!32 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!40 = distinct !DISubprogram(name: "nameless", scope: !41, file: !41, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !0)
!41 = !DIFile(filename: "", directory: "")
!42 = !DILexicalBlockFile(scope: !40, file: !43, discriminator: 0)
!43 = !DIFile(filename: "<stdin>", directory: "/src/dir")
