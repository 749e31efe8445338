; Functions whose signature must stay as it is.
; RUN: lathe opt --passes=ir-test-clone-functions %s -o - | FileCheck %s

@table = constant ptr @taken
; CHECK-DAG: define internal void @taken(i32 %a) {
define internal void @taken(i32 %a) {
  ret void
}
; CHECK-DAG: define internal void @variadic(i32 %a, ...) {
define internal void @variadic(i32 %a, ...) {
  ret void
}
; CHECK-DAG: define internal void @result(ptr sret(i32) %a) {
define internal void @result(ptr sret(i32) %a) {
  ret void
}
; CHECK-DAG: define internal void @mismatch(i32 %a) {
define internal void @mismatch(i32 %a) {
  ret void
}
; CHECK-DAG: define internal void @passed(ptr %a) {
define internal void @passed(ptr %a) {
  call void @passed(ptr @passed)
  ret void
}
; CHECK-DAG: define internal void @tail(i32 %a) {
define internal void @tail(i32 %a) {
  ret void
}
; CHECK-DAG: define internal void @from(i32 %a) {
define internal void @from(i32 %a) {
  musttail call void @tail(i32 %a)
  ret void
}
; CHECK-DAG: define void @exported(i32 %a) {
define void @exported(i32 %a) {
  call void (i32, ...) @variadic(i32 1, i32 2)
  call void @mismatch()
  call void @from(i32 1)
  call void @result(ptr sret(i32) null)
  ret void
}
