; The specification's example: struct.test01 taken apart, with 32-bit indexes. Its types:
;   %__SOA_struct.test01 = type { i32*, i32*, i32*, i32*, %__SOADT_struct.test01dep**, i8** }
;   %__SOADT_struct.test01dep = type { i16, i32, i32 }
; and a load of field 1 of the dependent type, which it annotates.
; RUN: lathe opt --passes='dtrans-aos-to-soa<index=32;force;type=test01>' %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: lathe opt --passes='dtrans-test-annotations' %t.ll | FileCheck %s --check-prefix=MARKS
; RUN: lathe opt --passes='dtrans-strip-annotations' %t.ll -o - | FileCheck %s --check-prefix=STRIPPED
; RUN: lli %s
; RUN: lli %t.ll
; RUN: lathe opt --passes='dtrans-aos-to-soa<index=64;force;type=test01>' %s -o - | FileCheck %s --check-prefix=LONG
; RUN: not lathe opt --passes='dtrans-aos-to-soa<index=16>' %s -o - 2>&1 | FileCheck %s --check-prefix=BITS

; CHECK-DAG: %__SOA_struct.test01 = type { ptr, ptr, ptr, ptr, ptr, ptr }
; CHECK-DAG: %__SOADT_struct.test01dep = type { i16, i32, i32 }
; CHECK-DAG: @__soa_struct.test01 = internal global %__SOA_struct.test01 zeroinitializer
; CHECK-DAG: @__DTransAOSToSOAIndexFieldName = private constant [26 x i8] c"{dtrans} AOS-to-SOA index\00", section "llvm.metadata"

; CHECK-DAG: @[[FILE:.*]] = private constant [13 x i8] c"_source_file\00", section "llvm.metadata"

; One block for all arrays, pointers first; bases are one element low.
; CHECK-LABEL: define i32 @main()
; CHECK: [[BLOCK:%.*]] = call ptr @calloc(i64 10, i64 32)
; CHECK-NEXT: [[LOW:%.*]] = getelementptr i8, ptr [[BLOCK]], i64 -8
; CHECK-NEXT: store ptr [[LOW]], ptr getelementptr inbounds nuw (%__SOA_struct.test01, ptr @__soa_struct.test01, i32 0, i32 4)
; CHECK: [[FIRST:%.*]] = getelementptr i8, ptr [[BLOCK]], i64 156
; CHECK-NEXT: store ptr [[FIRST]], ptr @__soa_struct.test01
; CHECK: call ptr @malloc(i64 12)

; CHECK-LABEL: define internal i32 @test(ptr %struct_addr)
; CHECK: %field1_addr = getelementptr inbounds %__SOADT_struct.test01dep, ptr %struct_addr, i64 0, i32 1
; CHECK-NEXT: %1 = call ptr @llvm.ptr.annotation.p0.p0(ptr %field1_addr, ptr @__DTransAOSToSOAIndexFieldName, ptr @[[FILE]], i32 0, ptr null)
; CHECK-NEXT: %field1_val = load i32, ptr %field1_addr

; CHECK-LABEL: define internal i32 @get(i32 %p)
; CHECK: [[INDEX:%.*]] = zext i32 %p to i64
; CHECK-NEXT: [[BASE:%.*]] = load ptr, ptr getelementptr inbounds nuw (%__SOA_struct.test01, ptr @__soa_struct.test01, i32 0, i32 1)
; CHECK-NEXT: %x = getelementptr i32, ptr [[BASE]], i64 [[INDEX]]
; CHECK-NEXT: load i32, ptr %x, align 4

; MARKS: @test %{{.*}} DPA_AOSToSOAIndexField "{dtrans} AOS-to-SOA index" on %field1_addr
; STRIPPED-NOT: llvm.ptr.annotation
; LONG-DAG: %__SOADT_struct.test01dep = type { i16, i64, i64 }
; LONG-DAG: define internal i32 @get(i64 %p)
; BITS: pass 'dtrans-aos-to-soa': index=16: expected 32|64

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.test01 = type { i32, i32, i32, %struct.test01*, %struct.test01dep*, i8* }
%struct.test01dep = type { i16, %struct.test01*, %struct.test01* }

define i32 @main() {
  %bytes = call i8* @calloc(i64 10, i64 40)
  %a = bitcast i8* %bytes to %struct.test01*
  %d = call i8* @malloc(i64 24)
  %dep = bitcast i8* %d to %struct.test01dep*
  %e3 = getelementptr %struct.test01, %struct.test01* %a, i64 3
  %f1 = getelementptr inbounds %struct.test01dep, %struct.test01dep* %dep, i64 0, i32 1
  store %struct.test01* %e3, %struct.test01** %f1
  %f2 = getelementptr inbounds %struct.test01dep, %struct.test01dep* %dep, i64 0, i32 2
  store %struct.test01* %a, %struct.test01** %f2
  %x = getelementptr %struct.test01, %struct.test01* %a, i64 3, i32 1
  store i32 42, i32* %x
  %next = getelementptr %struct.test01, %struct.test01* %a, i64 3, i32 3
  store %struct.test01* %a, %struct.test01** %next
  %up = getelementptr %struct.test01, %struct.test01* %a, i64 3, i32 4
  store %struct.test01dep* %dep, %struct.test01dep** %up
  %r = call i32 @test(%struct.test01dep* %dep)
  %wrong = sub i32 %r, 42
  ret i32 %wrong
}

define internal i32 @test(%struct.test01dep* %struct_addr) {
  %field1_addr = getelementptr inbounds %struct.test01dep, %struct.test01dep* %struct_addr, i64 0, i32 1
  %field1_val = load %struct.test01*, %struct.test01** %field1_addr
  %v = call i32 @get(%struct.test01* %field1_val)
  ret i32 %v
}

define internal i32 @get(%struct.test01* %p) {
  %x = getelementptr inbounds %struct.test01, %struct.test01* %p, i64 0, i32 1
  %v = load i32, i32* %x
  ret i32 %v
}

declare i8* @malloc(i64)
declare i8* @calloc(i64, i64)
