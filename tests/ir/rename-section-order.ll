; Variables of one section keep their order among each other, whatever their types.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s

%struct.S = type { i32 }
@a = global i32 1, section "list"
@b = global %struct.S { i32 2 }, section "list"
@c = global i32 3, section "list"
@d = global %struct.S { i32 4 }, section "list"
@other = global i32 5, section "other"

; CHECK: @other = global i32 5, section "other"
; CHECK: @a = global i32 1, section "list"
; CHECK: @b = global %lathe.struct.S { i32 2 }, section "list"
; CHECK: @c = global i32 3, section "list"
; CHECK: @d = global %lathe.struct.S { i32 4 }, section "list"
