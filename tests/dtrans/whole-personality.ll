; A personality routine is a sign of exception handling even where nothing is caught; a function that
; only may unwind is none.
;
; RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s
; RUN: sed 's/ personality ptr @__gcc_personality_v0//' %s > %t.ll
; RUN: lathe opt --passes=dtrans-analysis %t.ll | FileCheck %s --check-prefix=NEAR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, i64 }
declare i32 @__gcc_personality_v0(...)
declare ptr @malloc(i64)

define i32 @main() {
  call void @cleans()
  ret i32 0
}

define internal void @cleans() uwtable personality ptr @__gcc_personality_v0 {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.s, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

; CHECK: exception handling: @cleans
; CHECK: type struct.s {{.*}} legal nothing

; NEAR-NOT: exception handling
; NEAR: type struct.s {{.*}} legal reorder-fields delete-fields split aos-to-soa pool
