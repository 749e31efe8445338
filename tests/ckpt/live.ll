; Live-in, live-out and tracked values of any graph, with stable names for unnamed values, as JSON.
; RUN: lathe opt --passes='ckpt-live<json=%t.json>' %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.json
; RUN: lathe opt --passes=ckpt-live %s | diff - %t.json
; RUN: %python -c "import json, sys; json.load(open(sys.argv[1]))" %t.json

; CHECK-LABEL: "types":
; CHECK: "entry": {
; CHECK: "live_in": [
; CHECK-NEXT: "h",
; CHECK-NEXT: "v",
; CHECK-NEXT: "q",
; CHECK-NEXT: "p"
; CHECK-NEXT: ],
; CHECK: "tracked": [
; CHECK: "name": "h",
; CHECK-NEXT: "kind": "argument",
; CHECK-NEXT: "type": "half",
; CHECK-NEXT: "bytes": 2
; CHECK: "name": "v",
; CHECK: "type": "<4 x i32>",
; CHECK-NEXT: "bytes": 16
; CHECK: "name": "q",
; CHECK: "type": "fp128",
; CHECK-NEXT: "bytes": 16
; CHECK: "name": "i37",
; CHECK-NEXT: "kind": "value",
; CHECK-NEXT: "type": "i37",
; CHECK-NEXT: "bytes": 8
; CHECK: "name": "agg",
; CHECK: "type": "{ i8, double }",
; CHECK-NEXT: "bytes": 16
; CHECK: "name": "local",
; CHECK-NEXT: "kind": "memory",
; CHECK-NEXT: "type": "[3 x [5 x i16]]",
; CHECK-NEXT: "bytes": 30
; CHECK-NOT: "name": "unwritten"
; CHECK: "next": {
define void @types(half %h, <4 x i32> %v, fp128 %q, ptr %p) {
entry:
  %local = alloca [3 x [5 x i16]]
  %unwritten = alloca [7 x i8]
  store i16 1, ptr %local
  %i37 = load i37, ptr %p
  %agg = load { i8, double }, ptr %p
  br label %next
next:
  store half %h, ptr %p
  store <4 x i32> %v, ptr %p
  store fp128 %q, ptr %p
  store i37 %i37, ptr %p
  store { i8, double } %agg, ptr %p
  %x = load i16, ptr %local
  %y = load i8, ptr %unwritten
  ret void
}

; Two entries into the cycle; unnamed values go by the numbers LLVM prints.
; CHECK-LABEL: "irreducible":
; CHECK: "2": {
; CHECK: "3": {
; CHECK: "live_in": [
; CHECK-NEXT: "0",
; CHECK-NEXT: "1"
; CHECK-NEXT: ],
; CHECK-NEXT: "live_out": [
; CHECK-NEXT: "0",
; CHECK-NEXT: "1"
; CHECK: "4": {
; CHECK: "live_out": [
; CHECK-NEXT: "0",
; CHECK-NEXT: "1"
; CHECK: "6": {
; CHECK: "live_in": [
; CHECK-NEXT: "1"
; CHECK: "live_out": [],
; CHECK-NEXT: "tracked": []
define i32 @irreducible(i1 %0, i32 %1) {
  br i1 %0, label %3, label %4
3:
  br label %4
4:
  %5 = add i32 %1, 1
  br i1 %0, label %3, label %6
6:
  ret i32 %1
}
