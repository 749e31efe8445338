; An integer narrower than a pointer changes the layout of what holds it: sizes, offsets and
; alignments follow as for any other change. What such an integer cannot stand for is refused.
; RUN: lathe opt --passes='dtrans-test-hooks<pointers;bits=32>' %s -o %t.ll | FileCheck %s --check-prefix=TEXT
; RUN: FileCheck %s < %t.ll
; RUN: lathe opt --passes='dtrans-test-hooks<pointers>' %s | FileCheck %s --check-prefix=WIDE

; TEXT-DAG: struct.node: pointers become integers
; TEXT-DAG: struct.loose: pointers become integers
; TEXT-DAG: struct.both: pointers stay: such a pointer is kept where a field or a variable may be
; TEXT-DAG: struct.odd: pointers stay: such a pointer is accessed as something else
; TEXT-DAG: struct.set: pointers stay: an initialised object holds such a pointer
; WIDE-DAG: struct.loose: pointers become integers
; WIDE-DAG: struct.odd: pointers become integers
; WIDE-DAG: struct.set: pointers become integers

; CHECK-DAG: %__DTH_struct.node = type { i32, i32, i32 }
; CHECK-DAG: %__DTH_struct.odd = type { i32, ptr }
; CHECK-DAG: @kept = internal global %__DTH_struct.set { i32 1, ptr @kept }
; CHECK-LABEL: define i32 @main(
; CHECK: call ptr @malloc(i64 12)
; CHECK: getelementptr %__DTH_struct.node, ptr %n, i32 0, i32 1
; CHECK-NEXT: [[P:%.*]] = ptrtoint ptr %n to i32
; CHECK-NEXT: store i32 [[P]], ptr %next, align 4
; CHECK-NEXT: %m = load i32, ptr %next, align 4
; CHECK-NEXT: [[Q:%.*]] = inttoptr i32 %m to ptr
; CHECK: getelementptr %__DTH_struct.node, ptr [[Q]], i32 0, i32 2
; An array of pointers keeps its stride.
; CHECK: call ptr @malloc(i64 80)
; CHECK: %slot = getelementptr i64, ptr %array, i64 %i
; CHECK-NEXT: [[L:%.*]] = ptrtoint ptr %l to i64
; CHECK-NEXT: store i64 [[L]], ptr %slot

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr, i32 }
%struct.loose = type { i32, i32 }
%struct.odd = type { i32, ptr }
%struct.both = type { i32, ptr }
%struct.set = type { i32, ptr }

@kept = internal global %struct.set { i32 1, ptr @kept }
@root = internal global ptr null

declare noalias ptr @malloc(i64)

define i32 @main(i32 %argc, ptr %argv) {
  %n = call ptr @malloc(i64 24)
  %next = getelementptr %struct.node, ptr %n, i32 0, i32 1
  store ptr %n, ptr %next
  %m = load ptr, ptr %next
  %v = getelementptr %struct.node, ptr %m, i32 0, i32 2
  store i32 1, ptr %v
  %array = call ptr @malloc(i64 80)
  %l = call ptr @malloc(i64 8)
  %lf = getelementptr %struct.loose, ptr %l, i32 0, i32 0
  store i32 1, ptr %lf
  %i = zext i32 %argc to i64
  %slot = getelementptr ptr, ptr %array, i64 %i
  store ptr %l, ptr %slot
  %o = call ptr @malloc(i64 16)
  %of = getelementptr %struct.odd, ptr %o, i32 0, i32 1
  store ptr %o, ptr %of
  %word = load i64, ptr %of
  %o2 = call ptr @malloc(i64 16)
  %of2 = getelementptr %struct.odd, ptr %o2, i32 0, i32 1
  store i64 %word, ptr %of2
  %b = call ptr @malloc(i64 16)
  %bf = getelementptr %struct.both, ptr %b, i32 0, i32 1
  %first = icmp eq i32 %argc, 1
  %place = select i1 %first, ptr @root, ptr %bf
  store ptr %b, ptr %place
  %kf = getelementptr %struct.set, ptr @kept, i32 0, i32 1
  %k = load ptr, ptr %kf
  %kv = getelementptr %struct.set, ptr %k, i32 0, i32 0
  %x = load i32, ptr %kv
  ret i32 %x
}
