#!/usr/bin/env python3
"""Stands in for lathe: `edit_debug.py opt '--passes=OLD=>NEW' IN.bc -o OUT` replaces what matches
the regular expression in the module's text."""
import re
import subprocess
import sys

_, _, passes, module, _, out = sys.argv
old, new = passes.removeprefix("--passes=").split("=>")
text = subprocess.run(["llvm-dis", module, "-o", "-"], stdout=subprocess.PIPE, text=True,
                      check=True).stdout
edited, count = re.subn(old, new, text)
if count == 0:
    sys.exit(f"nothing matches {old}")
with open(out, "w", encoding="utf-8") as file:
    file.write(edited)
