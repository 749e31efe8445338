; Tentative definitions and groups of sections are the program's own once it is linked; what stays
; weak may be replaced.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: cat %t/head.ll %t/own.ll > %t/a.ll
; RUN: lathe opt --passes=dtrans-analysis %t/a.ll | FileCheck %s --check-prefix=OWN
; RUN: cat %t/head.ll %t/weak.ll > %t/b.ll
; RUN: lathe opt --passes=dtrans-analysis %t/b.ll | FileCheck %s --check-prefix=WEAK
; RUN: cat %t/head.ll %t/group.ll > %t/c.ll
; RUN: lathe opt --passes=dtrans-analysis %t/c.ll | FileCheck %s --check-prefix=GROUP

; OWN-NOT: not whole
; OWN: type struct.s {{.*}} legal reorder-fields delete-fields split aos-to-soa pool
; OWN: GlobalInstance @tentative
; OWN: GlobalInstance @grouped

; WEAK: not whole: a weak variable may be replaced from outside @replaced
; WEAK: type struct.s {{.*}} legal nothing

; GROUP: not whole: a weak function may be replaced from outside @inlined
; GROUP: type struct.s {{.*}} legal nothing

;--- head.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, i64 }
$group = comdat any

;--- own.ll
@tentative = common global %struct.s zeroinitializer
@grouped = global %struct.s zeroinitializer, comdat($group)

define i32 @main() {
  %a = load i64, ptr getelementptr (%struct.s, ptr @tentative, i64 0, i32 1)
  %b = load i64, ptr getelementptr (%struct.s, ptr @grouped, i64 0, i32 1)
  %c = add i64 %a, %b
  %d = trunc i64 %c to i32
  ret i32 %d
}

;--- weak.ll
@replaced = weak global %struct.s zeroinitializer

define i32 @main() {
  %a = load i64, ptr getelementptr (%struct.s, ptr @replaced, i64 0, i32 1)
  ret i32 0
}

;--- group.ll
@object = internal global %struct.s zeroinitializer

define linkonce void @inlined() comdat($group) {
  store i64 1, ptr getelementptr (%struct.s, ptr @object, i64 0, i32 1)
  ret void
}

define i32 @main() {
  call void @inlined()
  ret i32 0
}
