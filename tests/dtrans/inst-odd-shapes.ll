; RUN: lathe opt --passes='dtrans-analysis<type=struct.scalable>' %s | FileCheck %s --check-prefix=SCALABLE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.opaque>' %s | FileCheck %s --check-prefix=OPAQUE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.nothing>' %s | FileCheck %s --check-prefix=NOTHING
; RUN: lathe opt --passes='dtrans-analysis<type=struct.lanes>' %s | FileCheck %s --check-prefix=LANES
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.scalable = type { i32, i32, i32, i32 }
%struct.empty = type {}
%struct.nothing = type { i32, [4 x %struct.empty], [0 x i64] }
%struct.opaque = type opaque
%struct.lanes = type { i32, i32 }
@n = internal global %struct.nothing zeroinitializer
@o = external global %struct.opaque
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @vectors() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.scalable, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  store <vscale x 4 x i32> zeroinitializer, ptr %p
  ret void
}

define internal ptr @nothing(i64 %i) {
  %f = getelementptr %struct.nothing, ptr @n, i64 0, i32 1, i64 %i
  %g = getelementptr %struct.nothing, ptr @n, i64 0, i32 2, i64 %i
  store i64 1, ptr %g
  ret ptr %f
}

define internal i16 @lanes() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.lanes, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %v = getelementptr i32, ptr %p, <2 x i64> <i64 0, i64 1>
  %l = extractelement <2 x ptr> %v, i32 1
  %x = load i16, ptr %l
  ret i16 %x
}

; SCALABLE: type struct.scalable{{.*}} legal nothing{{$}}
; SCALABLE: UnhandledUse @vectors

; OPAQUE: type struct.opaque{{.*}} legal nothing{{$}}
; OPAQUE: UnhandledUse: the program does not define the struct

; NOTHING: type struct.nothing{{ }}
; NOTHING: size 8 

; LANES: type struct.lanes{{.*}} legal nothing{{$}}
; LANES-DAG: BadPtrManipulation @lanes
; LANES-DAG: MismatchedElementAccess @lanes
