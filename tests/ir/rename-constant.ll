; Constant expressions and nested aggregates, in initializers, operands, prefix data and metadata.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s --implicit-check-not='%%struct.'

%struct.S = type { i32, [4 x %struct.T] }
%struct.T = type { ptr, i64 }

; CHECK-DAG: @g = global %lathe.struct.S { i32 1, [4 x %lathe.struct.T] [%lathe.struct.T { ptr @f, i64 2 }, %lathe.struct.T zeroinitializer, %lathe.struct.T undef, %lathe.struct.T poison] }
@g = global %struct.S { i32 1, [4 x %struct.T] [%struct.T { ptr @f, i64 2 }, %struct.T zeroinitializer, %struct.T undef, %struct.T poison] }
; CHECK-DAG: @p = global ptr getelementptr inbounds nuw (%lathe.struct.S, ptr @g, i32 0, i32 1, i32 2)
@p = global ptr getelementptr inbounds nuw (%struct.S, ptr @g, i32 0, i32 1, i32 2)
; CHECK-DAG: @size = global i64 ptrtoint (ptr getelementptr (%lathe.struct.S, ptr null, i32 1) to i64)
@size = global i64 ptrtoint (ptr getelementptr (%struct.S, ptr null, i32 1) to i64)
; CHECK-DAG: @diff = global i64 sub (i64 ptrtoint (ptr getelementptr (%lathe.struct.S, ptr @g, i32 0, i32 1) to i64), i64 ptrtoint (ptr @g to i64))
@diff = global i64 sub (i64 ptrtoint (ptr getelementptr (%struct.S, ptr @g, i32 0, i32 1) to i64), i64 ptrtoint (ptr @g to i64))
; CHECK-DAG: @sum = global i64 add (i64 ptrtoint (ptr getelementptr (%lathe.struct.T, ptr @g, i64 1) to i64), i64 5)
@sum = global i64 add (i64 ptrtoint (ptr getelementptr (%struct.T, ptr @g, i64 1) to i64), i64 5)
; CHECK-DAG: @narrow = global i32 ptrtoint (ptr getelementptr (%lathe.struct.T, ptr @g, i64 1) to i32)
@narrow = global i32 trunc (i64 ptrtoint (ptr getelementptr (%struct.T, ptr @g, i64 1) to i64) to i32)
; CHECK-DAG: @cast = global ptr addrspacecast (ptr addrspace(1) getelementptr (%lathe.struct.T, ptr addrspace(1) @far, i64 1) to ptr)
@cast = global ptr addrspacecast (ptr addrspace(1) getelementptr (%struct.T, ptr addrspace(1) @far, i64 1) to ptr)
@far = external addrspace(1) global i8
; CHECK-DAG: @vector = global <2 x ptr> <ptr getelementptr (%lathe.struct.T, ptr @g, i64 1), ptr null>
@vector = global <2 x ptr> <ptr getelementptr (%struct.T, ptr @g, i64 1), ptr null>
; CHECK-DAG: @untouched = global ptr getelementptr (i8, ptr @g, i64 4)
@untouched = global ptr getelementptr (i8, ptr @g, i64 4)

; CHECK-LABEL: define void @f() prefix %lathe.struct.T { ptr @g, i64 1 }
define void @f() prefix %struct.T { ptr @g, i64 1 } {
  ; CHECK: store %lathe.struct.T { ptr getelementptr (%lathe.struct.S, ptr @g, i64 1), i64 3 }, ptr @p, align 8
  store %struct.T { ptr getelementptr (%struct.S, ptr @g, i64 1), i64 3 }, ptr @p, align 8
  ; CHECK: call void @use(ptr getelementptr inbounds (%lathe.struct.S, ptr @g, i32 0, i32 1)), !m ![[A:[0-9]+]]
  call void @use(ptr getelementptr inbounds (%struct.S, ptr @g, i32 0, i32 1)), !m !0
  ret void
}
declare void @use(ptr)
; CHECK: !named = !{![[B:[0-9]+]]}
!named = !{!1}
; CHECK-DAG: ![[A]] = !{ptr getelementptr (%lathe.struct.S, ptr @g, i64 2)}
!0 = !{ptr getelementptr (%struct.S, ptr @g, i64 2)}
; CHECK-DAG: ![[B]] = !{![[C:[0-9]+]], i32 4}
!1 = !{!2, i32 4}
; CHECK-DAG: ![[C]] = !{%lathe.struct.T zeroinitializer}
!2 = !{%struct.T zeroinitializer}
