; An internal function moves to a new signature with all it has; its calls follow.
; RUN: lathe opt --passes=ir-test-clone-functions %s -o - | FileCheck %s --implicit-check-not=lathe.old

$grp = comdat any
; CHECK-LABEL: define i32 @caller(
define i32 @caller(ptr %p, i64 %n) personality ptr @personality {
  ; CHECK: %a = tail call fastcc zeroext i16 @moved(i64 signext %n, ptr nonnull %p, i32 0) #[[N:[0-9]+]] [ "x"(i32 5) ], !m ![[M:[0-9]+]]
  %a = tail call fastcc zeroext i16 @moved(ptr nonnull %p, i64 signext %n) #1 [ "x"(i32 5) ], !m !10
  ; CHECK: %b = call nnan float @fp(float 2.000000e+00, float 1.000000e+00, i32 0)
  %b = call nnan float @fp(float 1.0, float 2.0)
  ; CHECK: %c = invoke fastcc i16 @moved(i64 2, ptr null, i32 0)
  ; CHECK-NEXT: to label %ok unwind label %pad
  %c = invoke fastcc i16 @moved(ptr null, i64 2) to label %ok unwind label %pad
ok:
  %d = zext i16 %c to i32
  ret i32 %d
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
; CHECK: define internal float @fp(float %y, float %x, i32 %0) {
define internal float @fp(float %x, float %y) {
  %r = fsub float %x, %y
  ret float %r
}
; CHECK: define internal fastcc zeroext i16 @moved(i64 signext %n, ptr nonnull %p, i32 %0) unnamed_addr #[[A:[0-9]+]] section "s" comdat($grp) align 16 gc "g" prefix i32 1 prologue i8 2 personality ptr @personality !dbg ![[D:[0-9]+]] !m ![[M]] {
define internal fastcc zeroext i16 @moved(ptr nonnull %p, i64 signext %n) unnamed_addr #0 section "s" comdat($grp) align 16 gc "g" prefix i32 1 prologue i8 2 personality ptr @personality !dbg !3 !m !10 {
  ; CHECK: #dbg_value(ptr %p, !{{[0-9]+}}, !DIExpression(), ![[L:[0-9]+]])
    #dbg_value(ptr %p, !6, !DIExpression(), !7)
  ; CHECK-NEXT: %r = call fastcc i16 @moved(i64 %n, ptr %p, i32 0), !dbg ![[L]]
  %r = call fastcc i16 @moved(ptr %p, i64 %n), !dbg !7
  ret i16 %r
}
declare i32 @personality(...)
; CHECK-DAG: attributes #[[A]] = { noinline "k"="v" }
attributes #0 = { noinline "k"="v" }
; CHECK-DAG: attributes #[[N]] = { nounwind }
attributes #1 = { nounwind }
!10 = !{!"m"}
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
