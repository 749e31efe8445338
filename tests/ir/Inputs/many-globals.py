"""Writes a module with 500 variables and 50 functions of a named struct type."""
print("%S = type { i32 }")
for i in range(500):
    print(f"@v{i} = {'dso_local ' if i % 2 else ''}global %S {{ i32 {i} }}, align {4 << i % 3}")
for i in range(50):
    print(f"define dso_local void @f{i}(%S %a) {{\n  ret void\n}}")
