; Passes over struct types leave what has no fixed size alone.
; RUN: lathe opt --quiet --passes="dtrans-base-test,dtrans-shuffle<seed=1>" %s -o %t.bc
; Every place a struct type can appear in, each found once, in order; and what has no layout.
; RUN: lathe opt --passes=ir-print-structs %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%global = type { i8, i32, %nested }
%nested = type { [2 x %deep] }
%deep = type { i16 }
%expr = type { i64, i8 }
%alias = type { i64, i64 }
%result = type { i32 }
%byval = type { ptr, i8 }
%sret = type { i64, i64, i64 }
%element = type { i32, i32 }
%gep = type <{ i8, i64 }>
%alloca = type { x86_fp80 }
%load = type { float }
%operand = type { double }
%callee = type { i8, i8 }
%empty = type {}
%opaque = type opaque
%holds.opaque = type { ptr, %opaque }
%scalable = type { <vscale x 4 x i32> }
%union.u = type { i64 }
%never = type { i8 }

; CHECK:      global: 12 bytes, align 4, 3 fields, 3 bytes padding
; CHECK-NEXT: offset size
; CHECK-NEXT: {{^ *}}0 1 i8
; CHECK-NEXT: {{^ *}}1 3 <hole>
; CHECK-NEXT: {{^ *}}4 4 i32
; CHECK-NEXT: {{^ *}}8 4 nested
; CHECK-NEXT: nested: 4 bytes, align 2, 1 field
; CHECK-NEXT: offset size
; CHECK-NEXT: {{^ *}}0 4 [2 x %deep]
; CHECK-NEXT: deep: 2 bytes, align 2, 1 field
@g = global %global zeroinitializer

; CHECK:      { ptr, i8, [7 x i8] }: 16 bytes, align 8, 3 fields, literal
@e = global { ptr, i8, [7 x i8] } { ptr getelementptr (%expr, ptr @g, i64 0, i32 1), i8 1, [7 x i8] undef }
; CHECK:      expr: 16 bytes, align 8, 2 fields, 7 bytes padding
; CHECK:      <{ i8, i32 }>: 5 bytes, align 1, 2 fields, packed, literal
@packed = global <{ i8, i32 }> zeroinitializer

; CHECK:      holds.opaque: no fixed size
; CHECK-NEXT: opaque: opaque
@unknown = external global %holds.opaque

; CHECK:      alias: 16 bytes
@a = alias %alias, ptr @e

; CHECK:      result: 4 bytes
; CHECK:      sret: 24 bytes
; CHECK:      byval: 16 bytes, align 8, 2 fields, 7 bytes padding
declare %result @result()
declare void @attributes(ptr sret(%sret), ptr byval(%byval))

define void @body(ptr %p) {
  ; CHECK:    gep: 9 bytes, align 1, 2 fields, packed
  %f = getelementptr %gep, ptr %p, i64 0, i32 1
  ; CHECK:    alloca: 16 bytes, align 16, 1 field
  %s = alloca [2 x %alloca]
  ; CHECK:    load: 4 bytes
  %v = load %load, ptr %p
  ; CHECK:    operand: 8 bytes
  store %operand { double 1.0 }, ptr %p
  ; CHECK:    callee: 2 bytes
  %c = call %callee @indirect(i32 0)
  ; CHECK:    element: 8 bytes
  %x = call ptr @llvm.preserve.struct.access.index.p0.p0(ptr elementtype(%element) %p, i32 0, i32 0)
  ; CHECK:    empty: 0 bytes, align 1, 0 fields
  %n = getelementptr %empty, ptr %p, i64 1
  ; CHECK:    scalable: no fixed size
  %sc = load %scalable, ptr %p
  ; CHECK:    union.u: 8 bytes, align 8, 1 field, union
  %u = getelementptr %union.u, ptr %p, i64 1
  ; Seen before.
  ; CHECK-NOT: {{^}}gep:
  %again = getelementptr %gep, ptr %p, i64 2
  ; CHECK-NOT: {{^}}never:
  ret void
}

declare %callee @indirect(i32)
declare ptr @llvm.preserve.struct.access.index.p0.p0(ptr, i32 immarg, i32 immarg)
