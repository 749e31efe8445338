; RUN: lathe opt --passes='dtrans-analysis<type=struct.tm>' %s | FileCheck %s --check-prefix=TM
; RUN: lathe opt --passes='dtrans-analysis<type=struct.given>' %s | FileCheck %s --check-prefix=GIVEN
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.tm = type { i32, i32, i32, i32, i32, i32, i32, i32, i32, i64, ptr }
%struct.given = type { i64, i64 }
%struct.good = type { i64, i64 }
@t = internal global %struct.tm zeroinitializer
declare i32 @clock_gettime(i32, ptr)
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @calls() {
  %p = alloca %struct.given
  %r = call i32 @clock_gettime(i32 0, ptr %p)
  %g = alloca %struct.good
  %f = getelementptr %struct.good, ptr %g, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

; TM: type struct.tm{{.*}} legal nothing{{$}}
; TM: SystemObject: 'tm' is a struct of the C library

; GIVEN: type struct.given{{.*}} legal nothing{{$}}
; GIVEN: SystemObject @calls: it is an argument of clock_gettime

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: SystemObject
