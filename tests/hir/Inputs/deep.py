"""Writes so many loops in one another, each of which runs twice."""
import sys

deep = int(sys.argv[1])
print("define void @f() {\nentry:\n  br label %l1")
for k in range(1, deep + 1):
    before = f"l{k - 1}" if k > 1 else "entry"
    print(f"l{k}:\n  %i{k} = phi i32 [ 0, %{before} ], [ %n{k}, %e{k} ]")
    print(f"  br label %l{k + 1}" if k < deep else f"  br label %e{k}")
for k in range(deep, 0, -1):
    print(f"e{k}:\n  %n{k} = add nuw nsw i32 %i{k}, 1\n  %c{k} = icmp ne i32 %n{k}, 2")
    print(f"  br i1 %c{k}, label %l{k}, label %{f'e{k - 1}' if k > 1 else 'exit'}")
print("exit:\n  ret void\n}")
