; RUN: lathe opt --passes='dtrans-analysis<type=struct.S>' %s | FileCheck %s --check-prefix=S
; RUN: lathe opt --passes='dtrans-analysis<type=struct.tagged>' %s | FileCheck %s --check-prefix=TAGGED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.truncated>' %s | FileCheck %s --check-prefix=TRUNCATED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.compared>' %s | FileCheck %s --check-prefix=COMPARED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.forged>' %s | FileCheck %s --check-prefix=FORGED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.address>' %s | FileCheck %s --check-prefix=ADDRESS
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; The spec's good case:
;   %psrc.as.i = ptrtoint %struct.S* %psrc to i64
;   %pptarget.as.pi = bitcast %struct.S** %pptarget to i64*
;   store i64 %psrc.as.i, i64* %pptarget.as.pi
%struct.S = type { i32, i32 }
%struct.tagged = type { i32, i32 }
%struct.truncated = type { i32, i32 }
%struct.compared = type { i32, i32 }
%struct.forged = type { i32, i32 }
%struct.address = type { i32, i32 }
@target = internal global ptr null
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal i32 @stores() {
  %p = call ptr @malloc(i64 8)
  %i = ptrtoint ptr %p to i64
  store i64 %i, ptr @target
  %q = load ptr, ptr @target
  %f = getelementptr %struct.S, ptr %q, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

define internal ptr @tags() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.tagged, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %i = ptrtoint ptr %p to i64
  %t = or i64 %i, 1
  %q = inttoptr i64 %t to ptr
  ret ptr %q
}

define internal i32 @truncates() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.truncated, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %i = ptrtoint ptr %p to i64
  %t = trunc i64 %i to i32
  ret i32 %t
}

define internal i1 @compares(i64 %n) {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.compared, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %i = ptrtoint ptr %p to i64
  %c = icmp eq i64 %i, 4096
  ret i1 %c
}

define internal i32 @forges(i64 %n) {
  %m = mul i64 %n, 3
  %p = inttoptr i64 %m to ptr
  %f = getelementptr %struct.forged, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

define internal i64 @addresses() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.address, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %i = ptrtoaddr ptr %f to i64
  %j = ptrtoaddr ptr %p to i64
  %d = sub i64 %i, %j
  ret i64 %d
}

; S: type struct.S{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; TAGGED: type struct.tagged{{.*}} legal nothing{{$}}
; TAGGED: BadPtrManipulation @tags

; TRUNCATED: type struct.truncated{{.*}} legal nothing{{$}}
; TRUNCATED: BadPtrManipulation @truncates

; COMPARED: type struct.compared{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; FORGED: type struct.forged{{.*}} legal nothing{{$}}
; FORGED: BadCasting @forges: a pointer to it is made from a computed integer

; ADDRESS: type struct.address{{.*}} legal nothing{{$}}
; ADDRESS: BadPtrManipulation @addresses
