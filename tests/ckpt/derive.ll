; What can be computed from what is saved is not saved, but computed again.
; RUN: lathe opt -q --passes='ckpt-inject<report>' %s -o %t.ll | FileCheck %s --check-prefix=SAVED
; RUN: lathe opt -q --passes='ckpt-inject<json>' %s -o %t.ll > %t.json
; RUN: %python %S/Inputs/report_json.py %t.json | FileCheck %s --check-prefix=PLACELESS
; PLACELESS: {{^}}main ? block ckpt1 point 1 call: 8
; PLACELESS-NEXT: n value i64 0+8 needed in another block{{$}}
; RUN: FileCheck %s --input-file=%t.ll

declare void @checkpoint()

; SAVED: f if.save, checkpoint 1: 32 bytes
; SAVED-NEXT: {{^}}    n {{.*}}
; SAVED-NEXT: {{^}}    x {{.*}}
; SAVED-NEXT: {{^}}    frozen {{.*}}
; SAVED-NEXT: {{^}}    part {{.*}}
; SAVED-NEXT: g if.save, checkpoint 1: 8 bytes
; SAVED-NEXT: {{^}}    last {{.*}}

; CHECK-LABEL: define i64 @f(
; CHECK: if.save.restore:
; CHECK: %[[N:.*]] = load i64
; CHECK: %[[TWICE:.*]] = shl i64 %[[N]], 1
; CHECK: %[[MORE:.*]] = add i64 %[[TWICE]], 5
; CHECK: icmp eq i64 %[[MORE]], 7
define i64 @f(i64 %n, double %x, i1 %now) {
entry:
  %twice = shl i64 %n, 1
  %more = add i64 %twice, 5
  %seven = icmp eq i64 %more, 7
  %frozen = freeze i64 %n
  %part = fdiv double %x, 3.0
  br i1 %now, label %if.save, label %end
if.save:
  call void @checkpoint()
  br label %end
end:
  %a = select i1 %seven, i64 %more, i64 %frozen
  %b = fptosi double %part to i64
  %c = fptosi double %x to i64
  %ab = add i64 %a, %b
  %abc = add i64 %ab, %c
  %all = add i64 %abc, %twice
  %done = add i64 %all, %n
  ret i64 %done
}

; What it would be computed from is not needed any more: it is saved itself.
define i64 @g(i64 %n, i1 %now) {
entry:
  %last = mul i64 %n, 3
  br i1 %now, label %if.save, label %end
if.save:
  call void @checkpoint()
  br label %end
end:
  ret i64 %last
}

define i32 @main(i32 %argc, ptr %argv) {
  %n = zext i32 %argc to i64
  %a = call i64 @f(i64 %n, double 4.0, i1 true)
  %b = call i64 @g(i64 %n, i1 true)
  ret i32 0
}
