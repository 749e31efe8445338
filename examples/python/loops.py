# Loop nests of a program: their shape, their strides, and what their dependences allow.
#
#     python3 loops.py matrix.c
#
# The cells (# %%) are those of a notebook: editors run them one by one.

# %% Read the program
import sys

import lathe

path = sys.argv[1] if len(sys.argv) > 1 else "matrix.c"
ctx = lathe.Context()
hir = ctx.load(path).hir()

# %% Every loop, indented by its level
for function in hir:
    counts = function.counts
    print(f"{function.name}: {counts.loops} loops, {counts.do_loops} run a known number of times")
    for loop in function.loops:
        print("  " * loop.level + loop.text.strip("+| "), f"line {loop.line}")

# %% What innermost loops read and write, with the stride of each dimension
for loop in (l for f in hir for l in f.loops):
    if any(child.kind == "loop" for child in loop.children):
        continue
    print(f"{loop.region.function.name}, line {loop.line}:")
    for node in loop.children:
        for ref in node.document.get("refs", ()):
            if ref["kind"] == "memory":
                strides = [dimension["stride"] for dimension in ref["dimensions"]]
                print("  writes" if ref["written"] else "  reads", ref["text"], strides)

# %% What may be done with each loop, and what is in the way
for loop in (l for f in hir for l in f.loops):
    answer = loop.ask("parallel")
    print(f"{loop.region.function.name} i{loop.level}: parallel:",
          "yes" if answer.yes else f"no, {answer.reason} [{answer.id}]")
    if loop.loop:
        print(f"  interchange with i{loop.loop.level}:",
              "yes" if loop.loop.ask("interchange", loop).yes else "no")

# %% The dependences of memory themselves
for region in (r for f in hir for r in f.regions):
    for edge in region.edges:
        if not edge.scalar:
            print(region.function.name, edge.kind.name, edge.directions, edge.distances)
ctx.close()
