; RUN: lathe opt --passes='dtrans-analysis<type=struct.held>' %s | FileCheck %s --check-prefix=HELD
; RUN: lathe opt --passes='dtrans-analysis<type=struct.instance>' %s | FileCheck %s --check-prefix=INSTANCE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.array>' %s | FileCheck %s --check-prefix=ARRAY
; RUN: lathe opt --passes='dtrans-analysis<type=struct.list>' %s | FileCheck %s --check-prefix=LIST
; RUN: lathe opt --passes='dtrans-analysis<type=struct.literal>' %s | FileCheck %s --check-prefix=LITERAL
; RUN: lathe opt --passes='dtrans-analysis<type=struct.local>' %s | FileCheck %s --check-prefix=LOCAL
;
; GlobalPtr, GlobalInstance and HasInitializerList. An initialised object with padding does not have
; the type of its struct.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.held = type { i32, i32 }
%struct.instance = type { i32, i32 }
%struct.array = type { i32, i32 }
%struct.list = type { i32, i32 }
%struct.literal = type { i32, i8, i64 }
%struct.local = type { i32, i32 }
@pointer = internal global ptr null
@instance = internal global %struct.instance zeroinitializer
@array = internal global [4 x %struct.array] zeroinitializer
@list = internal global %struct.list { i32 1, i32 2 }
@literal = internal global { i32, i8, [3 x i8], i64 } { i32 1, i8 2, [3 x i8] zeroinitializer, i64 3 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @points() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.held, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  store ptr %p, ptr @pointer
  ret void
}

define internal i64 @reads() {
  %f = getelementptr %struct.literal, ptr @literal, i64 0, i32 2
  %x = load i64, ptr %f
  ret i64 %x
}

define internal i32 @none() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.local, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

; HELD: type struct.held{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; HELD-NOT: GlobalInstance
; HELD-NOT: HasInitializerList
; HELD: GlobalPtr @pointer
; HELD-NOT: GlobalInstance
; HELD-NOT: HasInitializerList

; INSTANCE: type struct.instance{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; INSTANCE-NOT: HasInitializerList
; INSTANCE-NOT: GlobalPtr
; INSTANCE: GlobalInstance @instance
; INSTANCE-NOT: HasInitializerList
; INSTANCE-NOT: GlobalPtr

; ARRAY: type struct.array{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; ARRAY: GlobalInstance @array

; LIST: type struct.list{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; LIST-DAG: GlobalInstance @list
; LIST-DAG: HasInitializerList @list

; LITERAL: type struct.literal{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; LITERAL-DAG: GlobalInstance @literal
; LITERAL-DAG: HasInitializerList @literal

; LOCAL: type struct.local{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; LOCAL-NOT: Global
; LOCAL-NOT: HasInitializerList
