; RUN: rm -rf %t && split-file %s %t
; RUN: lathe opt --passes='dtrans-test-annotations' %t/field.ll | FileCheck %s --check-prefix=FIELD
; RUN: lathe opt --passes='dtrans-test-annotations' %t/typed.ll | FileCheck %s --check-prefix=FIELD
; RUN: lathe opt --passes='dtrans-strip-annotations' %t/typed.ll -o - | FileCheck %s --check-prefix=STRIPPED
; RUN: lathe opt --passes='dtrans-test-annotate<of=__SOADT_struct.test01dep;field=1;kind=DPA_AOSToSOAIndexField;text={dtrans} AOS-to-SOA index;file=_source_file>' %t/bare.ll -o - \
; RUN:   | FileCheck %s --check-prefix=CREATED
; RUN: lathe opt --passes='dtrans-test-annotate<value=field4;type=struct.test01a;level=2>,ir-rename-structs<prefix=__DTT_>' %t/hint.ll -o - | FileCheck %s --check-prefix=HINT
;
; The specification's examples.

;--- field.ll
; Its text:
;   %field1_addr = getelementptr inbounds %__SOADT_struct.test01dep,
;                                %__SOADT_struct.test01dep* %struct_addr, i64 0, i32 1
;   %1 = call i32* @llvm.ptr.annotation.p0i32(i32* %field1_addr,
;                   i8* getelementptr ([26 x i8], [26 x i8]* @__DTransAOSToSOAIndexFieldName, i32 0, i32 0),
;                   i8* getelementptr ([13 x i8], [13 x i8]* @0, i32 0, i32 0), i32 0)
;   %field1_val = load i32, i32* %field1_addr
;
; FIELD: @test %1 DPA_AOSToSOAIndexField "{dtrans} AOS-to-SOA index" on %field1_addr
; FIELD-NOT: {{.}}
; STRIPPED-NOT: private
; STRIPPED: %field1_addr = getelementptr inbounds %__SOADT_struct.test01dep, ptr %struct_addr, i64 0, i32 1
; STRIPPED-NEXT: %field1_val = load i32, ptr %field1_addr
; STRIPPED-NOT: ptr.annotation

%__SOADT_struct.test01dep = type { i16, i32, i32 }

@__DTransAOSToSOAIndexFieldName = private constant [26 x i8] c"{dtrans} AOS-to-SOA index\00", section "llvm.metadata"
@0 = private constant [13 x i8] c"_source_file\00", section "llvm.metadata"

declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)

define i32 @test(ptr %struct_addr) {
  %field1_addr = getelementptr inbounds %__SOADT_struct.test01dep, ptr %struct_addr, i64 0, i32 1
  %1 = call ptr @llvm.ptr.annotation.p0.p0(ptr %field1_addr, ptr @__DTransAOSToSOAIndexFieldName, ptr @0, i32 0, ptr null)
  %field1_val = load i32, ptr %field1_addr
  ret i32 %field1_val
}

;--- typed.ll
; The same with typed pointers and four operands, as LLVM still reads it.
%__SOADT_struct.test01dep = type { i16, i32, i32 }

@__DTransAOSToSOAIndexFieldName = private constant [26 x i8] c"{dtrans} AOS-to-SOA index\00", section "llvm.metadata"

declare i32* @llvm.ptr.annotation.p0i32(i32*, i8*, i8*, i32)

define i32 @test(%__SOADT_struct.test01dep* %struct_addr) {
  %field1_addr = getelementptr inbounds %__SOADT_struct.test01dep,
                               %__SOADT_struct.test01dep* %struct_addr, i64 0, i32 1
  %1 = call i32* @llvm.ptr.annotation.p0i32(i32* %field1_addr,
                  i8* getelementptr ([26 x i8], [26 x i8]* @__DTransAOSToSOAIndexFieldName, i32 0, i32 0),
                  i8* null, i32 0)
  %field1_val = load i32, i32* %field1_addr
  ret i32 %field1_val
}

;--- bare.ll
; The pass that makes the index annotates what it rewrites:
;   %field1_addr = getelementptr inbounds %struct.test01dep, %struct.test01dep* %struct_addr, i64 0, i32 1
;   %field1_val = load %struct.test01*, %struct.test01** %field1_addr
;
; CREATED: @__DTransAOSToSOAIndexFieldName = private constant [26 x i8] c"{dtrans} AOS-to-SOA index\00", section "llvm.metadata"
; CREATED: [[FILE:@.*]] = private constant [13 x i8] c"_source_file\00", section "llvm.metadata"
; CREATED: %field1_addr = getelementptr
; CREATED-NEXT: %1 = call ptr @llvm.ptr.annotation.p0.p0(ptr %field1_addr, ptr @__DTransAOSToSOAIndexFieldName, ptr [[FILE]], i32 0, ptr null)
; CREATED-NEXT: %field1_val = load i32, ptr %field1_addr
; CREATED-NEXT: %field2_addr = getelementptr
; CREATED-NEXT: %field2_val = load

%__SOADT_struct.test01dep = type { i16, i32, i32 }

define i32 @test(ptr %struct_addr) {
  %field1_addr = getelementptr inbounds %__SOADT_struct.test01dep, ptr %struct_addr, i64 0, i32 1
  %field1_val = load i32, ptr %field1_addr
  %field2_addr = getelementptr inbounds %__SOADT_struct.test01dep, ptr %struct_addr, i64 0, i32 2
  %field2_val = load i32, ptr %field2_addr
  ret i32 %field1_val
}

;--- hint.ll
; Its text, after a pass has mapped %struct.test01a:
;   !0 = !{%__DTT_struct.test01a** null}
;
; HINT: %field4 = getelementptr i8, ptr %p, i64 32, !dtrans-type ![[HINT:[0-9]+]]
; HINT: ![[HINT]] = !{%__DTT_struct.test01a zeroinitializer, i32 2}

%struct.test01a = type { i32, i64 }
@g = global %struct.test01a zeroinitializer

define ptr @test(ptr %p) {
  %field4 = getelementptr i8, ptr %p, i64 32
  %v = load ptr, ptr %field4
  ret ptr %v
}
