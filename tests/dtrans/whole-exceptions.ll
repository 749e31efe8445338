; RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s --check-prefix=ALL
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, i32 }
declare i32 @__gxx_personality_v0(...)
declare void @throws()
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal i32 @f() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.s, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

define internal void @catches() personality ptr @__gxx_personality_v0 {
  invoke void @throws() to label %ok unwind label %bad
ok:
  ret void
bad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

; ALL-DAG: exception handling: @catches
; ALL-DAG: type struct.s {{.*}} legal nothing
