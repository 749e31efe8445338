; RUN: lathe opt --passes='ir-rename-structs<prefix=__DTT_>,dtrans-test-annotations' %s | FileCheck %s
; RUN: lathe opt --passes='ir-rename-structs<prefix=__DTT_>' %s -o - | FileCheck %s --check-prefix=TEXT
; RUN: lathe opt --passes='ir-rename-structs<prefix=b.>,ir-rename-structs<prefix=a.>,dtrans-test-annotations' %s | sed -e 's/a\.b\./__DTT_/' | FileCheck %s
; RUN: lathe opt --passes='dtrans-test-annotate<value=call;type=struct.T>,ir-rename-structs<prefix=__DTT_>,dtrans-test-annotate<value=call;type=struct.S;level=2>' %s -o - \
; RUN:   | FileCheck %s --check-prefix=OLD
;
; The pass that renames knows nothing of annotations. Instructions that are rebuilt keep theirs,
; also where several share one node and where a node becomes equal to one that is already there.

; CHECK: @f %a dtrans-type level 1 of %__DTT_struct.S
; CHECK-NEXT: @f %gep dtrans-type level 1 of %__DTT_struct.S
; CHECK-NEXT: @f %load dtrans-type level 2 of %__DTT_struct.S
; CHECK-NEXT: @f %call dtrans-type level 1 of %__DTT_struct.S
; CHECK-NEXT: @f %phi dtrans-type level 1 of %__DTT_struct.holder
; CHECK-NEXT: @f %select dtrans-type level 1 of [4 x [5 x %__DTT_struct.S]]
; CHECK-NEXT: @f %cast dtrans-type level 3 of { i8, %__DTT_struct.S }
; CHECK-NEXT: @f %bytes dtrans-type level 1 of i8
; CHECK-NEXT: @f %1 DPA_AOSToSOAIndexField "index" on %gep
; CHECK-NEXT: @g %made dtrans-type level 1 of %__DTT_struct.only.here
; CHECK-NOT: {{.}}

; TEXT-DAG: %__DTT_struct.only.here = type { ptr }
; TEXT: @__DTransAOSToSOAIndexFieldName = private constant [6 x i8] c"index\00", section "llvm.metadata"
; TEXT: %a = alloca %__DTT_struct.S, align 8, !dtrans-type ![[SHARED:[0-9]+]]
; TEXT: %gep = getelementptr inbounds %__DTT_struct.S, ptr %a, i64 0, i32 1, !dtrans-type ![[SHARED]]
; TEXT: %call = call ptr @make(ptr byval(%__DTT_struct.S) %a), !dtrans-type ![[SHARED]]
; TEXT: ![[SHARED]] = !{%__DTT_struct.S zeroinitializer, i32 1}

; The annotation made afterwards names the old type, which still exists in memory; only its own
; instruction has it.
; OLD: %gep = {{.*}} !dtrans-type ![[NEW:[0-9]+]]
; OLD: %call = {{.*}} !dtrans-type ![[LATE:[0-9]+]]
; OLD-DAG: ![[NEW]] = !{%__DTT_struct.S zeroinitializer, i32 1}
; OLD-DAG: ![[LATE]] = !{%struct.S zeroinitializer, i32 2}

target datalayout = "e-i64:64-n8:16:32:64-S128"

%struct.S = type { i32, ptr }
%struct.T = type { i64 }
%struct.holder = type { i64, [2 x %struct.S] }
%struct.only.here = type { ptr }

@__DTransAOSToSOAIndexFieldName = private constant [6 x i8] c"index\00", section "llvm.metadata"
@keep = global %struct.T zeroinitializer

declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare ptr @make(ptr byval(%struct.S))

define ptr @f(i1 %c) {
  %a = alloca %struct.S, align 8, !dtrans-type !0
  %gep = getelementptr inbounds %struct.S, ptr %a, i64 0, i32 1, !dtrans-type !0
  %load = load ptr, ptr %gep, align 8, !dtrans-type !1
  %call = call ptr @make(ptr byval(%struct.S) %a), !dtrans-type !0
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  %phi = phi ptr [ %call, %0 ], [ %load, %then ], !dtrans-type !2
  %select = select i1 %c, ptr %phi, ptr null, !dtrans-type !3
  %cast = ptrtoint ptr %select to i64, !dtrans-type !4
  %bytes = getelementptr i8, ptr %select, i64 %cast, !dtrans-type !5
  call ptr @llvm.ptr.annotation.p0.p0(ptr %gep, ptr @__DTransAOSToSOAIndexFieldName, ptr null, i32 0, ptr null)
  ret ptr %bytes
}

define ptr @g(ptr %p) {
  %made = load ptr, ptr %p, !dtrans-type !6
  ret ptr %made
}

!0 = !{%struct.S zeroinitializer, i32 1}
!1 = !{%struct.S zeroinitializer, i32 2}
!2 = !{%struct.holder zeroinitializer, i32 1}
!3 = !{[4 x [5 x %struct.S]] zeroinitializer, i32 1}
!4 = !{{ i8, %struct.S } zeroinitializer, i32 3}
!5 = !{i8 0, i32 1}
!6 = !{%struct.only.here zeroinitializer, i32 1}
