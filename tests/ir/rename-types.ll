; Opaque, packed, empty, unnamed and literal structs; structs in arrays of arrays; a prefix.
; RUN: lathe opt '--passes=ir-rename-structs<prefix=new.>' %s -o - | FileCheck %s --implicit-check-not='%%struct.' --implicit-check-not=%%lathe.

%struct.opaque = type opaque
%struct.packed = type <{ i8, i32, %struct.empty }>
%struct.empty = type {}
%struct.outer = type { [2 x [3 x %struct.packed]], { i1, %struct.empty }, ptr }
%0 = type { i32, %struct.packed }
%1 = type { i32, i32 }

; CHECK-DAG: %new.struct.opaque = type opaque
; CHECK-DAG: %new.struct.packed = type <{ i8, i32, %new.struct.empty }>
; CHECK-DAG: %new.struct.empty = type {}
; CHECK-DAG: %new.struct.outer = type { [2 x [3 x %new.struct.packed]], { i1, %new.struct.empty }, ptr }
; CHECK-DAG: %{{[0-9]+}} = type { i32, %new.struct.packed }
; CHECK-DAG: %{{[0-9]+}} = type { i32, i32 }

; CHECK-DAG: @o = external global %new.struct.opaque
@o = external global %struct.opaque
; CHECK-DAG: @x = global %new.struct.outer zeroinitializer
@x = global %struct.outer zeroinitializer
; CHECK-DAG: @y = global %{{[0-9]+}} { i32 1, %new.struct.packed <{ i8 2, i32 3, %new.struct.empty undef }> }
@y = global %0 { i32 1, %struct.packed <{ i8 2, i32 3, %struct.empty undef }> }
; CHECK-DAG: @z = global %{{[0-9]+}} { i32 1, i32 2 }
@z = global %1 { i32 1, i32 2 }
; CHECK-DAG: @l = global { i8, [2 x %new.struct.empty] } { i8 1, [2 x %new.struct.empty] poison }
@l = global { i8, [2 x %struct.empty] } { i8 1, [2 x %struct.empty] poison }
