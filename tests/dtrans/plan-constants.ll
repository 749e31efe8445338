; Constant addresses inside constant addresses follow the variable, however deep. A field that is
; deleted takes its addresses with it. Near miss: over an alias there is no new variable to build on.
; RUN: lathe opt --passes=dtrans-base-test %s -o - | FileCheck --check-prefix=BASE %s
; RUN: lathe opt --passes=dtrans-delete-fields %s -o - | FileCheck --check-prefix=DELETE %s

; BASE-DAG: %__DTT_struct.item{{[.0-9]*}} = type { i32, [2 x i16], i32 }
; BASE-DAG: %struct.other = type { i32, i32 }
; BASE-NOT: __DTT_struct.other
; DELETE-DAG: %__DFD_struct.item{{[.0-9]*}} = type { i32, [2 x i16] }
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.item = type { i32, [2 x i16], i32 }
%struct.other = type { i32, i32 }

@items = internal global [3 x %struct.item] zeroinitializer
@others = internal global [3 x %struct.other] zeroinitializer
@alias = internal alias [3 x %struct.other], ptr @others

define i32 @main() {
; BASE-LABEL: @main(
; BASE: store i16 7, ptr getelementptr inbounds ([2 x i16], ptr getelementptr inbounds (%__DTT_struct.item{{[.0-9]*}}, ptr getelementptr inbounds ([3 x %__DTT_struct.item{{[.0-9]*}}], ptr @items, i64 0, i64 2), i32 0, i32 1), i64 0, i64 1)
; BASE: store i32 9, ptr getelementptr inbounds (%__DTT_struct.item{{[.0-9]*}}, ptr getelementptr inbounds ([3 x %__DTT_struct.item{{[.0-9]*}}], ptr @items, i64 0, i64 1), i32 0, i32 2)
; DELETE-LABEL: @main(
; DELETE: store i16 7, ptr getelementptr inbounds ([2 x i16], ptr getelementptr inbounds (%__DFD_struct.item{{[.0-9]*}}, ptr getelementptr inbounds ([3 x %__DFD_struct.item{{[.0-9]*}}], ptr @items, i64 0, i64 2), i32 0, i32 1), i64 0, i64 1)
; DELETE-NOT: store i32 9
  store i16 7, ptr getelementptr inbounds ([2 x i16], ptr getelementptr inbounds (%struct.item, ptr getelementptr inbounds ([3 x %struct.item], ptr @items, i64 0, i64 2), i32 0, i32 1), i64 0, i64 1)
  store i32 9, ptr getelementptr inbounds (%struct.item, ptr getelementptr inbounds ([3 x %struct.item], ptr @items, i64 0, i64 1), i32 0, i32 2)
  store i32 5, ptr getelementptr inbounds (%struct.other, ptr getelementptr inbounds ([3 x %struct.other], ptr @alias, i64 0, i64 1), i32 0, i32 1)
  %a = load i16, ptr getelementptr inbounds ([2 x i16], ptr getelementptr inbounds (%struct.item, ptr getelementptr inbounds ([3 x %struct.item], ptr @items, i64 0, i64 2), i32 0, i32 1), i64 0, i64 1)
  %b = load i32, ptr getelementptr inbounds (%struct.item, ptr @items, i64 1)
  %c = load i32, ptr getelementptr inbounds (%struct.other, ptr getelementptr inbounds ([3 x %struct.other], ptr @others, i64 0, i64 1), i32 0, i32 1)
  %wide = sext i16 %a to i32
  %sum = add i32 %wide, %b
  %all = add i32 %sum, %c
  ret i32 %all
}
