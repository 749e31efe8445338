; DEFINE: %{layout} = type=struct.pair;order=1.0
; RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s --check-prefix=CHANGED
; RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>'
; RUN: lathe opt --passes='dtrans-test-layout<%{layout};without=attributes>' %s -o - \
; RUN:     | FileCheck %s --check-prefix=KEPT
; RUN: not %python %tests/run/compare.py %s --levels=-O2 \
; RUN:     --passes='dtrans-test-layout<%{layout};without=attributes>' 2>&1 | FileCheck %s --check-prefix=STALE
;
; @set writes the first four bytes, it said. Those are another field's now, and what was stored
; there before the call is not dead.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pair = type { i32, i32 }

@.text = private constant [7 x i8] c"%d %d\0A\00"
@keep = internal global ptr null

declare i32 @printf(ptr, ...)
declare ptr @malloc(i64)

define internal void @set(ptr noundef initializes((0, 4)) dereferenceable(8) %p, i32 %n) noinline nounwind {
  %first = getelementptr inbounds %struct.pair, ptr %p, i32 0, i32 0
  store i32 %n, ptr %first, align 4
  ret void
}

define internal dereferenceable_or_null(8) ptr @give(ptr %p) noinline {
  %second = getelementptr inbounds %struct.pair, ptr %p, i32 0, i32 1
  %n = load i32, ptr %second, align 4
  %some = icmp ne i32 %n, 0
  %r = select i1 %some, ptr %p, ptr null
  ret ptr %r
}

define i32 @main(i32 %argc, ptr %argv) {
  %p = call ptr @malloc(i64 8)
  %second = getelementptr inbounds %struct.pair, ptr %p, i32 0, i32 1
  store i32 %argc, ptr %second, align 4
  call void @set(ptr initializes((0, 4)) dereferenceable(8) %p, i32 7)
  %q = call dereferenceable_or_null(8) ptr @give(ptr %p)
  store ptr %p, ptr @keep, align 8
  %r = load ptr, ptr @keep, align 8, !dereferenceable !0, !align !1
  %a = getelementptr inbounds %struct.pair, ptr %r, i32 0, i32 0
  %x = load i32, ptr %a, align 4
  %b = getelementptr inbounds %struct.pair, ptr %p, i32 0, i32 1
  %y = load i32, ptr %b, align 4
  call i32 (ptr, ...) @printf(ptr @.text, i32 %x, i32 %y)
  ret i32 0
}

!0 = !{i64 8}
!1 = !{i64 4}

; CHANGED: %__DTL_struct.pair = type { i32, i32 }
; CHANGED: define internal void @set(ptr noundef %p, i32 %n)
; CHANGED: define internal ptr @give(ptr %p)
; CHANGED: call void @set(ptr %p, i32 7)
; CHANGED: %q = call ptr @give(ptr %p)
; CHANGED: %r = load ptr, ptr @keep, align 8{{$}}

; KEPT: define internal void @set(ptr noundef dereferenceable(8) initializes((0, 4)) %p, i32 %n)
; KEPT: define internal dereferenceable_or_null(8) ptr @give
; KEPT: call void @set(ptr dereferenceable(8) initializes((0, 4)) %p, i32 7)
; KEPT: call dereferenceable_or_null(8) ptr @give
; KEPT: %r = load ptr, ptr @keep, align 8, !dereferenceable !{{[0-9]+}}, !align

; STALE: 7 1
; STALE: got exit code 0, output
; STALE-NOT: 7 1
