; Constant addresses: one whose index is no plain number is not understood, one that leads from one
; field to the next would lead out of the field's array. Beside them what is plain.
; RUN: lathe opt '--passes=dtrans-split<force>' %s -o %t.ll --remarks=%t.yaml
; RUN: FileCheck %s < %t.ll
; RUN: %python %S/Inputs/remark_lines.py %t.yaml | sort | FileCheck %s --check-prefix=REASON
; RUN: lathe opt '--passes=dtrans-aos-to-soa<force>' %s -o - | FileCheck %s --check-prefix=SOA
; RUN: %python %tests/cli/Inputs/exit-code.py 27 lli %s
; RUN: %python %tests/cli/Inputs/exit-code.py 27 lli %t.ll

; CHECK-DAG: @odd = internal global [4 x %struct.odd]
; CHECK-DAG: @next = internal global [4 x %struct.next]
; CHECK-DAG: @plain.0 = internal global [4 x %__SPLIT_struct.plain.0] [%__SPLIT_struct.plain.0 { i64 3, i16 1 }, %__SPLIT_struct.plain.0 zeroinitializer, %__SPLIT_struct.plain.0 { i64 0, i16 2 }, %__SPLIT_struct.plain.0 zeroinitializer]
; CHECK-DAG: @plain.2 = internal global [4 x i32] [i32 0, i32 0, i32 3, i32 0]
; CHECK-DAG: %y = load i32, ptr getelementptr (i32, ptr @plain.2, i64 2)
; CHECK-DAG: %g = load i16, ptr getelementptr (i8, ptr getelementptr ([2 x i16], ptr @plain.3, i64 2), i64 2)
; REASON-DAG: odd: a constant address in it fits no element
; REASON-DAG: next: the address of one field is computed from another's
; REASON-DAG: plain: Split
; SOA-DAG: @odd = internal global [4 x %struct.odd]
; SOA-DAG: @next = internal global [4 x %struct.next]
; SOA-DAG: @plain.{{[0-9]}} = internal global [4 x i32]

target datalayout = "e-i64:64-n8:16:32:64-S128"

%struct.odd = type { i16, i64, i32, [2 x i16] }
%struct.next = type { i16, i64, i32, i32 }
%struct.plain = type { i16, i64, i32, [2 x i16] }

@odd = internal global [4 x %struct.odd] [%struct.odd { i16 1, i64 2, i32 3, [2 x i16] zeroinitializer }, %struct.odd zeroinitializer, %struct.odd { i16 0, i64 0, i32 4, [2 x i16] zeroinitializer }, %struct.odd zeroinitializer]
@next = internal global [4 x %struct.next] [%struct.next zeroinitializer, %struct.next { i16 0, i64 0, i32 5, i32 6 }, %struct.next zeroinitializer, %struct.next zeroinitializer]
@plain = internal global [4 x %struct.plain] [%struct.plain { i16 1, i64 3, i32 0, [2 x i16] zeroinitializer }, %struct.plain zeroinitializer, %struct.plain { i16 2, i64 0, i32 3, [2 x i16] [i16 0, i16 9] }, %struct.plain zeroinitializer]

define i32 @main() {
  %x = load i32, ptr getelementptr (%struct.odd, ptr @odd, i64 ptrtoint (ptr inttoptr (i64 2 to ptr) to i64), i32 2)
  %y = load i32, ptr getelementptr (%struct.plain, ptr @plain, i64 2, i32 2)
  %n = load i32, ptr getelementptr (%struct.next, ptr @next, i64 1, i32 2)
  %i = load i32, ptr getelementptr (i8, ptr getelementptr (%struct.next, ptr @next, i64 1, i32 2), i64 4)
  %g = load i16, ptr getelementptr (i8, ptr getelementptr (%struct.plain, ptr @plain, i64 2, i32 3), i64 2)
  %a = trunc i32 %i to i16
  %c = add i16 %a, %g
  %d = zext i16 %c to i32
  %e = add i32 %x, %y
  %f = add i32 %d, %e
  %h = add i32 %f, %n
  ret i32 %h
}
