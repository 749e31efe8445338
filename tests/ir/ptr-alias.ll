; An alias is the object it stands for; an alias into a struct is that member.
; RUN: lathe opt --passes='ir-ptrclasses<all>' %s | FileCheck %s

%struct.s = type { ptr, ptr }
@s = internal global %struct.s zeroinitializer
@whole = internal alias %struct.s, ptr @s
@member = internal alias ptr, getelementptr inbounds (%struct.s, ptr @s, i32 0, i32 1)
@a = internal global i32 0
@b = internal global i32 0

define i32 @main() {
  store ptr @a, ptr @whole
  store ptr @b, ptr @member
  %p = getelementptr inbounds %struct.s, ptr @s, i32 0, i32 1
  %v = load ptr, ptr %p
  ret i32 0
}

; CHECK: class 1
; CHECK-NEXT:   function @main @main
; CHECK-NEXT: class 2 -> class 3
; CHECK-NEXT:   type struct.s @s
; CHECK-NEXT:   global @s @s
; CHECK-NEXT:   +8: -> class 4
; CHECK-NEXT: class 3
; CHECK-NEXT:   global @a @a
; CHECK-NEXT: class 4
; CHECK-NEXT:   global @b @b
; CHECK-NOT: {{.}}
