; Variables keep their order: programs rely on it within a section.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s

%struct.S = type { i32 }
@a = global i32 1, section "list"
@b = global %struct.S { i32 2 }, section "list"
@c = global i32 3, section "list"
@d = global %struct.S { i32 4 }, section "list"
@other = global i32 5, section "other"

; CHECK: @a = global i32 1, section "list"
; CHECK-NEXT: @b = global %lathe.struct.S { i32 2 }, section "list"
; CHECK-NEXT: @c = global i32 3, section "list"
; CHECK-NEXT: @d = global %lathe.struct.S { i32 4 }, section "list"
; CHECK-NEXT: @other = global i32 5, section "other"
