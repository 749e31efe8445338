; A parallel region: the run-time library calls the outlined function with the pointers that it was
; given. If that function is in the program, nothing leaves it.
;
; RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.ident_t = type { i32, i32, i32, i32, ptr }
%struct.shared = type { i32, i64 }
%struct.private = type { i32, i64 }
%struct.lent = type { i32, i64 }
@.str = private constant [2 x i8] c";\00"
@where = private constant %struct.ident_t { i32 0, i32 2, i32 0, i32 0, ptr @.str }
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare ptr @malloc(i64)

define i32 @main() {
  %p = call ptr @malloc(i64 16)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @where, i32 1, ptr @outlined, ptr %p)
  %l = call ptr @malloc(i64 16)
  %h = getelementptr inbounds %struct.lent, ptr %l, i32 0, i32 1
  store i64 1, ptr %h
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr @where, i32 1, ptr @elsewhere, ptr %l)
  ret i32 0
}
declare void @elsewhere(ptr, ptr, ptr)

define internal void @outlined(ptr noalias %gtid, ptr noalias %btid, ptr %p) {
  %f = getelementptr inbounds %struct.shared, ptr %p, i32 0, i32 1
  store i64 1, ptr %f
  %q = call ptr @malloc(i64 16)
  %g = getelementptr inbounds %struct.private, ptr %q, i32 0, i32 1
  store i64 1, ptr %g
  ret void
}

; CHECK-LABEL: type struct.ident_t {{.*}} legal nothing
; CHECK: {{^}}  SystemObject @main: it is an argument of __kmpc_fork_call
; CHECK-LABEL: type struct.lent {{.*}} legal nothing
; CHECK: {{^}}  AddressTaken @main: it can be reached from an argument or result of a function
; CHECK-LABEL: type struct.shared {{.*}} legal reorder-fields delete-fields split aos-to-soa pool
; CHECK-LABEL: type struct.private {{.*}} legal reorder-fields delete-fields split aos-to-soa pool
