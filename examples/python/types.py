# Struct types of a program: which may change, why others may not, and what changing them gains.
#
#     python3 types.py inventory.c
#
# The cells (# %%) are those of a notebook: editors run them one by one.

# %% Read the program
import sys

import lathe

path = sys.argv[1] if len(sys.argv) > 1 else "inventory.c"
ctx = lathe.Context()
module = ctx.load(path)

# %% Walk its struct types
analysis = module.analyze()
for type in analysis:
    if not type.size:
        continue
    blockers = type.blocked_by("reorder-fields")
    print(f"{type.name}: {type.size} bytes,", "stays: " + ", ".join(blockers) if blockers
          else "may change")
    for field in type.fields:
        note = "never read" if field.never_read else "padding" if field.padding else ""
        print(f"  {field.offset:4} {field.name or '-':14} {field.size:3} {note}".rstrip())

# %% The uses that forbid something, most frequent reason first
reasons = {}
for type in analysis:
    for use in type.uses:
        reasons.setdefault(use.condition, []).append((type.name, use.line))
for condition, where in sorted(reasons.items(), key=lambda item: -len(item[1])):
    print(condition, where[:3])

# %% Change them, and look again; the old analysis ends with the change
before = {type.name: type.size for type in analysis}
changed = module.run("dtrans-delete-fields,dtrans-reorder-fields")
print("changes:", changed)
for type in module.analyze():
    name = type.name[type.name.find("struct."):]  # new types have a prefix: __DFD_struct.item
    if before.get(name, type.size) != type.size:
        print(f"{name}: {before[name]} -> {type.size} bytes")

# %% What the passes had to say
for remark in ctx.remarks:
    if remark.kind == lathe.RemarkKind.PASSED:
        print(f"{remark.pass_}: {remark.message}")

# %% Ask for something that does not exist
try:
    module.run("dtrans-no-such-pass")
except lathe.Error as error:
    print(error.status, "-", error.message.split(";")[0])
ctx.close()
