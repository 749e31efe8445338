; Step 8. process_function sees every function with a body and replaces an instruction;
; post_process_function gets the original and finds the clone in the value map, if the function's
; type changed: because a pointer became an integer, because a struct is passed as a value, or both.
; RUN: lathe opt --passes='dtrans-test-hooks<trace;type=struct.s;pointers;remap=struct.o;constant=three>' %s -o %t.ll | FileCheck %s --check-prefix=TRACE
; RUN: FileCheck %s < %t.ll

; TRACE: process_function @main
; TRACE-NEXT: post_process_function @main
; TRACE-NEXT: process_function @whole
; TRACE-NEXT: post_process_function, clone: @whole
; TRACE-NEXT: process_function @get
; TRACE-NEXT: post_process_function, clone: @get
; TRACE-NEXT: process_function @both
; TRACE-NEXT: post_process_function, clone: @both
; TRACE-NEXT: process_function @neither
; TRACE-NEXT: post_process_function @neither
; TRACE-NOT: malloc

; CHECK-LABEL: define i32 @main
; CHECK-NOT: %three
; CHECK: store i32 42, ptr %f
; CHECK: call i32 @whole(%own.struct.o { i32 1, i32 2 })
; CHECK: [[P:%.*]] = ptrtoint ptr %p to i64
; CHECK: call i32 @get(i64 [[P]])
; CHECK: [[Q:%.*]] = ptrtoint ptr %p to i64
; CHECK: call i32 @both(i64 [[Q]], %own.struct.o zeroinitializer)
; CHECK: call i32 @neither(i32 3)
; CHECK: define internal i32 @whole(%own.struct.o %s)
; CHECK: extractvalue %own.struct.o %s, 0
; CHECK: define internal i32 @get(i64 %p)
; CHECK-NEXT: [[R:%.*]] = inttoptr i64 %p to ptr
; CHECK-NEXT: getelementptr %__DTH_struct.s, ptr [[R]], i32 0, i32 0
; CHECK: define internal i32 @both(i64 %p, %own.struct.o %s)
; CHECK-NEXT: inttoptr i64 %p to ptr
; CHECK: extractvalue %own.struct.o %s, 1
; CHECK: define internal i32 @neither(i32 %x)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, i32 }
%struct.o = type { i32, i32 }

declare ptr @malloc(i64)

define i32 @main() {
  %p = call ptr @malloc(i64 8)
  %three = add i32 1, 2
  %f = getelementptr %struct.s, ptr %p, i32 0, i32 0
  store i32 %three, ptr %f
  %w = call i32 @whole(%struct.o { i32 1, i32 2 })
  %x = call i32 @get(ptr %p)
  %y = call i32 @both(ptr %p, %struct.o zeroinitializer)
  %z = call i32 @neither(i32 3)
  ret i32 %w
}

define internal i32 @whole(%struct.o %s) {
  %v = extractvalue %struct.o %s, 0
  ret i32 %v
}

define internal i32 @get(ptr %p) {
  %f = getelementptr %struct.s, ptr %p, i32 0, i32 0
  %v = load i32, ptr %f
  ret i32 %v
}

define internal i32 @both(ptr %p, %struct.o %s) {
  %f = getelementptr %struct.s, ptr %p, i32 0, i32 0
  %v = load i32, ptr %f
  %w = extractvalue %struct.o %s, 1
  %x = add i32 %v, %w
  ret i32 %x
}

define internal i32 @neither(i32 %x) {
  ret i32 %x
}
