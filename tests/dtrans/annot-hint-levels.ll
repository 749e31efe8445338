; RUN: lathe opt --passes='dtrans-analysis<type=struct.S>' %s | FileCheck %s --check-prefix=NONE
; RUN: lathe opt --passes='dtrans-test-annotate<function=one;value=p;type=struct.S>,dtrans-analysis<type=struct.S>' %s | FileCheck %s --check-prefix=ONE
; RUN: lathe opt --passes='dtrans-test-annotate<function=two;value=cell;type=struct.S;level=2>,dtrans-analysis<type=struct.S>' %s | FileCheck %s --check-prefix=TWO
; RUN: lathe opt --passes='dtrans-test-annotate<function=two;value=cell;type=struct.S;level=64>,dtrans-analysis<type=struct.S>' %s | FileCheck %s --check-prefix=NONE
; RUN: lathe opt --passes='dtrans-test-annotate<function=one;value=p;type=struct.S>,dtrans-strip-annotations,dtrans-analysis<type=struct.S>' %s | FileCheck %s --check-prefix=NONE
;
; A hint names the type of memory that is only accessed in bytes: level 1 of what the pointer points
; to, level 2 of what the cell it points to leads to.

; NONE-NOT: site
; ONE: site malloc count 3 @one
; ONE-NOT: site
; TWO: site malloc count 5 @two
; TWO-NOT: site

target datalayout = "e-i64:64-n8:16:32:64-S128"

%struct.S = type { i32, i32 }
@known = internal global %struct.S zeroinitializer
declare ptr @malloc(i64)

define i32 @main() {
  store i32 1, ptr getelementptr (%struct.S, ptr @known, i64 0, i32 1)
  call void @one()
  call void @two()
  ret i32 0
}

define internal void @one() {
  %p = call ptr @malloc(i64 24)
  %b = getelementptr i8, ptr %p, i64 4
  store i32 1, ptr %b
  ret void
}

define internal void @two() {
  %cell = call ptr @malloc(i64 8)
  %p = call ptr @malloc(i64 40)
  store ptr %p, ptr %cell
  %q = load ptr, ptr %cell
  %b = getelementptr i8, ptr %q, i64 4
  store i32 1, ptr %b
  ret void
}
