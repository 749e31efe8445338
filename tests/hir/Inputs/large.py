#!/usr/bin/env python3
"""Large functions: large.py branches N (C, a loop of N ifs), large.py blocks N (IR, N blocks)."""
import sys

what, count = sys.argv[1], int(sys.argv[2])
if what == "branches":
    print("int a[100];\nvoid f(int n) {\n    int s = 0;\n    for (int i = 0; i < n; i++) {")
    for k in range(count):
        print(f"        if (a[{k % 100}] > s) s += a[(i + {k}) % 97]; else a[{k % 100}] ^= s;")
    print("    }\n}")
else:
    print("""define void @small(ptr %a) {
entry:
  br label %first
first:
  %i = phi i32 [ 0, %entry ], [ %i.next, %first ]
  %p = getelementptr i32, ptr %a, i32 %i
  store i32 %i, ptr %p
  %i.next = add i32 %i, 1
  %c = icmp ult i32 %i.next, 9
  br i1 %c, label %first, label %end
end:
  ret void
}
define void @large(ptr %a, i1 %c) {
entry:
  br label %first""")
    for name, after in (("first", "middle"), ("second", "b0")):
        print(f"""{name}:
  %i.{name} = phi i32 [ 0, %{'entry' if name == 'first' else 'middle'} ], [ %n.{name}, %{name} ]
  %p.{name} = getelementptr i32, ptr %a, i32 %i.{name}
  store i32 %i.{name}, ptr %p.{name}
  %n.{name} = add i32 %i.{name}, 1
  %c.{name} = icmp ult i32 %n.{name}, 9
  br i1 %c.{name}, label %{name}, label %{after}""")
        if name == "first":
            print("middle:\n  br label %second")
    for k in range(count - 5):
        print(f"b{k}:\n  store volatile i32 {k}, ptr %a\n  br i1 %c, label %b{k + 1}, label %end")
    print(f"b{count - 5}:\n  br label %end\nend:\n  ret void\n}}")
