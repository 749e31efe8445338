; Debug records stay where they are and follow what they describe.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s

%struct.S = type { i32, i32 }
@g = global %struct.S zeroinitializer, !dbg !20
; CHECK: @g = global %lathe.struct.S zeroinitializer, !dbg ![[G:[0-9]+]]

; CHECK-LABEL: define i32 @f(
define i32 @f(ptr %p, %struct.S %v) !dbg !3 {
  ; CHECK-NEXT: %s = alloca %lathe.struct.S, align 4, !dbg
  %s = alloca %struct.S, align 4, !dbg !7
  ; CHECK-NEXT: #dbg_declare(ptr %s, ![[V:[0-9]+]], !DIExpression(), ![[L:[0-9]+]])
    #dbg_declare(ptr %s, !6, !DIExpression(), !7)
  ; CHECK-NEXT: #dbg_value(ptr %p, ![[V]], !DIExpression(DW_OP_deref), ![[L]])
    #dbg_value(ptr %p, !6, !DIExpression(DW_OP_deref), !7)
  ; CHECK-NEXT: %a = getelementptr inbounds %lathe.struct.S, ptr %p, i32 0, i32 1, !dbg ![[L]]
  %a = getelementptr inbounds %struct.S, ptr %p, i32 0, i32 1, !dbg !7
  ; CHECK-NEXT: #dbg_value(ptr %a, ![[V]], !DIExpression(), ![[L]])
    #dbg_value(ptr %a, !6, !DIExpression(), !7)
  ; CHECK-NEXT: #dbg_value(!DIArgList(ptr %a, ptr %s), ![[V]], !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), ![[L]])
    #dbg_value(!DIArgList(ptr %a, ptr %s), !6, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !7)
  ; CHECK-NEXT: #dbg_value(ptr getelementptr (%lathe.struct.S, ptr @g, i64 1), ![[V]], !DIExpression(), ![[L]])
    #dbg_value(ptr getelementptr (%struct.S, ptr @g, i64 1), !6, !DIExpression(), !7)
  ; CHECK-NEXT: %x = load i32, ptr %a, align 4, !dbg ![[L]]
  %x = load i32, ptr %a, align 4, !dbg !7
  ; CHECK-NEXT: #dbg_value(%lathe.struct.S %v, ![[V]], !DIExpression(), ![[L]])
  ; CHECK-NEXT: #dbg_label(
  ; CHECK-NEXT: #dbg_value(!DIArgList(), ![[V]], !DIExpression(), ![[L]])
  ; CHECK-NEXT: #dbg_assign(i32 undef, ![[V]], !DIExpression(), !{{[0-9]+}}, ptr %a, !DIExpression(), ![[L]])
    #dbg_value(%struct.S %v, !6, !DIExpression(), !7)
    #dbg_label(!9, !7)
    #dbg_value(!DIArgList(), !6, !DIExpression(), !7)
    #dbg_assign(i32 undef, !6, !DIExpression(), !10, ptr %a, !DIExpression(), !7)
  ; CHECK-NEXT: ret i32 %x, !dbg ![[L]]
  ret i32 %x, !dbg !7
}
; CHECK: ![[G]] = !DIGlobalVariableExpression(
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, globals: !22)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocalVariable(name: "v", scope: !3, file: !1, line: 1, type: !8)
!7 = !DILocation(line: 1, scope: !3)
!8 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = !DILabel(scope: !3, name: "l", file: !1, line: 2)
!10 = distinct !DIAssignID()
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 1, type: !8, isDefinition: true)
!22 = !{!20}
