; The example of step 1: AOS-to-SOA prepares '__soa_struct.node' for 'struct.node' and maps
; 'struct.node*' to i64. Steps 2, 3 and 6 follow from that: structs that hold such a pointer get
; new bodies, functions that take or give one get new types, direct and indirect calls alike.
; RUN: lathe opt --passes='dtrans-test-hooks<type=struct.node;prefix=__soa_;pointers>' %s -o - | FileCheck %s

; CHECK-DAG: %__soa_struct.node = type { i32, i64, i64 }
; CHECK-DAG: %__DDT_struct.tree = type { i64, i32, ptr }
; CHECK-DAG: %__DDT_struct.forest = type { i8, [2 x %__DDT_struct.tree] }
; CHECK-DAG: %struct.plain = type { ptr, i32 }
; CHECK-DAG: @root = internal global i64 ptrtoint (ptr @first to i64)
; CHECK-DAG: @first = internal global %__soa_struct.node { i32 1, i64 0, i64 ptrtoint (ptr @second to i64) }
; CHECK-DAG: @second = internal global %__soa_struct.node { i32 2, i64 0, i64 0 }
; CHECK-DAG: @visitor = internal global ptr @visit
; CHECK-DAG: @tree = internal global %__DDT_struct.tree { i64 ptrtoint (ptr @first to i64), i32 3, ptr @name }

; CHECK-LABEL: define i32 @main(
; CHECK: [[R:%.*]] = load i64, ptr @root
; CHECK-NEXT: [[P:%.*]] = inttoptr i64 [[R]] to ptr
; CHECK: store i64 ptrtoint (ptr @second to i64), ptr %left
; CHECK: [[A:%.*]] = ptrtoint ptr [[P]] to i64
; CHECK: [[N:%.*]] = call i64 @next(i64 [[A]])
; CHECK-NEXT: [[Q:%.*]] = inttoptr i64 [[N]] to ptr
; CHECK: %fn = load ptr, ptr @visitor
; CHECK: [[B:%.*]] = ptrtoint ptr [[Q]] to i64
; CHECK: call i32 %fn(i64 [[B]], i32 7)
; CHECK: store i64 0, ptr @root
; CHECK: call i32 @plain(ptr %e)
; CHECK: call void @free(ptr [[Q]])
; CHECK: define internal i64 @next(i64 %n)
; CHECK-NEXT: [[M:%.*]] = inttoptr i64 %n to ptr
; CHECK: phi ptr
; CHECK: [[V:%.*]] = ptrtoint ptr %r to i64
; CHECK-NEXT: ret i64 [[V]]
; CHECK: define internal i32 @visit(i64 %n, i32 %k)
; CHECK: define internal i32 @plain(ptr %p)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr, ptr }
%struct.tree = type { ptr, i32, ptr }
%struct.forest = type { i8, [2 x %struct.tree] }
%struct.plain = type { ptr, i32 }

@name = internal constant [4 x i8] c"oak\00"
@root = internal global ptr @first
@first = internal global %struct.node { i32 1, ptr null, ptr @second }
@second = internal global %struct.node { i32 2, ptr null, ptr null }
@visitor = internal global ptr @visit
@tree = internal global %struct.tree { ptr @first, i32 3, ptr @name }

declare noalias ptr @malloc(i64)
declare void @free(ptr)

define i32 @main(i32 %argc, ptr %argv) {
  %n = load ptr, ptr @root
  %left = getelementptr %struct.node, ptr %n, i32 0, i32 1
  store ptr @second, ptr %left
  %m = call ptr @next(ptr %n)
  %fn = load ptr, ptr @visitor
  %v = call i32 %fn(ptr %m, i32 7)
  store ptr null, ptr @root
  %e = call ptr @malloc(i64 16)
  %f = getelementptr %struct.plain, ptr %e, i32 0, i32 0
  store ptr @name, ptr %f
  %w = call i32 @plain(ptr %e)
  %forest = call ptr @malloc(i64 56)
  %t = getelementptr %struct.forest, ptr %forest, i32 0, i32 1, i64 1, i32 0
  store ptr %m, ptr %t
  %tn = getelementptr %struct.tree, ptr @tree, i32 0, i32 1
  %tv = load i32, ptr %tn
  call void @free(ptr %m)
  store ptr @visit_too, ptr @visitor
  ret i32 %v
}

define internal i32 @visit_too(ptr %n, i32 %k) {
  ret i32 %k
}

define internal ptr @next(ptr %n) {
  %end = icmp eq ptr %n, null
  br i1 %end, label %done, label %go
go:
  %f = getelementptr %struct.node, ptr %n, i32 0, i32 2
  %x = load ptr, ptr %f
  br label %done
done:
  %r = phi ptr [ %n, %0 ], [ %x, %go ]
  ret ptr %r
}

define internal i32 @visit(ptr %n, i32 %k) {
  %f = getelementptr %struct.node, ptr %n, i32 0, i32 0
  %v = load i32, ptr %f
  %s = add i32 %v, %k
  ret i32 %s
}

define internal i32 @plain(ptr %p) {
  %f = getelementptr %struct.plain, ptr %p, i32 0, i32 1
  store i32 1, ptr %f
  ret i32 0
}
