; A variable made anew keeps what LLVM-C can neither read nor write, and so does what points to it.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s --implicit-check-not='%%S'

%S = type { i32 }
; CHECK: @sanitize = global %lathe.S zeroinitializer, no_sanitize_address
@sanitize = global %S zeroinitializer, no_sanitize_address
; CHECK-NEXT: @model = global %lathe.S zeroinitializer, code_model "large"
@model = global %S zeroinitializer, code_model "large"
; CHECK-NEXT: @part = dso_local global %lathe.S zeroinitializer, partition "part"
@part = dso_local global %S zeroinitializer, partition "part"
; CHECK-NEXT: @attribute = protected global %lathe.S zeroinitializer [[A:#[0-9]+]]
@attribute = protected global %S zeroinitializer #0
; CHECK-NEXT: @g = thread_local global i32 0
@g = thread_local global i32 0
; CHECK-NEXT: @place = global ptr getelementptr inbounds nuw inrange(-4, 0) (%lathe.S, ptr @part, i64 1)
@place = global ptr getelementptr inbounds nuw inrange(-4, 0) (%S, ptr @part, i64 1)
; CHECK-NEXT: @sum = global i64 add nuw (i64 ptrtoint (ptr getelementptr (%lathe.S, ptr @part, i64 1) to i64), i64 8)
@sum = global i64 add nuw (i64 ptrtoint (ptr getelementptr (%S, ptr @part, i64 1) to i64), i64 8)
; CHECK: @a = thread_local alias %lathe.S, ptr @g
@a = thread_local alias %S, ptr @g
; CHECK: attributes [[A]] = { "bss-section"="x" }
attributes #0 = { "bss-section"="x" }
; CHECK: !n = !{![[N:[0-9]+]]}
!n = !{!0}
; CHECK: ![[N]] = !{%lathe.S zeroinitializer}
!0 = !{%S zeroinitializer}
