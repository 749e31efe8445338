; The eight steps and their hooks, in order. Functions come one after the other, variables only
; after all are made; what is not replaced has no hook called for it.
; RUN: lathe opt --passes='dtrans-test-hooks<trace;take=taken>' %s | FileCheck %s --match-full-lines --strict-whitespace

;CHECK:prepare_types
;CHECK-NEXT:populate_types
;CHECK-NEXT:prepare_module
;CHECK-NEXT:create_global, taken: @taken
;CHECK-NEXT:create_global, left: @left
;CHECK-NEXT:create_global, left: @table
;CHECK-NEXT:initialize_global @taken
;CHECK-NEXT:post_process_global @taken
;CHECK-NEXT:post_process_global @left
;CHECK-NEXT:post_process_global @table
;CHECK-NEXT:process_function @helper
;CHECK-NEXT:post_process_function @helper
;CHECK-NEXT:process_function @main
;CHECK-NEXT:post_process_function @main
;CHECK-NOT:{{.}}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, i64 }

@taken = internal global %struct.s { i32 1, i64 2 }
@other = internal global i32 3
@left = internal global %struct.s { i32 4, i64 5 }
@table = internal global [3 x %struct.s] zeroinitializer

declare i32 @puts(ptr)

define internal i32 @helper() {
  %v = load i32, ptr @other
  ret i32 %v
}

define i32 @main() {
  store i64 6, ptr getelementptr (%struct.s, ptr @taken, i32 0, i32 1)
  store i64 6, ptr getelementptr (%struct.s, ptr @left, i32 0, i32 1)
  store i32 6, ptr getelementptr ([3 x %struct.s], ptr @table, i64 0, i64 2, i32 0)
  %v = call i32 @helper()
  ret i32 %v
}
