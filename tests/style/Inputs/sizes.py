"""sizes.py ROOT FUNCTION FILE COLUMNS: writes a tree with a C and a Python function of that size."""
import os
import sys

root, function, length, columns = sys.argv[1], *map(int, sys.argv[2:])
os.makedirs(root + "/src/base")
os.makedirs(root + "/scripts")
with open(root + "/.clang-format", "w") as file:
    file.write("DisableFormat: true\n")

lines = ["//" + "é" * (columns - 2), ""]
lines += ["static int sized(int x,", "                 int y) {"]
lines += ["    x += y;"] * (function - 4) + ["    return x;", "}"]
lines += ["int table[] = {", *["    1,"] * 3, "};", "struct s {", "    int (*f)(void);", "};"]
lines += ["int x;"] * (length - len(lines))
with open(root + "/src/base/sized.c", "w") as file:
    file.write("\n".join(lines) + "\n")
with open(root + "/scripts/sized.py", "w") as file:
    file.write("def sized(x):\n" + "    x += 1\n" * (function - 2) + "    return x\n")
