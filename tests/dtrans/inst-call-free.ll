; RUN: lathe opt --passes='dtrans-analysis<type=struct.outer>' %s | FileCheck %s --check-prefix=OUTER
; RUN: lathe opt --passes='dtrans-analysis<type=struct.middle>' %s | FileCheck %s --check-prefix=MIDDLE
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.inner = type { i32, i32 }
%struct.outer = type { %struct.inner, i32 }
%struct.middle = type { i32, i32 }
declare void @free(ptr)
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

; Freeing the first member frees the object: it stays first.
define internal void @release(ptr %p) {
  call void @free(ptr %p)
  ret void
}

define internal void @first() {
  %p = call ptr @malloc(i64 12)
  %f = getelementptr %struct.outer, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %in = getelementptr %struct.outer, ptr %p, i64 0, i32 0
  call void @release(ptr %in)
  ret void
}

define internal void @inside() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.middle, ptr %p, i64 0, i32 1
  call void @free(ptr %f)
  ret void
}

; OUTER: type struct.outer{{ }}
; OUTER: field 0 {{.*}} pinned

; MIDDLE: type struct.middle{{.*}} legal nothing{{$}}
; MIDDLE: BadPtrManipulation @inside: free gets a pointer into the middle
