; RUN: lathe opt --passes='dtrans-test-annotations' %s | FileCheck %s
; RUN: lathe opt --passes='dtrans-analysis<type=struct.S>' %s | FileCheck %s --check-prefix=HINTS
; RUN: lathe opt --passes='ir-rename-structs,dtrans-test-annotations' %s | sed -e 's/lathe\.//' | FileCheck %s
; RUN: lathe opt --passes='dtrans-strip-annotations' %s -o - | FileCheck %s --check-prefix=STRIPPED
;
; Whatever a node of this name holds, it is "no annotation" at worst. The type is a hint only where
; the node is whole: struct.S is seen in @good and nowhere else.

; CHECK: @bad %empty dtrans-type malformed
; CHECK-NEXT: @bad %typed dtrans-type malformed
; CHECK-NEXT: @bad %single dtrans-type malformed
; CHECK-NEXT: @bad %three dtrans-type malformed
; CHECK-NEXT: @bad %swapped dtrans-type malformed
; CHECK-NEXT: @bad %zero dtrans-type malformed
; CHECK-NEXT: @bad %huge dtrans-type malformed
; CHECK-NEXT: @bad %negative dtrans-type malformed
; CHECK-NEXT: @bad %wide dtrans-type malformed
; CHECK-NEXT: @bad %text dtrans-type malformed
; CHECK-NEXT: @bad %absent dtrans-type malformed
; CHECK-NEXT: @bad %nested dtrans-type malformed
; CHECK-NEXT: @bad %undefined dtrans-type malformed
; CHECK-NEXT: @bad %filled dtrans-type malformed
; CHECK-NEXT: @bad %symbol dtrans-type malformed
; CHECK-NEXT: @bad %place dtrans-type malformed
; CHECK-NEXT: @bad %{{[0-9]+}} dtrans-type malformed
; CHECK-NEXT: @good %p dtrans-type level 1 of %struct.S
; CHECK-NEXT: @good %q dtrans-type level 2 of %struct.S
; CHECK-NEXT: @good %r dtrans-type level 1 of i32
; CHECK-NEXT: @good %s dtrans-type level 1 of [2 x { i32, %struct.S }]
; CHECK-NOT: {{.}}

; HINTS: type struct.S
; HINTS: site malloc count 2 @good
; HINTS-NOT: @bad

; STRIPPED: define void @bad
; STRIPPED-NOT: !dtrans-type
; STRIPPED: %p = call ptr @malloc(i64 16), !other
; STRIPPED-NOT: !dtrans-type

target datalayout = "e-i64:64-n8:16:32:64-S128"

%struct.S = type { i32, i32 }
@known = internal global %struct.S zeroinitializer
@g = internal global i32 0
declare ptr @malloc(i64)

define i32 @main() {
  call void @bad()
  call void @good(ptr null)
  store i32 1, ptr getelementptr (%struct.S, ptr @known, i64 0, i32 1)
  ret i32 0
}

define void @bad() {
  %empty = call ptr @malloc(i64 12), !dtrans-type !0
  %typed = call ptr @malloc(i64 12), !dtrans-type !1
  %single = call ptr @malloc(i64 12), !dtrans-type !2
  %three = call ptr @malloc(i64 12), !dtrans-type !3
  %swapped = call ptr @malloc(i64 12), !dtrans-type !4
  %zero = call ptr @malloc(i64 12), !dtrans-type !5
  %huge = call ptr @malloc(i64 12), !dtrans-type !6
  %negative = call ptr @malloc(i64 12), !dtrans-type !7
  %wide = call ptr @malloc(i64 12), !dtrans-type !8
  %text = call ptr @malloc(i64 12), !dtrans-type !9
  %absent = call ptr @malloc(i64 12), !dtrans-type !10
  %nested = call ptr @malloc(i64 12), !dtrans-type !11
  %undefined = call ptr @malloc(i64 12), !dtrans-type !12
  %filled = call ptr @malloc(i64 12), !dtrans-type !13
  %symbol = call ptr @malloc(i64 12), !dtrans-type !14
  %place = call ptr @malloc(i64 12), !dtrans-type !15
  call ptr @malloc(i64 12), !dtrans-type !16
  ret void
}

define void @good(ptr %a) {
  %p = call ptr @malloc(i64 16), !dtrans-type !20, !other !20
  %q = load ptr, ptr %a, !dtrans-type !21
  %r = load ptr, ptr %a, !dtrans-type !22
  %s = load ptr, ptr %a, !dtrans-type !23
  ret void
}

!0 = !{}
!1 = !{ptr null}
!2 = !{%struct.S zeroinitializer}
!3 = !{%struct.S zeroinitializer, i32 1, i32 1}
!4 = !{i32 1, %struct.S zeroinitializer}
!5 = !{%struct.S zeroinitializer, i32 0}
!6 = !{%struct.S zeroinitializer, i32 65}
!7 = !{%struct.S zeroinitializer, i32 -1}
!8 = !{%struct.S zeroinitializer, i128 1}
!9 = !{!"%struct.S zeroinitializer", i32 1}
!10 = !{null, i32 1}
!11 = !{!2, i32 1}
!12 = !{%struct.S undef, i32 1}
!13 = !{%struct.S { i32 1, i32 2 }, i32 1}
!14 = !{ptr @g, i32 1}
!15 = !DILocation(line: 1, column: 1, scope: !17)
!16 = distinct !{%struct.S zeroinitializer, float 1.0}
!17 = distinct !DISubprogram(name: "x", file: !18, unit: !19)
!18 = !DIFile(filename: "x.c", directory: "")
!19 = distinct !DICompileUnit(language: DW_LANG_C99, file: !18)

!20 = !{%struct.S zeroinitializer, i32 1}
!21 = !{%struct.S zeroinitializer, i32 2}
!22 = !{i32 0, i32 1}
!23 = distinct !{[2 x { i32, %struct.S }] zeroinitializer, i64 1}

!llvm.dbg.cu = !{!19}
!llvm.module.flags = !{!24}
!24 = !{i32 2, !"Debug Info Version", i32 3}
