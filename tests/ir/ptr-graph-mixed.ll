; A place seen as two structs of different layout is written as such, and read as such: a joined
; graph must not rely on either layout.
; RUN: lathe opt --passes='ir-ptrclasses<quiet;write=%t.ptr>' %s
; RUN: FileCheck %s < %t.ptr
; RUN: llvm-as < /dev/null -o %t.bc
; RUN: lathe opt --passes='ir-ptrclasses<quiet;merge=%t.ptr;write=%t.again>' %t.bc
; RUN: FileCheck %s < %t.again

%struct.a = type { i64, i32 }
%struct.b = type { i32, i32, i64 }

define void @f(ptr %p) {
  %x = getelementptr inbounds %struct.a, ptr %p, i32 0, i32 1
  %y = getelementptr inbounds %struct.b, ptr %p, i32 0, i32 1
  ret void
}

; CHECK: {{^}}class {{[0-9]+}} 0 1 0 {{[0-9]+}} m{{$}}
