; RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
; RUN: lathe opt --passes='dtrans-analysis<type=struct.got>' %s | FileCheck %s --check-prefix=GOT
; RUN: lathe opt --passes='dtrans-analysis<type=struct.shown>' %s | FileCheck %s --check-prefix=SHOWN
; RUN: lathe opt --passes='dtrans-analysis<type=struct.linked>' %s | FileCheck %s --check-prefix=LINKED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;
; A typed access through a pointer about which nothing is known: it comes from a symbol of another
; module, or from a function of one. An object of our own that is only shown to such a function is no
; such thing, and its fields' addresses are not taken because of it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.bad = type { i32, i32 }
%struct.other = type { i64 }
%struct.got = type { i32, i32 }
%struct.shown = type { i32, ptr }
%struct.linked = type { i32, i32 }
%struct.good = type { i32, i32 }

@source = external global ptr

define i32 @main() {
  %p = load ptr, ptr @source
  %f = getelementptr %struct.bad, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

declare ptr @malloc(i64)
declare ptr @get()
declare void @show(ptr)

define internal i32 @gets() {
  %p = call ptr @get()
  %f = getelementptr %struct.got, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

define internal i32 @shows() {
  %p = call ptr @malloc(i64 16)
  %q = call ptr @malloc(i64 8)
  %f = getelementptr %struct.shown, ptr %p, i64 0, i32 1
  store ptr %q, ptr %f
  call void @show(ptr %p)
  %l = load ptr, ptr %f
  %g = getelementptr %struct.linked, ptr %l, i64 0, i32 1
  %x = load i32, ptr %g
  ret i32 %x
}

define internal i32 @known() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %x = load i32, ptr %f
  ret i32 %x
}

; BAD: type struct.bad{{.*}} legal nothing{{$}}
; BAD-DAG: {{^}}  AddressTaken @source
; BAD-DAG: BadCasting @main: a pointer from outside the program, of which nothing is known

; GOT: type struct.got{{.*}} legal nothing{{$}}
; GOT-DAG: {{^}}  AddressTaken
; GOT-DAG: BadCasting @gets: a pointer from outside the program, of which nothing is known

; SHOWN: type struct.shown{{.*}} legal nothing{{$}}
; SHOWN-NOT: BadCasting
; SHOWN-NOT: FieldAddressTaken
; SHOWN: {{^}}  AddressTaken @shows: it is passed to 'show'
; SHOWN-NOT: BadCasting
; SHOWN-NOT: FieldAddressTaken

; LINKED: type struct.linked{{.*}} legal nothing{{$}}
; LINKED-NOT: BadCasting
; LINKED-NOT: FieldAddressTaken
; LINKED: {{^}}  AddressTaken @shows: it can be reached from an argument
; LINKED-NOT: BadCasting
; LINKED-NOT: FieldAddressTaken

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: BadCasting
